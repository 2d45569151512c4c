import { PROTOTYPE_NAMES } from 'payment-widget/contract';

/**
 * A string, with the colon after it if it is a name, or a bracket. An unterminated string matches to the end of the text; a new
 * search from each quote would take quadratic time.
 */
const TOKEN = /("(?:[^"\\]|\\[^])*(?:"|\\?$))\s*(:)?|[[\]{}]/g;

/** What `JSON.parse` accepts without an error. */
export type JsonFlaw = 'too_deep' | 'name_twice' | 'name_of_prototype';

/**
 * Finds nesting deeper than `depth`, two members of one object with the same name (parsers disagree on which one counts),
 * or a forbidden name. Reliable only if `JSON.parse` accepts the text.
 */
export function findFlaw(
  json: string,
  depth: number,
  forbidden: readonly string[] = PROTOTYPE_NAMES,
): JsonFlaw | undefined {
  const open: Set<string>[] = [];
  for (const [token, string, colon] of json.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    if (open.length > depth) return 'too_deep';
    if (string === undefined || colon === undefined) continue;
    const name = readString(string);
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

/** A body that was passed to `resolve()` may not be JSON. */
export function parseBody(body = 'null'): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
