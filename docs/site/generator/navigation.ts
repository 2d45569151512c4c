import type { Collection } from '@11ty/eleventy';
import { groupOf, LAST_ORDER } from '../../../tools/docs/groups.js';

export interface Link {
  readonly url: string;
  readonly title: string;
}

export interface Group {
  readonly name: string;
  readonly links: readonly Link[];
}

/** All pages in the order of the navigation. */
export function sortPages(pages: readonly Collection[]): Collection[] {
  return [...pages].sort((a, b) => orderOf(a) - orderOf(b) || (a.url < b.url ? -1 : 1));
}

export function groupPages(pages: readonly Collection[]): Group[] {
  const groups = new Map<string, Link[]>();
  for (const page of sortPages(pages)) {
    const name = groupOf(orderOf(page));
    groups.set(name, [...(groups.get(name) ?? []), toLink(page)]);
  }
  return Array.from(groups, ([name, links]) => ({ name, links }));
}

/** The page before or after another one. */
export function neighbour(pages: readonly Collection[], url: string, step: -1 | 1): Link | undefined {
  const sorted = sortPages(pages);
  const found = sorted[sorted.findIndex((page) => page.url === url) + step];
  return found && toLink(found);
}

const orderOf = ({ data }: Collection): number => data.order ?? LAST_ORDER;

/** The start page has the title of the site. */
const toLink = ({ url, data }: Collection): Link => ({ url, title: url === '/docs/' ? 'Overview' : data.title });
