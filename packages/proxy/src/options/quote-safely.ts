/** Shorter than any part of a secret that helps to guess it, and long enough for `prod`, `yes` or `0`. */
const SHORT_WORD = /^[\w.:-]{0,5}$/;

/**
 * What a message says of a value that someone has set: any value may be a secret in the wrong place, and no pattern tells a
 * password from a word. So only short words are quoted.
 */
export function quoteSafely(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value !== 'string') return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
  return SHORT_WORD.test(value) ? JSON.stringify(value) : `a text of ${value.length} characters`;
}
