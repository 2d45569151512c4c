/** The files that the script loads on demand, by name. */
export const PARTS: Readonly<Record<string, string>> = {
  cards: 'src/form/card-data.ts',
  doubt: 'src/transport/attempt-report.ts',
  encryption: 'src/contract/encrypt-card.ts',
  extras: 'src/form/optional-fields.ts',
};

/** What a merchant with a script tag copies out of the package's `dist`: the script, and what it loads from beside it. */
export const SCRIPT_FILE = new RegExp(
  `^(payment-widget|${Object.keys(PARTS).join('|')}|locales/(extras/)?[\\w-]+)\\.js$`,
);
