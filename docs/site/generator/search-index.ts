import MiniSearch from 'minisearch';
import { OPTIONS } from '../client/search-options.js';
import type { Section } from './sections.js';

/** Characters of a section that are shown with a result. */
const EXCERPT = 600;

/** Creates the index that the pages load with the first search. */
export function createSearchIndex(sections: readonly Section[]): string {
  const unique = new Map(sections.map((section) => [section.id, section]));
  const index = new MiniSearch(OPTIONS);
  index.addAll(Array.from(unique.values(), (section) => ({ ...section, excerpt: section.text.slice(0, EXCERPT) })));
  return JSON.stringify(index);
}
