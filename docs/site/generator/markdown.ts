import highlighter from 'highlight.js';
import anchor from 'markdown-it-anchor';
import { slugify } from '../../../tools/slugify.js';
import { calloutRule } from './callouts.js';
import { liveExample } from './live-example.js';
import { isMarker, textOf, type MarkdownIt, type State, type Token } from './markdown-it.js';
import { siteLink, sourceOf } from './pages.js';
import { sectionsOf, type Section } from './sections.js';
import { tabsRule } from './tabs.js';

/** A heading in the table of contents. */
export interface Entry {
  readonly id: string;
  readonly text: string;
  readonly level: 2 | 3;
}

/** What the Markdown of a page contains beside its HTML. */
export interface Outline {
  readonly entries: readonly Entry[];
  readonly sections: readonly Section[];
}

/** Languages that highlight.js knows by another name. */
const LANGUAGES: Readonly<Record<string, string>> = {
  html: 'xml',
  vue: 'xml',
  svelte: 'xml',
  astro: 'xml',
  jsx: 'javascript',
  tsx: 'typescript',
  sh: 'bash',
  console: 'bash',
  conf: 'nginx',
};

/** Markdown that only the plain file needs. */
const MARKERS = /<!--\s*\/?(generated|live|tabs)\b[^]*?-->\n?/g;

/**
 * Adds the transformations of the site to Markdown.
 * @param outlines - receives the outline of each page by its address
 */
export function extendMarkdown(markdown: MarkdownIt, outlines: Map<string, Outline>): void {
  const { escapeHtml } = markdown.utils;
  markdown.set({ html: true, linkify: false, typographer: false });
  markdown.use(anchor, {
    slugify,
    tabIndex: false,
    permalink: anchor.permalink.headerLink({ class: 'anchor' }),
  });
  markdown.core.ruler.push('site', (state) => {
    const { url, inputPath } = state.env.page;
    outlines.set(url, { entries: entriesOf(state.tokens), sections: sectionsOf(state.tokens, state.env) });
    state.tokens.forEach((token) => {
      rewriteLinks(token, sourceOf(inputPath));
    });
    tabsRule(state, escapeHtml);
    calloutRule(state);
    cellRule(state);
    replaceMarkers(state);
  });
  const { rules } = markdown.renderer;
  rules['fence'] = (tokens, index) => codeBlock(tokens[index] as Token, escapeHtml);
  rules['table_open'] = () => '<div class="table" role="group" aria-label="Table"><table>\n';
  rules['table_close'] = () => '</table></div>\n';
}

/** Headings in the order of the page. Excludes the titles of tabs. */
function entriesOf(tokens: readonly Token[]): Entry[] {
  let isInTabs = false;
  return tokens.flatMap((token, index) => {
    if (isMarker(token, 'tabs')) isInTabs = true;
    if (isMarker(token, '/tabs')) isInTabs = false;
    const id = token.attrGet('id');
    if (token.type !== 'heading_open' || isInTabs || id === null) return [];
    if (token.tag !== 'h2' && token.tag !== 'h3') return [];
    return [{ id, text: textOf(tokens[index + 1]), level: token.tag === 'h2' ? 2 : 3 }];
  });
}

function rewriteLinks(token: Token, from: string): void {
  const open: Token[] = [];
  for (const child of [token, ...(token.children ?? [])]) {
    if (child.type === 'image') child.attrSet('src', siteLink(child.attrGet('src') ?? '', from) ?? '');
    if (child.type === 'html_inline' || child.type === 'html_block') {
      child.content = child.content.replace(
        /\b(src|srcset|href)="([^"]*)"/g,
        (_, name: string, link: string) => `${name}="${siteLink(link, from) ?? link}"`,
      );
    }
    if (child.type === 'link_open') {
      open.push(child);
      const link = siteLink(decodeURI(child.attrGet('href') ?? ''), from);
      if (link === undefined) child.tag = 'span';
      else child.attrSet('href', link);
    }
    if (child.type === 'link_close') child.tag = open.pop()?.tag ?? 'a';
  }
}

/** Aligns cells without inline styles. An empty heading, in the corner of a table, becomes a plain cell. */
function cellRule({ tokens }: State): void {
  tokens.forEach((token, index) => {
    if (token.type !== 'th_open' && token.type !== 'td_open') return;
    const [, align] = /^text-align:(center|right)$/.exec(token.attrGet('style') ?? '') ?? [];
    token.attrs = align ? [['class', align]] : null;
    const [text, end] = tokens.slice(index + 1, index + 3);
    if (text?.content === '' && end) token.tag = end.tag = 'td';
  });
}

function replaceMarkers({ tokens }: State): void {
  for (const token of tokens) {
    for (const part of [token, ...(token.children ?? [])]) {
      if (!part.type.startsWith('html_')) continue;
      const [, name] = /<!--\s*live:\s*([\w-]+)\s*-->/.exec(part.content) ?? [];
      part.content = (name ? liveExample(name) : '') + part.content.replace(MARKERS, '');
    }
  }
}

function codeBlock({ info, content }: Token, escapeHtml: (text: string) => string): string {
  const [name = ''] = info.trim().split(/\s/);
  const language = LANGUAGES[name] ?? name;
  const code =
    language !== '' && highlighter.getLanguage(language)
      ? highlighter.highlight(content, { language }).value
      : escapeHtml(content);
  const label = name === '' ? 'Code' : `Code, ${escapeHtml(name)}`;
  return `<figure class="code"><pre role="group" aria-label="${label}"><code>${code}</code></pre></figure>\n`;
}
