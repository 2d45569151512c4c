import type { FieldInputs } from './field-inputs.js';

/** The amount that the page offers to a shopper who may type another. */
export class AmountOffer {
  /** Whether the page has set an amount, which replaces what the shopper typed. */
  isNew = false;
  readonly #inputs: FieldInputs;
  #text = '';

  constructor(inputs: FieldInputs) {
    this.#inputs = inputs;
  }

  /** Whether the shopper has not typed another amount. */
  get isKept(): boolean {
    return this.#inputs.text('amount') === this.#text;
  }

  /** @param text - without it, the page offers none */
  make(text = ''): void {
    if ((this.isNew && text) || this.isKept) this.#inputs.write('amount', text);
    this.#text = text;
    this.isNew = false;
  }

  clear(): void {
    this.#text = '';
  }
}
