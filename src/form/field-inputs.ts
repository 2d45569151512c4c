import { FIELDS } from './fields.js';
import type { Extras } from '../on-demand.js';
import { isCardData, type FieldName } from '../contract/field-names.js';
import type { FormValues } from '../card/form-rules.js';

export type FieldInput = HTMLInputElement | HTMLSelectElement;

const NAMES = new Map(Object.entries(FIELDS).map(([name, { id }]) => [id, name as FieldName]));

/**
 * The inputs of the form as they stand in the document now. Values live in them alone; only what is no card data is
 * remembered while its field is away.
 */
export class FieldInputs {
  /** In the order of the form. Only a drawing changes them. */
  entries: readonly (readonly [FieldName, FieldInput])[] = [];
  readonly #known = new WeakSet<FieldInput>();
  #prefilled = new WeakMap<FieldInput, string>();
  #away: FormValues = {};
  #focused: FieldName | undefined;
  #selection: readonly [number | null, number | null] = [null, null];

  /** What stands in a field, or will as soon as it is drawn. */
  text(name: FieldName): string {
    return this.#get(name)?.value ?? this.#away[name] ?? '';
  }

  /** Writes into a field, now or as soon as it is drawn. */
  write(name: FieldName, text: string): void {
    const input = this.#get(name);
    if (input) input.value = text;
    else this.#away[name] = text;
  }

  /** The field that an event comes from. */
  find(target: EventTarget | null): readonly [FieldName, FieldInput] | undefined {
    return this.entries.find(([, input]) => input === target);
  }

  /** Every value as it stands in its input now, whoever put it there. */
  values(): FormValues {
    return Object.fromEntries(this.entries.map(([name, { value }]) => [name, value]));
  }

  /** Empties every field; the first values come again with the next drawing. */
  clear(): void {
    this.#away = {};
    this.#prefilled = new WeakMap();
    for (const [, input] of this.entries) input.value = '';
  }

  /** Empties the fields that hold card data. */
  clearCard(): void {
    for (const [name, input] of this.entries) if (isCardData(name)) input.value = '';
  }

  /** Before a drawing: remembers what the drawing may take away or move. */
  beforeDrawing(): void {
    for (const [name, input] of this.entries) {
      if (!isCardData(name)) this.#away[name] = input.value;
      if (!hasFocus(input)) continue;
      this.#focused = name;
      if (input instanceof HTMLInputElement) this.#selection = [input.selectionStart, input.selectionEnd];
    }
  }

  /**
   * After a drawing: a field that is back has what was typed into it, an empty one its first value, and one that was
   * moved has the focus again. A first value is given once, so that a person can empty the field.
   * @param root - what was drawn
   * @param extras - there when there is a list of countries
   */
  afterDrawing(root: ParentNode, prefill: FormValues, locale: string, extras: Extras | undefined): void {
    const inputs = root.querySelectorAll<FieldInput>('input, select');
    this.entries = Array.from(inputs, (input) => [NAMES.get(input.id) as FieldName, input]);
    for (const [name, input] of this.entries) {
      if (input instanceof HTMLSelectElement) extras?.fillCountries(input, locale);
      if (!this.#known.has(input)) input.value = this.#away[name] ?? '';
      this.#known.add(input);
      const first = prefill[name];
      if (!first || this.#prefilled.get(input) === first) continue;
      this.#prefilled.set(input, first);
      input.value ||= first;
    }
    this.#refocus();
  }

  #get(name: FieldName): FieldInput | undefined {
    return this.entries.find(([candidate]) => candidate === name)?.[1];
  }

  #refocus(): void {
    const input = this.#focused && this.#get(this.#focused);
    this.#focused = undefined;
    if (!input || hasFocus(input)) return;
    input.focus({ preventScroll: true });
    const [start, end] = this.#selection;
    if (start !== null && input instanceof HTMLInputElement) input.setSelectionRange(start, end);
  }
}

/** Whether an input has the focus of the page, be its window in front or not. */
export function hasFocus(input: FieldInput): boolean {
  return (input.getRootNode() as Document | ShadowRoot).activeElement === input;
}
