import { MAX_DESCRIPTION, MAX_METADATA_KEY, MAX_METADATA_VALUE, MAX_REFERENCE, PROTOTYPE_NAMES } from './limits.js';
import { removeHarmful } from './plain-text.js';
import { hasInvisibleEnd } from './reference.js';

/** One line without control characters and bidirectional formatting. U+2028 and U+2029 separate lines. */
export const LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/;

/** Whether a value can name an order. Two spellings would be two orders, so nothing is removed from it. */
export function isReference(value: unknown): value is string {
  return isText(value, MAX_REFERENCE) && LINE.test(value) && !hasInvisibleEnd(value);
}

/** Whether a value can be a description. Only the page accepts harmful characters: it removes them. */
export function isDescription(value: unknown): value is string {
  return isText(value, MAX_DESCRIPTION);
}

/** Whether a value is a plain object of texts. Only the page accepts harmful characters in them: it removes them. */
export function isMetadata(value: unknown): value is Readonly<Record<string, string>> {
  const isValid = ([name, text]: [string, unknown]) =>
    isText(name, MAX_METADATA_KEY) &&
    name === removeHarmful(name) &&
    !PROTOTYPE_NAMES.includes(name) &&
    isText(text, MAX_METADATA_VALUE);
  return isPlainObject(value) && Object.entries(value).every(isValid);
}

export function isPlainObject(value: unknown): value is object {
  return Object.prototype.toString.call(value) === '[object Object]';
}

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length <= max;
}
