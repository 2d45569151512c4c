import type { Options, SearchOptions } from 'minisearch';

/** Of the index, both when it is built and when it is read. */
export const OPTIONS: Options = {
  idField: 'id',
  fields: ['heading', 'page', 'about', 'text'],
  storeFields: ['page', 'heading', 'text'],
  tokenize,
};

export const SEARCH: SearchOptions = {
  boost: { heading: 5, about: 4, page: 2 },
  prefix: true,
  combineWith: 'AND',
  fuzzy: (term) => (/^\p{L}{5,}$/u.test(term) ? 0.2 : false),
};

/** Words, and of names such as `attempt_in_flight`, `proxy-url` and `waitUntil` also the parts. */
function tokenize(text: string): string[] {
  const names = text.match(/[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*/gu) ?? [];
  return names.flatMap((name) => {
    const parts = name.split(/[-_.]|(?<=\p{Ll})(?=\p{Lu})/u);
    return parts.length > 1 ? [name, ...parts] : parts;
  });
}
