import ENGLISH from './locales/en.js';

export type MessageKey = keyof typeof ENGLISH;

/** All texts by key, as in the `messages` property. */
export type Messages = Record<MessageKey, string>;

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

const PLACEHOLDER = /\{(\w+)\}/g;

const BUILT_IN_TEXTS = Object.values(ENGLISH).join();

const isBuiltIn = (name: string) => BUILT_IN_TEXTS.includes(`{${name}}`);

/**
 * Returns the first placeholder of a text that is not known.
 * @param isKnown - tells by its name. Default: a built-in text has it
 */
export function unknownPlaceholder(text: string, isKnown = isBuiltIn): string | undefined {
  return text.match(PLACEHOLDER)?.find((placeholder) => !isKnown(placeholder.slice(1, -1)));
}

/** In right-to-left text each value is isolated (U+2068, U+2069), or 04 / 30 would read 30 / 04. */
export function fill(text: string, values: Readonly<Record<string, () => string>>): string {
  const [before, after] = RIGHT_TO_LEFT.test(text) ? ['\u2068', '\u2069'] : ['', ''];
  return text.replace(PLACEHOLDER, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? `${before}${values[name]?.() ?? ''}${after}` : placeholder,
  );
}
