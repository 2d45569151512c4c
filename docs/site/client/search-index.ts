import MiniSearch, { type Result } from 'minisearch';
import { OPTIONS, SEARCH } from './search-options.js';

/** @param json - the index that the build has written */
export function createSearch(json: string): (query: string) => Result[] {
  const index = MiniSearch.loadJSON(json, OPTIONS);
  return (query) => {
    const all = index.search(query, SEARCH);
    return all.length > 0 ? all : index.search(query, { ...SEARCH, combineWith: 'OR' });
  };
}
