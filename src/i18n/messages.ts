import type ENGLISH from './locales/en.js';

export type MessageKey = keyof typeof ENGLISH;

/** All texts by key, as in the `messages` property. */
export type Messages = Record<MessageKey, string>;

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

/** In right-to-left text each value is isolated (U+2068, U+2069), or 04 / 30 would read 30 / 04. */
export function fill(text: string, values: Readonly<Record<string, () => string>>): string {
  const [before, after] = RIGHT_TO_LEFT.test(text) ? ['\u2068', '\u2069'] : ['', ''];
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? `${before}${values[name]?.() ?? ''}${after}` : placeholder,
  );
}
