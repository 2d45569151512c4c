/** What not every form needs lies in files beside the script. Each is loaded by the first form that needs it. */

/** What the fields beyond the card need: see `extras.ts`. */
export type Extras = typeof import('./form/optional-fields.js');

export const loadExtras = (): Promise<Extras> => load('extras.js', () => import('./form/optional-fields.js'));

export const loadEncryption = (): Promise<typeof import('./contract/encrypt-card.js')> =>
  load('encryption.js', () => import('./contract/encrypt-card.js'));

/** Names of files that could not be loaded. */
const missing = new Set<string>();

/** The form does without the file, or says what it cannot do; why, the developer is told here, once. */
async function load<Part>(name: string, start: () => Promise<Part>): Promise<Part> {
  try {
    return await start();
  } catch (cause) {
    if (!missing.has(name)) console.warn(`<payment-widget>: ${name} could not be loaded.`, cause);
    missing.add(name);
    throw cause;
  }
}
