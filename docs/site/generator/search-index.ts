import MiniSearch from 'minisearch';
import { OPTIONS } from '../client/search-options.js';
import type { Section } from './sections.js';

/**
 * Creates the index that the pages load with the first search. Not with Pagefind: it needs WebAssembly, which the policy of
 * the site forbids, and its index exists only after a second program has read the built pages.
 */
export function createSearchIndex(sections: readonly Section[]): string {
  const index = new MiniSearch(OPTIONS);
  index.addAll([...new Map(sections.map((section) => [section.id, section])).values()]); // an ID may occur twice
  return JSON.stringify(index);
}
