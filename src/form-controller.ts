import type { PaymentChangeDetail } from './events.js';
import { FIELDS } from './fields.js';
import { formatInPlace } from './format-input.js';
import { cardBrand, type CardBrand } from './payment/card.js';
import { checkForm, type FieldName, type FieldProblems, type FormValues } from './payment/form.js';

/** The part of the element that the form needs. */
export interface FormHost {
  readonly renderRoot: ParentNode;
  requestUpdate(): void;
  addController(controller: FormController): void;
}

const DEFINITIONS = Object.entries(FIELDS) as [FieldName, (typeof FIELDS)[FieldName]][];

/**
 * Works on the inputs while a person types: groups digits, says what is wrong and when. The values stay in the
 * inputs alone; nothing here keeps one. The element is drawn again only when an error or the brand changes.
 */
export class FormController {
  /** The problems that are shown, by field. */
  shown: FieldProblems = {};
  brand: CardBrand | undefined;
  readonly #host: FormHost;
  readonly #onChange: (detail: PaymentChangeDetail) => void;
  readonly #prefilled = new WeakMap<HTMLInputElement, string>();
  #lastChange = JSON.stringify({ valid: false, complete: false });

  constructor(host: FormHost, onChange: (detail: PaymentChangeDetail) => void) {
    this.#host = host;
    this.#onChange = onChange;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.clearCard);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.clearCard);
  }

  /** Every field's value as it stands in its input now, whoever put it there. */
  values(): FormValues {
    const values: FormValues = {};
    for (const [name, input] of this.#inputs()) values[name] = input.value;
    return values;
  }

  /** Checks all fields and shows what is wrong; the first wrong one gets the focus. */
  check(): FieldProblems {
    this.shown = checkForm(this.values());
    this.#host.requestUpdate();
    this.#inputs()
      .find(([name]) => this.shown[name])?.[1]
      .focus();
    return this.shown;
  }

  /** Empties the fields that hold card data. */
  readonly clearCard = (): void => {
    for (const [name, input] of this.#inputs()) if (FIELDS[name].card) input.value = '';
    this.#changed();
  };

  /** Empties every field and takes the errors away. */
  clear(): void {
    for (const [, input] of this.#inputs()) input.value = '';
    this.shown = {};
    this.#changed();
  }

  /** Puts values into fields that are empty; once per field, so that a person can empty one again. */
  prefill(values: FormValues): void {
    for (const [name, input] of this.#inputs()) {
      if (!values[name] || this.#prefilled.get(input) === values[name]) continue;
      this.#prefilled.set(input, values[name]);
      input.value ||= values[name];
    }
  }

  focus(options?: FocusOptions): void {
    this.#inputs()[0]?.[1].focus(options);
  }

  readonly onInput = (event: Event): void => {
    const [name, input] = this.#inputs().find(([, candidate]) => candidate === event.target) ?? [];
    const format = name && FIELDS[name].format;
    if (format && !(event as InputEvent).isComposing) formatInPlace(input as HTMLInputElement, format);
    this.#changed();
  };

  readonly onLeave = (event: FocusEvent): void => {
    const [name, input] = this.#inputs().find(([, candidate]) => candidate === event.target) ?? [];
    // The button checks everything itself; an error that appears under a press would move it away.
    if (!name || !input?.value || event.relatedTarget instanceof HTMLButtonElement) return;
    this.shown = { ...this.shown, [name]: checkForm(this.values())[name] };
    this.#host.requestUpdate();
  };

  #changed(): void {
    const values = this.values();
    const problems = checkForm(values);
    const brand = cardBrand(values['card-number'] ?? '');
    const wrong = Object.entries(this.shown).filter(([name]) => problems[name as FieldName]);
    const errorsChanged = wrong.length !== Object.keys(this.shown).length;
    if (errorsChanged) this.shown = Object.fromEntries(wrong.map(([name]) => [name, problems[name as FieldName]]));
    if (errorsChanged || brand?.id !== this.brand?.id) this.#host.requestUpdate();
    this.brand = brand;

    const detail = {
      valid: Object.keys(problems).length === 0,
      complete: Object.values(values).every((value) => value.trim() !== ''),
      brand: brand?.id,
    };
    const change = JSON.stringify(detail);
    if (change !== this.#lastChange) this.#onChange(detail);
    this.#lastChange = change;
  }

  #inputs(): [FieldName, HTMLInputElement][] {
    const inputs = [...this.#host.renderRoot.querySelectorAll('input')];
    return inputs.flatMap((input): [FieldName, HTMLInputElement][] => {
      const name = DEFINITIONS.find(([, definition]) => definition.id === input.id)?.[0];
      return name ? [[name, input]] : [];
    });
  }
}
