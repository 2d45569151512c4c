import { MAX_METADATA_VALUE } from './payment/schema.js';

/** What a control has that takes part in a form: one of HTML's own, or a form-associated custom element. */
export type SlottedControl = HTMLElement &
  Pick<HTMLInputElement, 'name' | 'value' | 'validationMessage' | 'checkValidity'> &
  Partial<Pick<HTMLInputElement, 'checked' | 'type' | 'labels'>>;

const NEVER_SENT = ['button', 'submit', 'reset', 'image', 'file', 'password'];

/** The page's own controls in a slot: a checkbox for the terms, a note for a gift. They stay the page's. */
export class SlottedControls {
  readonly #slot: () => HTMLSlotElement | null | undefined;

  constructor(slot: () => HTMLSlotElement | null | undefined) {
    this.#slot = slot;
  }

  /** Whether all are valid now. Tells none of them. */
  get valid(): boolean {
    return !this.#all().some(isWrong);
  }

  /** Those that are not valid, a group of radio buttons once. Each is told, as by a form: it gets `invalid`. */
  check(): SlottedControl[] {
    const wrong = this.#all().filter(isWrong);
    for (const control of wrong) control.checkValidity();
    return wrong.filter(
      ({ type, name }, index) => type !== 'radio' || wrong.findIndex((other) => other.name === name) === index,
    );
  }

  /** Whether one of {@link check} still has to be mended. */
  isStillWrong(control: SlottedControl): boolean {
    return isWrong(control) && this.#all().includes(control);
  }

  /** What they hold, by name; nothing for one that is empty, unchecked or disabled. Several of one name share an entry. */
  values(): Record<string, string> {
    const values = new Map<string, string>();
    for (const control of this.#all()) {
      const value = valueOf(control);
      if (!value || !control.name || control.matches(':disabled')) continue;
      const before = values.get(control.name);
      values.set(control.name, before === undefined ? value : `${before}, ${value}`);
    }
    return Object.fromEntries(values);
  }

  #all(): SlottedControl[] {
    const elements = this.#slot()?.assignedElements({ flatten: true }) ?? [];
    return elements.flatMap((element) => [element, ...element.querySelectorAll('*')]).filter(isControl);
  }
}

function isControl(element: Element): element is SlottedControl {
  const { formAssociated } = element.constructor as { formAssociated?: boolean };
  if (!formAssociated && !element.matches('input, select, textarea')) return false;
  return !NEVER_SENT.includes((element as SlottedControl).type ?? '');
}

function isWrong(control: SlottedControl): boolean {
  return control.matches(':invalid') || valueOf(control).length > MAX_METADATA_VALUE;
}

function valueOf(control: SlottedControl): string {
  if (control instanceof HTMLSelectElement) return [...control.selectedOptions].map(({ value }) => value).join(', ');
  const hasCheck = !(control instanceof HTMLInputElement) || /^(checkbox|radio)$/.test(control.type);
  return hasCheck && control.checked === false ? '' : control.value;
}
