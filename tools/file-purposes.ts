/** What each file of `dist/browser` is for. A file without a purpose stops the build. `HASH` stands for eight hexadecimal digits. */
export const FILE_PURPOSES = {
  'payment-widget.js': 'Defines <payment-widget> and shows the payment form.',
  'payment-widget.css': 'Keeps room for the form, and shows the text inside the element only if the script is late.',
  'form.css': 'The styles of the form that a page sends in its HTML.',
  'behaviour-HASH.js':
    'Validates the form and sends payments to the proxy of the shop; loaded right after the form is shown.',
  'isolated-behaviour-HASH.js': 'Opens the frame of isolated mode, and connects it with the page.',
  'token-order-HASH.js': 'Reads the order of an order token; loaded in the frame of isolated mode.',
  'frame.js': 'The form in the frame of isolated mode; loaded from the origin of the proxy only.',
  'read-settings-HASH.js': 'Has the rules of settings that few pages have, and explains what is wrong with a setting.',
  'setup-hints-HASH.js':
    'Finds what is suspicious about the page and the proxy; loaded in Test mode, on localhost or for a silent proxy if no mode is known, and by diagnose().',
  'order-guard-HASH.js':
    'Keeps windows of a browser from paying an order twice; loaded if the proxy does not declare idempotency.',
  'extra-fields-HASH.js': 'Fields other than the card, and the test-card button; loaded by forms that have them.',
  'regions/COUNTRY-HASH.js': 'The regions of one country; loaded once a shopper of that country enters an address.',
  'settle-attempt-HASH.js':
    'Reads answers other than paid, sends again, and asks the proxy for the outcome; loaded for such an answer, or for none.',
  'problems-HASH.js': 'Shows errors, failures, and outcomes other than paid; loaded when there is one.',
  'slotted-controls-HASH.js': 'Reads and checks the controls that the page adds to the form; loaded if it has some.',
  'card-data-HASH.js': 'Marks of card networks and rules of regional ones; loaded for cards of such networks.',
  'networks-HASH.js':
    'Accepted brands, and the choice of the network of a co-badged card; loaded if page or proxy have them.',
  'next-action-HASH.js': 'Leads the shopper to a confirmation by the bank; loaded if the service asks for one.',
  'test-numbers-HASH.js': 'Test card numbers; loaded in Live mode for a valid number, to warn of them.',
  'languages-HASH.js': 'Chooses the language of the form; loaded by pages in another language than English.',
  'locales/LANGUAGE-HASH.js': 'Texts of the form in one language; loaded by pages in that language.',
} as const satisfies Record<string, string>;

export function purposeOf(file: string): string | undefined {
  const name = file
    .replace(HASH, '-HASH')
    .replace(/^locales\/.+(?=-)/, 'locales/LANGUAGE')
    .replace(/^regions\/.+(?=-)/, 'regions/COUNTRY');
  return (FILE_PURPOSES as Readonly<Record<string, string>>)[name];
}

const HASH = /-[\da-f]{8}(?=\.js\b)/;

/** Without the hash of its content. */
export function plainName(file: string): string {
  return file.replace(HASH, '');
}
