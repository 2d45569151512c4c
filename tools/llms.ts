import { readFileSync } from 'node:fs';
import { listPages } from './docs/pages.js';

/** Groups of pages in the navigation, by the hundreds of their `order`. */
const GROUPS: Readonly<Record<number, string>> = {
  1: 'Start',
  2: 'The element',
  3: 'Outcomes',
  4: 'Server',
  5: 'Security',
  6: 'Recipes',
  7: 'Migrating',
};

/** Pages without an order come last. */
const LAST_ORDER = 899;

export const groupOf = (order: number): string => GROUPS[Math.floor(order / 100)] ?? 'Background';

/** A page of the documentation. */
export interface DocumentationPage {
  /** Relative to the project. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly order: number;
  /** The Markdown without front matter and markers. */
  readonly text: string;
}

const SUMMARY =
  'A card payment form as one web component, with a proxy for the merchant’s server. The outcome of a payment is always one ' +
  'of paid, pending, failed (not charged) or unknown.';

/** All pages of `docs/`, in order. The working directory is the project. */
export function readPages(): DocumentationPage[] {
  return listPages('.')
    .filter((path) => path.startsWith('docs/'))
    .map(readPage)
    .sort((a, b) => a.order - b.order || (a.path < b.path ? -1 : 1));
}

function readPage(path: string): DocumentationPage {
  const [, front = '', body = ''] = /^(?:---\n([^]*?)\n---\n)?([^]*)$/.exec(readFileSync(path, 'utf8')) ?? [];
  const value = (name: string) =>
    new RegExp(`^${name}: *(.*)$`, 'm').exec(front)?.[1]?.replace(/^(['"])(.*)\1$/, '$2') ?? '';
  return {
    path,
    title: value('title') || (/^# (.*)$/m.exec(body)?.[1] ?? path),
    description: value('description'),
    order: Number(value('order') || LAST_ORDER),
    text: body.replace(/^<!--[^]*?-->\n/gm, '').trim(),
  };
}

/**
 * Creates `llms.txt`, a list of the pages, and `llms-full.txt`, their text. See https://llmstxt.org.
 * @param linkTo - returns the link to a page from its path
 */
export function createLlms(
  pages: readonly DocumentationPage[],
  linkTo: (path: string) => string,
): { readonly list: string; readonly full: string } {
  const start = `# payment-widget\n\n> ${SUMMARY}\n`;
  const groups = new Map<string, string[]>();
  for (const { path, title, description, order } of pages) {
    const line = `- [${title}](${linkTo(path)})${description && `: ${description}`}\n`;
    groups.set(groupOf(order), [...(groups.get(groupOf(order)) ?? []), line]);
  }
  const lists = Array.from(groups, ([name, lines]) => `\n## ${name}\n\n${lines.join('')}`);
  const texts = pages.map(({ path, text }) => `\n<!-- ${path} -->\n\n${text}\n`);
  return { list: start + lists.join(''), full: start + texts.join('') };
}
