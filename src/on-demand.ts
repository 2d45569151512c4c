/** What not every form needs lies in files beside the script. Each is loaded by the first form that needs it. */

/** What the fields beyond the card need: see `extras.ts`. */
export type Extras = typeof import('./extras.js');

export const loadExtras = (): Promise<Extras> => import('./extras.js');

export const loadEncryption = (): Promise<typeof import('./encryption.js')> => import('./encryption.js');

export const loadCards = (): Promise<typeof import('./cards.js')> => import('./cards.js');

export const loadExplanations = (): Promise<typeof import('./explanations.js')> => import('./explanations.js');

export const loadDoubt = (): Promise<typeof import('./doubt.js')> => import('./doubt.js');
