import { PROTOTYPE_NAMES } from '../contract/metadata.js';

/** An unterminated string matches to the end of the text; a new search from each quote would take quadratic time. */
const TOKEN = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|[[\]{}:,]|[^\s"[\]{}:,]+/g;

interface JsonToken {
  readonly text: string;
  readonly at: number;
  readonly isName: boolean;
}

/** Splits a text into tokens. They are reliable only if `JSON.parse` accepts the text. */
export function* tokensOf(json: string): Generator<JsonToken> {
  let pending: JsonToken | undefined;
  for (const { 0: text, index: at } of json.matchAll(TOKEN)) {
    if (pending) yield { ...pending, isName: text === ':' };
    const token = { text, at, isName: false };
    pending = text.startsWith('"') ? token : undefined; // the next token decides whether it is a name
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

/** Decodes a string token, since escapes allow several forms of one name. Returns an invalid token as it is. */
function readString(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    return JSON.parse(token) as string;
  } catch {
    return token;
  }
}
