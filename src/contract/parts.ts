/** A file of `dist/browser` that is loaded on demand. Its name ends with a hash of its content: 8 hex digits. */
export interface Part {
  /** The module of `src` that it starts with. */
  readonly module: string;
  readonly purpose: string;
  /** When a page loads it, in the documentation. */
  readonly loaded: string;
  /** What happens without it, in the documentation. */
  readonly ifMissing: string;
  /** The limit of its size, compressed with brotli. Default: a limit of several files counts */
  readonly limit?: string;
}

const FAILS = 'Pay fails with [`not_loaded`](errors.md#not_loaded)';

/** Each part of the script, by the name of its file. Build, size limits, linter and documentation read this table. */
export const PARTS = {
  'card-form': {
    module: 'element/card-form',
    purpose: 'Validates the form and sends payments to the proxy of the shop.',
    loaded: 'always, right after the form is shown',
    ifMissing: FAILS,
  },
  languages: {
    module: 'i18n/languages',
    purpose: 'Chooses the language of the form.',
    loaded: 'on pages in another language than English',
    ifMissing: 'the form is in English',
    limit: '1 kB',
  },
  'locales/LANGUAGE': {
    module: 'i18n/locales/LANGUAGE',
    purpose: 'Texts of the form in one language.',
    loaded: 'on pages in that language',
    ifMissing: 'the form is in English',
    limit: '2.85 kB',
  },
  'contact-fields': {
    module: 'element/contact-fields',
    purpose: 'Contact, address and amount fields, and the test-card button.',
    loaded: 'for [fields](fields.md) beyond the card, and `test-card`',
    ifMissing: FAILS,
    limit: '8.55 kB',
  },
  'read-settings': {
    module: 'settings/read-settings',
    purpose: 'Checks settings that few pages have, and explains what is wrong with a setting.',
    loaded: 'for uncommon settings, such as `metadata`, and for errors',
    ifMissing: FAILS,
    limit: '3.1 kB',
  },
  'card-data': {
    module: 'form/card-data',
    purpose: 'Marks of card networks, and rules of regional ones.',
    loaded: 'for networks beyond Visa, Mastercard and American Express',
    ifMissing: 'no mark for that card',
    limit: '1.65 kB',
  },
  'test-numbers': {
    module: 'contract/test-numbers',
    purpose: 'Test card numbers, to warn of them.',
    loaded: 'in Live mode, for a valid number',
    ifMissing: 'no warning about test numbers',
    limit: '0.55 kB',
  },
  'settle-attempt': {
    module: 'payment/settle-attempt',
    purpose: 'Reads answers other than paid, sends again, and asks the proxy for the outcome.',
    loaded: 'for an answer other than paid, or for none',
    ifMissing: 'a decline has no reason; else the outcome is unknown',
    limit: '4.02 kB',
  },
  problems: {
    module: 'element/problems',
    purpose: 'Shows errors, failures, and outcomes other than paid.',
    loaded: 'for an error, a failure, or an outcome other than paid',
    ifMissing: 'a short text in its place',
    limit: '2.42 kB',
  },
  'slotted-controls': {
    module: 'form/slotted-controls',
    purpose: 'Reads and checks the controls that the page adds to the form.',
    loaded: 'for controls of your page in the slot `before-button`',
    ifMissing: FAILS,
    limit: '0.92 kB',
  },
  'regions/COUNTRY': {
    module: 'form/contact/regions/COUNTRY',
    purpose: 'The regions of one country.',
    loaded: 'for a country with a list of regions',
    ifMissing: 'the shopper types the region',
    limit: '1.6 kB',
  },
  networks: {
    module: 'element/networks',
    purpose: 'Accepted brands, and the choice of the network of a co-badged card.',
    loaded: 'for [accepted brands](fields.md#accepted-brands) and [co-badged cards](fields.md#co-badged-cards)',
    ifMissing: 'no marks, no choice of the network; the proxy refuses other brands',
    limit: '2.65 kB',
  },
  'next-action': {
    module: 'payment/next-action',
    purpose: 'Leads the shopper to a confirmation by the bank.',
    loaded: 'for a [bank confirmation](next-action.md)',
    ifMissing: 'the outcome is unknown: [`action_refused`](errors.md#action_refused)',
    limit: '0.93 kB',
  },
  'order-guard': {
    module: 'payment/order-guard',
    purpose: 'Keeps windows of a browser from paying an order twice.',
    loaded: 'if the proxy does not declare `idempotency`',
    ifMissing: FAILS,
    limit: '0.9 kB',
  },
  'setup-hints': {
    module: 'hints/setup-hints',
    purpose: 'Finds what is suspicious about the page and the proxy.',
    loaded: 'in Test mode; while no mode is known, on `localhost` or if the proxy is silent; by `diagnose()`',
    ifMissing: 'no [integration check](integration-check.md)',
    limit: '5.8 kB',
  },
  'isolated-form': {
    module: 'isolated/page/isolated-form',
    purpose: 'Opens the frame of isolated mode, and connects it with the page.',
    loaded: 'in [isolated mode](isolated-mode.md)',
    ifMissing: 'the content of the element instead of the form',
    limit: '11.2 kB',
  },
  'token-order': {
    module: 'payment/token-order',
    purpose: 'Reads the order of an order token.',
    loaded: 'in the frame of isolated mode, with an order token',
    ifMissing: 'Pay fails with [`frame_unavailable`](errors.md#frame_unavailable)',
    limit: '0.59 kB',
  },
} as const satisfies Record<string, Part>;

type NameOf<Row extends string> = Row extends `${infer Folder}/${string}` ? `${Folder}/${string}` : Row;

export type PartName = NameOf<keyof typeof PARTS>;
