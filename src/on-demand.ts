/** What not every form needs lies in files beside the script. Each is loaded by the first form that needs it. */

/** What the fields beyond the card need: see `extras.ts`. */
export type Extras = typeof import('./extras.js');

export const loadExtras = (): Promise<Extras> => load('extras.js', () => import('./extras.js'));

export const loadEncryption = (): Promise<typeof import('./encryption.js')> =>
  load('encryption.js', () => import('./encryption.js'));

export const loadCards = (): Promise<typeof import('./cards.js')> => load('cards.js', () => import('./cards.js'));

export const loadExplanations = (): Promise<typeof import('./explanations.js')> =>
  load('explanations.js', () => import('./explanations.js'));

export const loadDoubt = (): Promise<typeof import('./doubt.js')> => load('doubt.js', () => import('./doubt.js'));

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
