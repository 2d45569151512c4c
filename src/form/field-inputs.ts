import type { FormValues } from './form-rules.js';
import { isCardData, type FieldName } from '../contract/field-names.js';
import { FIELD_NAMES, INPUT_IDS } from '../contract/fields.js';
import { SENT_FORM, type FieldInput } from './fields.js';
import type { ContactFields, FormContext } from './form-context.js';

type Entry = readonly [FieldName, FieldInput];

const NAMES: Readonly<Record<string, FieldName>> = Object.fromEntries(
  FIELD_NAMES.map((name) => [INPUT_IDS[name], name]),
);

/** Only the inputs hold values; a removed field leaves its value here, unless it is card data. */
export class FieldInputs {
  entries: readonly Entry[] = [];
  names: readonly FieldName[] = [];
  hasTestCard = false;
  /** Meanwhile, a field that is removed with the focus was neither left nor changed by the shopper. */
  isRendering = false;
  /** The fields that the service has refused, until they change. */
  refused = new Set<FieldName>();
  #saved: FormValues = {};
  #prefilled: FormValues = {};
  #focused: FieldName | undefined;
  #selection: readonly [number | null, number | null] = [null, null];
  /** The target of an `input` event, if it was the last event. */
  #typedInto: EventTarget | null = null;

  text(name: FieldName): string {
    return this.#get(name)?.value ?? this.#saved[name] ?? '';
  }

  write(name: FieldName, text: string): void {
    const input = this.#get(name);
    if (input) input.value = text;
    else this.#saved[name] = text;
  }

  get focused(): FieldInput | undefined {
    return this.entries.find(([, input]) => hasFocus(input))?.[1];
  }

  find(target: EventTarget | null): Entry | undefined {
    return this.entries.find((entry) => entry[1] === target);
  }

  values(): FormValues {
    const values: FormValues = {};
    for (const [name, input] of this.entries) values[name] = input.value;
    return values;
  }

  /** Whether the `input` event before this `change` event had the same text. */
  isRead({ type, target, isTrusted }: Event): boolean {
    const isRead = type === 'change' && isTrusted && target === this.#typedInto && this.find(target) !== undefined;
    if (!isRead) this.#typedInto = type === 'input' ? target : null;
    return isRead;
  }

  /** The next render fills in the initial values again. */
  clear(root: ParentNode | undefined): void {
    this.hasTestCard = false;
    this.#saved = {};
    this.#prefilled = {};
    if (this.entries.length === 0) root?.querySelector('form')?.reset(); // the shopper may have typed already
    for (const [, input] of this.entries) input.value = '';
    this.refused.clear();
  }

  clearCard(): void {
    this.hasTestCard = false;
    for (const [name, input] of this.entries) if (isCardData(name)) input.value = '';
  }

  fillTestCard(values: FormValues | undefined): void {
    for (const [name, input] of this.entries) input.value = values?.[name] ?? '';
    this.hasTestCard = true;
  }

  /** Saves values, focus and selection, which a render can lose. The first view may have been typed into. */
  beforeRender(root: ParentNode, contact: ContactFields | undefined): void {
    this.isRendering = true;
    const isFirst = this.entries.length === 0;
    if (isFirst) this.entries = findInputs(root);
    for (const [name, input] of this.entries) {
      if (!isCardData(name) && (input.value || !isFirst))
        this.#saved[name] = contact?.regionName(input, this.#saved[name]) ?? input.value;
      if (!hasFocus(input)) continue;
      this.#focused = name;
      if (input instanceof HTMLInputElement) this.#selection = [input.selectionStart, input.selectionEnd];
    }
  }

  /** Fills in initial values once each, so that the shopper can empty the field. */
  afterRender(root: ParentNode, { firstValues, rules, contact }: FormContext, country = ''): void {
    const before = this.entries;
    for (const node of root.querySelectorAll(SENT_FORM)) node.remove();
    this.entries = findInputs(root);
    this.names = this.entries.map(([name]) => name);
    for (const [name, input] of this.entries) {
      const isEmptied = input instanceof HTMLSelectElement && contact?.fillOptions(input, rules.locale, country);
      const known = before.find((entry) => entry[0] === name)?.[1];
      if (known !== input || isEmptied) write(input, isCardData(name) ? known?.value : this.#saved[name], contact);
      if (known && known !== input) contact?.relay(known, input);
      if (!known) this.#prefilled[name] = '';
      this.#prefill(name, input, firstValues[name], contact);
    }
    this.#restoreFocus();
    this.isRendering = false;
  }

  #prefill(name: FieldName, input: FieldInput, initial: string | undefined, contact: ContactFields | undefined): void {
    if (!initial || this.#prefilled[name] === initial) return;
    this.#prefilled[name] = initial;
    write(input, initial, contact);
  }

  #get(name: FieldName): FieldInput | undefined {
    return this.entries.find(([candidate]) => candidate === name)?.[1];
  }

  #restoreFocus(): void {
    const input = this.#focused && this.#get(this.#focused);
    this.#focused = undefined;
    if (!input || hasFocus(input)) return;
    const [start, end] = this.#selection;
    if (start !== null && input instanceof HTMLInputElement) input.setSelectionRange(start, end);
    input.focus({ preventScroll: true }); // the focus may format the text
  }
}

/** Fills in a text, but keeps what may have been typed already. */
function write(input: FieldInput, text: string | undefined, contact: ContactFields | undefined): void {
  if (text && !input.value) input.value = contact?.regionCode(input, text) ?? text;
}

/** Returns whether an element has the focus, even if the window is not active. */
export function hasFocus(input: HTMLElement): boolean {
  return (input.getRootNode() as Document | ShadowRoot).activeElement === input;
}

function findInputs(root: ParentNode): Entry[] {
  const inputs = root.querySelectorAll<FieldInput>('input:not([type=radio]), select');
  return [...inputs].map((input) => [NAMES[input.id] as FieldName, input]);
}
