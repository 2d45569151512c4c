import { css, html, LitElement, unsafeCSS, type TemplateResult } from 'lit';
import { brandOf, digitsOf, findErrors, formatCvc, formatExpiry, formatNumber, type Typed } from '../shared/card.js';
import styles from '../shared/form.css?text';
import { PAY_LABEL, sendPayment } from '../shared/order.js';
import { reformat } from '../shared/typing.js';

const FORMATS: Readonly<Record<string, (text: string) => string>> = {
  number: formatNumber,
  expiry: formatExpiry,
  cvc: formatCvc,
};

type Errors = Partial<Record<keyof Typed, string>>;

/** The smallest Lit element with the features of the plain form. The inputs hold the values. */
export class CardForm extends LitElement {
  static override styles = css`
    ${unsafeCSS(styles)}
  `;
  static override properties = {
    brand: { attribute: false },
    errors: { attribute: false },
    busy: { attribute: false },
    outcome: { attribute: false },
  };
  declare brand: string;
  declare errors: Errors;
  declare busy: boolean;
  declare outcome: string;

  constructor() {
    super();
    this.brand = '';
    this.errors = {};
    this.busy = false;
    this.outcome = '';
  }

  override render(): TemplateResult {
    const { brand, busy, outcome } = this;
    return html`<form
      class="card-form"
      novalidate
      @input=${this.#handleInput}
      @focusout=${this.#handleFocusOut}
      @submit=${this.#submit}
    >
      <div class="field wide">
        <div class="label"><label for="number">Card number</label> <span>${brand}</span></div>
        <input
          id="number"
          name="number"
          autocomplete="cc-number"
          inputmode="numeric"
          aria-invalid=${this.#ariaInvalid('number')}
          aria-describedby="number-error"
        />
        <span class="error" id="number-error">${this.errors.number}</span>
      </div>
      <div class="field">
        <label for="expiry">Expiry date</label>
        <input
          id="expiry"
          name="expiry"
          autocomplete="cc-exp"
          inputmode="numeric"
          placeholder="MM / YY"
          aria-invalid=${this.#ariaInvalid('expiry')}
          aria-describedby="expiry-error"
        />
        <span class="error" id="expiry-error">${this.errors.expiry}</span>
      </div>
      <div class="field">
        <label for="cvc">Security code</label>
        <input
          id="cvc"
          name="cvc"
          autocomplete="cc-csc"
          inputmode="numeric"
          aria-invalid=${this.#ariaInvalid('cvc')}
          aria-describedby="cvc-error"
        />
        <span class="error" id="cvc-error">${this.errors.cvc}</span>
      </div>
      <div class="field wide">
        <label for="name">Name on card</label>
        <input
          id="name"
          name="name"
          autocomplete="cc-name"
          aria-invalid=${this.#ariaInvalid('name')}
          aria-describedby="name-error"
        />
        <span class="error" id="name-error">${this.errors.name}</span>
      </div>
      <button class="wide" ?disabled=${busy}>${PAY_LABEL}</button>
      <div class="wide" role="status">${outcome}</div>
    </form>`;
  }

  get #form(): HTMLFormElement {
    return this.renderRoot.querySelector('form') as HTMLFormElement;
  }

  get #values(): Typed {
    return Object.fromEntries(new FormData(this.#form)) as unknown as Typed;
  }

  #ariaInvalid(name: keyof Typed): 'true' | 'false' {
    return this.errors[name] ? 'true' : 'false';
  }

  #handleInput({ target }: Event): void {
    const input = target as HTMLInputElement;
    const name = input.name as keyof Typed;
    const format = FORMATS[name];
    if (format) reformat(input, format);
    if (name === 'number') this.brand = brandOf(digitsOf(input.value)).name;
    if (this.errors[name]) this.#setError(name, undefined);
  }

  #handleFocusOut({ target }: Event): void {
    const { name, value } = target as HTMLInputElement;
    const values = this.#values;
    if (value && name in values) this.#setError(name as keyof Typed, findErrors(values)[name as keyof Typed]);
  }

  #setError(name: keyof Typed, error: string | undefined): void {
    if (this.errors[name] === error) return;
    const { [name]: _, ...others } = this.errors;
    this.errors = error === undefined ? others : { ...others, [name]: error };
  }

  #submit(event: Event): void {
    event.preventDefault();
    void this.#pay();
  }

  async #pay(): Promise<void> {
    const values = this.#values;
    this.errors = findErrors(values);
    const [first] = Object.keys(this.errors);
    if (first) {
      (this.#form.elements.namedItem(first) as HTMLInputElement).focus();
      return;
    }
    this.busy = true;
    const isPaid = await sendPayment(values).catch(() => false);
    this.busy = isPaid;
    this.outcome = isPaid ? 'Thank you, it is paid.' : 'The payment failed.';
  }
}

customElements.define('card-form', CardForm);
