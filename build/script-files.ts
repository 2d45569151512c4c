/** What lies beside the script for the forms that need it, by the name of its source in `src`. */
export const PARTS: readonly string[] = ['cards', 'doubt', 'encryption', 'explanations', 'extras'];

/** What a merchant with a script tag copies out of the package's `dist`: the script, and what it loads from beside it. */
export const SCRIPT_FILE = new RegExp(`^(payment-widget|${PARTS.join('|')}|locales/(extras/)?[\\w-]+)\\.js$`);
