import { PROTOTYPE_NAMES } from '../contract/limits.js';

/**
 * A token of JSON: a string, a mark, or a number or word. It always matches to an end, a string without its closing
 * quote to the end of the text: were it searched anew from every quote, 16 KiB could keep the process busy for long.
 */
const TOKEN = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|[[\]{}:,]|[^\s"[\]{}:,]+/g;

export interface JsonToken {
  readonly text: string;
  /** Where it begins. */
  readonly at: number;
  /** Whether it is the name of a member. */
  readonly isName: boolean;
}

/** The tokens of a text. What they are is certain only if `JSON.parse` takes the text. */
export function* tokensOf(json: string): Generator<JsonToken> {
  let pending: JsonToken | undefined;
  for (const { 0: text, index: at } of json.matchAll(TOKEN)) {
    if (pending) yield { ...pending, isName: text === ':' };
    const token = { text, at, isName: false };
    pending = text.startsWith('"') ? token : undefined; // what follows tells whether it is a name
    if (!pending) yield token;
  }
  if (pending) yield pending;
}

/** What `JSON.parse` accepts without an error. */
export type JsonFlaw = 'too_deep' | 'name_twice' | 'name_of_prototype';

/**
 * Finds nesting deeper than `depth`, two members of one object with the same name (parsers disagree on which one counts),
 * or a forbidden name.
 */
export function findFlaw(
  json: string,
  depth: number,
  forbidden: readonly string[] = PROTOTYPE_NAMES,
): JsonFlaw | undefined {
  const open: Set<string>[] = [];
  for (const { text, isName } of tokensOf(json)) {
    if (text === '{' || text === '[') open.push(new Set());
    else if (text === '}' || text === ']') open.pop();
    if (open.length > depth) return 'too_deep';
    if (!isName) continue;
    const name = readString(text);
    if (forbidden.includes(name)) return 'name_of_prototype';
    const names = open.at(-1);
    if (names?.has(name)) return 'name_twice';
    names?.add(name);
  }
  return undefined;
}

/** What a string token says: two spellings of one name are one name. One that is broken says what stands there. */
export function readString(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    return JSON.parse(token) as string;
  } catch {
    return token;
  }
}
