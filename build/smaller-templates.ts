import { transform as transformCss } from 'lightningcss';
import MagicString from 'magic-string';
import { parseSync, type Plugin } from 'vite';

/** Takes what only a reader needs out of the element's templates: white space of HTML; comments and long spellings of CSS. */
export function smallerTemplates(): Plugin {
  return {
    name: 'smaller-templates',
    transform(code, id) {
      if (!/\/src\/.*\.ts$/.test(id) || !/\b(html|svg|css)`/.test(code)) return undefined;
      const text = new MagicString(code);
      collect(parseSync(id, code).program, text);
      return { code: text.toString(), map: text.generateMap({ hires: true }) };
    },
  };
}

interface Node {
  readonly type: string;
}

interface TaggedTemplate extends Node {
  readonly tag: { readonly name?: string };
  readonly quasi: { readonly quasis: readonly Text[] };
}

interface Text {
  readonly start: number;
  readonly end: number;
  readonly value: { readonly raw: string };
}

function collect(node: unknown, text: MagicString): void {
  if (typeof node !== 'object' || node === null) return;
  if ((node as Node).type === 'TaggedTemplateExpression') shorten(node as TaggedTemplate, text);
  for (const child of Object.values(node)) collect(child, text);
}

function shorten({ tag, quasi }: TaggedTemplate, text: MagicString): void {
  const shorter = { html: shorterHtml, svg: shorterHtml, css: shorterCss }[tag.name ?? ''];
  if (!shorter) return;
  quasi.quasis.forEach(({ start, end, value: { raw } }, index) => {
    const short = shorter(raw, index === 0, index === quasi.quasis.length - 1);
    const from = start + text.original.slice(start, end).indexOf(raw); // the parser counts the marks around it in
    if (short !== raw) text.overwrite(from, from + raw.length, short);
  });
}

/** A line break is a space at most, and nothing before the first element and after the last. Other white space is text. */
function shorterHtml(raw: string, isFirst: boolean, isLast: boolean): string {
  let short = raw;
  if (isFirst) short = short.replace(/^\s*\n\s*/, '');
  if (isLast) short = short.replace(/\s*\n\s*$/, '');
  return short.replace(/\s*\n\s*/g, ' ');
}

function shorterCss(raw: string, isFirst: boolean, isLast: boolean): string {
  if (!isFirst || !isLast) throw new Error('A stylesheet with something filled in cannot be made smaller.');
  const { code } = transformCss({ filename: 'widget.css', code: Buffer.from(raw), minify: true });
  return code.toString().replace(/[`\\]|\$\{/g, '\\$&');
}
