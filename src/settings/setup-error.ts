import { PaymentError } from '../contract/errors.js';
import type { Sentences } from './explanations.js';
import { loadExplanations } from '../on-demand.js';
import { realClock, withinTime } from '../transport/clock.js';

/** How long an error waits to be put into words, in ms. */
const PATIENCE = 2000;

type Found<Code extends keyof Sentences> =
  Parameters<Sentences[Code]> extends [setting: string, ...found: infer Found] ? Found : [];

let sentences: Sentences | undefined;

/**
 * An error that only who has set up the page can mend. It refuses by itself, at once; what was expected is told by
 * `explanations.ts`, which has a sentence for each code that there is here.
 */
export class SetupError<Code extends keyof Sentences = keyof Sentences> extends PaymentError {
  readonly #sentence: (sentences: Sentences) => string;
  #explained: PaymentError | undefined;

  /**
   * @param setting - as the page writes it
   * @param found - what the sentence tells of it; nothing secret, and no card data
   */
  constructor(code: Code, setting: string, ...found: Found<Code>) {
    super(code, `${setting} is not usable (${code}). explanations.js, which says more, could not be loaded.`);
    this.#sentence = (all) => (all[code] as (setting: string, ...found: unknown[]) => string)(setting, ...found);
  }

  /** The error to tell: in whole sentences once they are there. */
  get explained(): PaymentError {
    if (sentences) this.#explained ??= new PaymentError(this.code, this.#sentence(sentences));
    return this.#explained ?? this;
  }
}

/** Loads the sentences, if they are needed and not there, and puts the error into words if that can be done. */
export async function explain(error: PaymentError): Promise<PaymentError> {
  if (!(error instanceof SetupError)) return error;
  try {
    sentences ??= (await withinTime(PATIENCE, realClock, loadExplanations)).SENTENCES;
  } catch {
    // The error says so itself.
  }
  return error.explained;
}
