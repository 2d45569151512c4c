import ts from 'typescript';

/** The parts of files that people read, each with the code in it blanked. */

export type Kind = 'documentation' | 'copy' | 'comment' | 'string';

/** A part of a file. Blanked characters keep their places, so that positions in `text` are positions in the file. */
export interface Passage {
  readonly kind: Kind;
  /** Where it begins in the file. */
  readonly start: number;
  readonly text: string;
}

/** Stands for code in a sentence: it counts as one word, and no rule matches it. */
const CODE = '\u{FFFC}';

const blank = (text: string) => text.replace(/[^\n]/g, ' ');
const code = (text: string) => blank(text).replace(' ', CODE);

export function extract(path: string, source: string): readonly Passage[] {
  if (path.endsWith('.md')) return fromMarkdown(source);
  if (/\.(html|njk)$/.test(path)) return [copyOf(source)];
  if (/\.(vue|svelte)$/.test(path)) return [copyOf(source), ...otherComments(source)];
  if (/\.[mc]?[jt]sx?$/.test(path)) return fromScript(path, source);
  return otherComments(source);
}

/** The text of a page or of a template, without its expressions. */
function copyOf(source: string): Passage {
  return { kind: 'copy', start: 0, text: withoutTags(source.replace(/\{\{[^]*?\}\}|\{%[^]*?%\}/g, code)) };
}

/** Comments of CSS, nginx, other programming languages and single-file components. A URL in a string may look like one, which does no harm. */
const OTHER_COMMENTS = /\/\*[^]*?\*\/|"""[^]*?"""|(?:\/\/|#).*/g;

function otherComments(source: string): readonly Passage[] {
  return Array.from(source.matchAll(OTHER_COMMENTS), ({ 0: text, index }) => ({ kind: 'comment', start: index, text }));
}

/** Paragraphs, headings, list items and table cells, without front matter, code, and generated parts. */
function fromMarkdown(source: string): readonly Passage[] {
  const text = source
    .replace(/^---\n[^]*?\n---\n/, frontMatterTexts)
    .replace(/<!-- generated: [^]*?<!-- \/generated -->/g, blank)
    .replace(/^( *)(```+|~~~+)[^]*?\n\1\2 *$/gm, blank)
    .replace(/<!--[^]*?-->/g, blank)
    .replace(/(`+)(?!`)[^]*?[^`]\1(?!`)/g, code)
    .replace(/\]\([^)\s]*\)|\]\[[^\]]*\]|^ *\[[^\]]+\]: .*$/gm, blank)
    .replace(/https?:\/\/[^\s)>]+/g, code)
    .replace(/<\/?[a-z][^>]*>/gi, tagTexts);
  const passages: Passage[] = [];
  // A blank line, a heading, an item of a list, a callout or a cell of a table ends the passage before it.
  const BOUNDARY = /\n[ \t>]*\n|\n(?=[ \t>]*(?:#+ |[-*+] |\d+\. |\|))|(?<=^#+ .*)\n|\|/gm;
  let start = 0;
  for (const part of text.split(new RegExp(`(${BOUNDARY.source})`, 'gm'))) {
    if (/[\p{L}\p{N}]/u.test(part)) {
      passages.push({ kind: 'documentation', start, text: part.replace(/[*_#>]|(?<=^\s*)[-+](?= )/g, ' ') });
    }
    start += part.length;
  }
  return passages;
}

/** Only the title and the description of a page are texts. */
function frontMatterTexts(block: string): string {
  return block.replace(/^(?!title:|description:).*|^(?:title|description):/gm, blank);
}

/** Comments and string literals. Texts in other languages are not checked. */
function fromScript(path: string, source: string): readonly Passage[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
  const isForeign = /\/locales\//.test(path);
  const passages: Passage[] = [];
  const literals: (readonly [start: number, end: number])[] = [];

  const add = (start: number, end: number, text = source.slice(start, end)) => {
    literals.push([start, end]);
    if (!isForeign && /\p{L} \p{L}/u.test(text)) passages.push({ kind: 'string', start, text });
  };

  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      literals.push([node.getStart(file), node.end]);
      return;
    }
    if (ts.isTemplateExpression(node)) {
      // One text, with the expressions blanked. Their own strings are texts of their own.
      const start = node.getStart(file);
      let text = source.slice(start, node.end);
      for (const { expression } of node.templateSpans) {
        const [from, to] = [expression.pos - start, expression.end - start];
        text = text.slice(0, from - 2) + code(text.slice(from - 2, to + 1)) + text.slice(to + 1);
      }
      passages.push(...templatePassages(start, text));
      for (const part of [node.head, ...node.templateSpans.map(({ literal }) => literal)]) {
        literals.push([part.getStart(file), part.end]);
      }
    } else if (ts.isNoSubstitutionTemplateLiteral(node)) {
      const start = node.getStart(file);
      literals.push([start, node.end]);
      passages.push(...templatePassages(start, source.slice(start, node.end)));
    } else if (ts.isStringLiteral(node)) add(node.getStart(file), node.end);
    else if (ts.isRegularExpressionLiteral(node)) literals.push([node.getStart(file), node.end]);
    else if (ts.isJsxText(node)) add(node.pos, node.end);
    ts.forEachChild(node, visit);
  };

  const templatePassages = (start: number, text: string): readonly Passage[] => {
    const isMarkup = /<[a-z/!]/i.test(text);
    const prose = isMarkup ? withoutTags(text) : text;
    return !isForeign && /\p{L} \p{L}/u.test(prose) ? [{ kind: isMarkup ? 'copy' : 'string', start, text: prose }] : [];
  };

  visit(file);
  const rest = withoutLiterals(source, literals); // only a comment can look like one there
  for (const { 0: comment, index } of rest.matchAll(/\/\*[^]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*/g)) {
    const text = source
      .slice(index, index + comment.length)
      .replace(/^[ \t]*(?:\/\/+|\/\*+|\*(?!\/))|\*\/$/gm, blank)
      .replace(/(`+)[^]*?\1/g, code)
      .replace(/\{@link[^}]*\}|@\w+(?: \{[^}]*\})?|https?:\/\/\S+|eslint-.*$/gm, code);
    passages.push({ kind: 'comment', start: index, text });
  }
  return passages;
}

function withoutLiterals(source: string, literals: readonly (readonly [start: number, end: number])[]): string {
  let [rest, position] = ['', 0];
  for (const [start, end] of literals.toSorted(([a], [b]) => a - b)) {
    rest += source.slice(position, start) + blank(source.slice(start, end));
    position = end;
  }
  return rest + source.slice(position);
}

/** Text of HTML, and of the attributes that people read. */
function withoutTags(html: string): string {
  return html
    .replace(/<(script|style)\b[^>]*>[^]*?<\/\1>/gi, blank)
    .replace(/<!--|-->|<!doctype[^>]*>/gi, blank)
    .replace(/<(code|pre|kbd)\b[^>]*>[^]*?<\/\1>/gi, code)
    .replace(/<\/?[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gi, tagTexts);
}

function tagTexts(tag: string): string {
  const texts = /(?<= (?:alt|title|placeholder|aria-label)=["'])[^"']+/g;
  let result = blank(tag);
  for (const { 0: text, index } of tag.matchAll(texts)) {
    result = result.slice(0, index) + text + result.slice(index + text.length);
  }
  return result;
}
