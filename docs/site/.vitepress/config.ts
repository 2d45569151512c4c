import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type DefaultTheme, type MarkdownRenderer } from 'vitepress';
import { listPages } from '../../../tools/docs/pages.js';

type Token = ReturnType<MarkdownRenderer['parse']>[number];

/** Groups of pages, by the hundreds of their `order`. */
const GROUPS: Readonly<Record<number, string>> = {
  1: 'Start',
  2: 'The element',
  3: 'Payments',
  4: 'Server',
  5: 'Security',
};
/** Pages without an order come last. */
const LAST_ORDER = 899;

/** `npm run docs` serves the documentation, and `npm run docs:build` builds it into `docs/site/.vitepress/dist`. */
export default defineConfig({
  title: 'payment-widget',
  lang: 'en',
  srcDir: '..',
  srcExclude: ['site/**', 'examples/**'],
  cacheDir: '../../node_modules/.cache/docs',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    anchor: { slugify },
    languageAlias: { conf: 'nginx', env: 'dotenv', service: 'ini' },
    config(markdown) {
      markdown.core.ruler.before('normalize', 'tabs', (state) => {
        state.src = state.src.replace(/^<!-- tabs -->$([^]*?)^<!-- \/tabs -->$/gm, (_, sections: string) =>
          tabs(sections),
        );
        state.src = state.src.replace(/^<!-- live form -->$/gm, '<live-form></live-form>');
      });
      markdown.core.ruler.push('columns', ({ tokens }) => {
        nameColumns(tokens);
      });
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'live-form' } } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: sidebar(),
  },
});

/** The pages in the order of their front matter, by group. */
function sidebar(): DefaultTheme.SidebarItem[] {
  const root = join(import.meta.dirname, '../../..');
  const pages = listPages(root)
    .filter((path) => path.startsWith('docs/'))
    .map((path) => {
      const [, front = ''] = /^---\n([^]*?)\n---/.exec(readFileSync(join(root, path), 'utf8')) ?? [];
      const value = (name: string) => new RegExp(`^${name}: *(.*)$`, 'm').exec(front)?.[1]?.replace(/^'(.*)'$/, '$1');
      return { path, title: value('title') ?? path, order: Number(value('order') ?? LAST_ORDER) };
    })
    .sort((a, b) => a.order - b.order || (a.path < b.path ? -1 : 1));
  const groups = new Map<string, DefaultTheme.SidebarItem[]>();
  for (const { path, title, order } of pages) {
    const link = path.slice('docs'.length).replace(/(index)?\.md$/, '');
    const text = link === '/' ? 'Overview' : title;
    const group = GROUPS[Math.floor(order / 100)] ?? 'Background';
    groups.set(group, [...(groups.get(group) ?? []), { text, link }]);
  }
  return Array.from(groups, ([text, items]) => ({ text, items }));
}

/** Gives each cell of a table the name of its column, for screens that show rows as blocks. */
function nameColumns(tokens: readonly Token[]): void {
  let names: string[] = [];
  let column = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'thead_open') names = [];
    if (token.type === 'tr_open') column = 0;
    if (token.type === 'th_open') names.push(tokens[index + 1]?.content ?? '');
    if (token.type === 'td_open') token.attrSet('data-column', names[column++] ?? '');
  }
}

/** Makes tabs of sections, as code groups of VitePress, which can only have code. GitHub shows the headings. */
function tabs(sections: string): string {
  const [, ...parts] = sections.split(/^### (.+)\n/m);
  const names = parts.filter((_, index) => index % 2 === 0);
  const inputs = names.map(
    (name, index) =>
      `<input type="radio" name="${slugify(names.join())}" id="tab-${slugify(name)}"${index === 0 ? ' checked' : ''}>` +
      `<label for="tab-${slugify(name)}">${name}</label>`,
  );
  const blocks = names.map(
    (name, index) =>
      `<div class="vp-block${index === 0 ? ' active' : ''}" id="${slugify(name)}">\n${parts[2 * index + 1] ?? ''}\n</div>`,
  );
  return `<div class="vp-code-group"><div class="tabs">${inputs.join('')}</div><div class="blocks">\n${blocks.join('\n')}\n</div></div>\n`;
}

/** The anchor of a heading, as GitHub creates it. */
function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
