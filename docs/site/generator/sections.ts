import type { PageData } from '@11ty/eleventy';
import { textOf, type Token } from './markdown-it.js';

/** A part of a page that the search finds. */
export interface Section {
  /** Address with anchor. */
  readonly id: string;
  /** Title of the page. */
  readonly page: string;
  readonly heading: string;
  /** Of the start of a page: what else describes the page. */
  readonly about: string;
  readonly text: string;
}

/** Splits a page at its headings. */
export function sectionsOf(
  tokens: readonly Token[],
  { title: page, description = '', page: { url } }: PageData,
): Section[] {
  const sections: { id: string; page: string; heading: string; about: string; text: string }[] = [];
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const isTitle = token.tag === 'h1';
      const heading = isTitle ? page : textOf(tokens[index + 1]);
      const id = isTitle ? url : `${url}#${token.attrGet('id') ?? ''}`;
      sections.push({ id, page, heading, about: isTitle ? `${url} ${description}` : '', text: '' });
    } else if (tokens[index - 1]?.type !== 'heading_open') {
      const section = sections.at(-1);
      if (section) section.text = `${section.text} ${searchText(token)}`.trim();
    }
  });
  return sections;
}

function searchText(token: Token): string {
  if (token.type === 'fence' || token.type === 'code_block') return token.content;
  if (token.type === 'html_block') return token.content.replace(/<[^>]*>/g, ' ').trim();
  return (token.children ?? []).map(({ type, content }) => (type === 'html_inline' ? '' : content || ' ')).join('');
}
