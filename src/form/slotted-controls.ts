import { MAX_METADATA_VALUE } from '../contract/limits.js';

/** A control that takes part in a form: one of HTML's own, or a custom element, of which nothing more is certain. */
export type SlottedControl = HTMLElement &
  Partial<Pick<HTMLInputElement, 'name' | 'type' | 'checked' | 'labels' | 'validationMessage' | 'checkValidity'>> & {
    readonly value?: unknown;
  };

const NEVER_SENT = ['button', 'submit', 'reset', 'image', 'file', 'password'];

/** The page's own controls in a slot: a checkbox for the terms, a note for a gift. They stay the page's. */
export class SlottedControls {
  readonly #slot: () => HTMLSlotElement | null | undefined;

  /** @param slot - the slot, as soon as it is drawn */
  constructor(slot: () => HTMLSlotElement | null | undefined) {
    this.#slot = slot;
  }

  /** Those that are not valid now. Tells none of them. */
  get wrong(): SlottedControl[] {
    const controls = this.#all();
    const values = this.values(controls);
    const isLong = (control: SlottedControl) => (values[nameOf(control)]?.length ?? 0) > MAX_METADATA_VALUE;
    return controls.filter((control) => control.matches(':invalid') || isLong(control));
  }

  /** Those that are not valid, a group of radio buttons once. Each is told, as by a form: it gets `invalid`. */
  check(): SlottedControl[] {
    const { wrong } = this;
    for (const control of wrong) control.checkValidity?.();
    return wrong.filter(
      ({ type, name }, index) => type !== 'radio' || wrong.findIndex((other) => other.name === name) === index,
    );
  }

  /** What they hold, by name; nothing for one that is empty, unchecked or disabled. Several of one name share an entry. */
  values(controls = this.#all()): Record<string, string> {
    const values = new Map<string, string>();
    for (const control of controls) {
      const value = valueOf(control);
      const name = nameOf(control);
      if (!value || !name || control.matches(':disabled')) continue;
      const before = values.get(name);
      values.set(name, before === undefined ? value : `${before}, ${value}`);
    }
    return Object.fromEntries(values);
  }

  #all(): SlottedControl[] {
    const slot = this.#slot();
    return slot ? controlsIn([slot]) : [];
  }
}

export function nameOf(control: SlottedControl): string {
  return control.name ?? control.getAttribute('name') ?? '';
}

function controlsIn(elements: readonly Element[]): SlottedControl[] {
  return elements.flatMap((element) => {
    const children =
      element instanceof HTMLSlotElement ? element.assignedElements({ flatten: true }) : element.children;
    return [...(isControl(element) ? [element] : []), ...controlsIn([...children])];
  });
}

function isControl(element: Element): element is SlottedControl {
  if (!isFormAssociated(element.constructor) && !element.matches('input, select, textarea')) return false;
  return !NEVER_SENT.includes((element as SlottedControl).type ?? '');
}

/** Whether a class says so or one that it extends; not what a script has put into all objects. */
function isFormAssociated(constructor: unknown): boolean {
  for (let one = constructor; typeof one === 'function'; one = Object.getPrototypeOf(one)) {
    if (Object.hasOwn(one, 'formAssociated')) return Boolean((one as { formAssociated?: unknown }).formAssociated);
  }
  return false;
}

function valueOf(control: SlottedControl): string {
  if (control instanceof HTMLSelectElement) return [...control.selectedOptions].map(({ value }) => value).join(', ');
  const hasCheck = !(control instanceof HTMLInputElement) || /^(checkbox|radio)$/.test(control.type);
  if (hasCheck && control.checked === false) return '';
  const { value } = control;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''; // a file, say, has no text
}
