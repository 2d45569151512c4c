import { MAX_METADATA_VALUE } from '../contract/order.js';
import type { FormHost } from './form-context.js';

/** A native control, or a form-associated custom element. */
export type SlottedControl = HTMLElement &
  Partial<Pick<HTMLInputElement, 'name' | 'type' | 'checked' | 'labels' | 'validationMessage' | 'checkValidity'>> & {
    readonly value?: unknown;
  };

export interface ControlError {
  readonly control: SlottedControl;
  /** The label of the control, if the slot has others. */
  readonly label: string | undefined;
  readonly text: string;
}

/** The message of the browser, or the key of a text. */
export type ControlProblem = 'control_invalid' | 'control_long' | (() => string);

/** A control cannot refer to its error, which is in the shadow root. */
const DESCRIPTION = 'aria-description';

const NEVER_SENT = ['button', 'submit', 'reset', 'image', 'file', 'password'];

export class SlottedControls {
  readonly #host: Pick<FormHost, 'renderRoot'>;
  #described = new Map<SlottedControl, string>();

  constructor(host: Pick<FormHost, 'renderRoot'>) {
    this.#host = host;
  }

  get wrong(): SlottedControl[] {
    const controls = this.all;
    const values = this.values(controls);
    const isLong = (control: SlottedControl) => (values[this.nameOf(control)]?.length ?? 0) > MAX_METADATA_VALUE;
    return controls.filter((control) => control.matches(':invalid') || isLong(control));
  }

  /** Returns one radio button of each group. */
  check(): SlottedControl[] {
    const { wrong } = this;
    for (const control of wrong) control.checkValidity?.();
    return wrong.filter(
      ({ type, name }, index) => type !== 'radio' || wrong.findIndex((other) => other.name === name) === index,
    );
  }

  /** Omits empty, unchecked and disabled controls, and joins the values of controls with the same name. */
  values(controls = this.all): Record<string, string> {
    const values = new Map<string, string>();
    for (const control of controls) {
      const value = valueOf(control);
      const name = this.nameOf(control);
      if (!value || !name || control.matches(':disabled')) continue;
      const before = values.get(name);
      values.set(name, before === undefined ? value : `${before}, ${value}`);
    }
    return Object.fromEntries(values);
  }

  /** Describes controls by their errors, but keeps what the page has set. */
  describe(errors: readonly ControlError[]): void {
    const texts = new Map(errors.map(({ control, text }) => [control, text]));
    for (const control of new Set([...this.#described.keys(), ...texts.keys()])) {
      const text = texts.get(control);
      const current = control.getAttribute(DESCRIPTION);
      if (current !== null && current !== this.#described.get(control)) texts.delete(control);
      else if (text === undefined) control.removeAttribute(DESCRIPTION);
      else if (text !== current) control.setAttribute(DESCRIPTION, text);
    }
    this.#described = texts;
  }

  /** Returns a snapshot, which stays when the control becomes valid. */
  problemOf(control: SlottedControl): ControlProblem {
    const { validationMessage } = control;
    if (validationMessage) return () => validationMessage;
    return control.matches(':invalid') ? 'control_invalid' : 'control_long';
  }

  /** Returns the text of the label, without a control inside of it. */
  labelOf(control: SlottedControl): string {
    const legend = control.type === 'radio' ? control.closest('fieldset')?.querySelector('legend') : undefined;
    const label = legend ?? control.labels?.[0];
    const texts = [...(label?.childNodes ?? [])]
      .filter((node) => !node.contains(control))
      .map((node) => node.textContent);
    return texts.join('').trim() || control.ariaLabel || this.nameOf(control);
  }

  nameOf(control: SlottedControl): string {
    return control.name ?? control.getAttribute('name') ?? '';
  }

  get all(): SlottedControl[] {
    const slot = this.#host.renderRoot?.querySelector('slot[name=before-button]');
    return slot ? controlsIn([slot]) : [];
  }
}

function controlsIn(elements: readonly Element[]): SlottedControl[] {
  return elements.flatMap((element) => {
    const children =
      element instanceof HTMLSlotElement ? element.assignedElements({ flatten: true }) : element.children;
    return [...(isControl(element) ? [element] : []), ...controlsIn([...children])];
  });
}

function isControl(element: Element): element is SlottedControl {
  const { formAssociated } = element.constructor as { readonly formAssociated?: unknown };
  if (!formAssociated && !element.matches('input, select, textarea')) return false;
  return !NEVER_SENT.includes((element as SlottedControl).type ?? '');
}

function valueOf(control: SlottedControl): string {
  if (control instanceof HTMLSelectElement) return [...control.selectedOptions].map(({ value }) => value).join(', ');
  const hasCheck = !(control instanceof HTMLInputElement) || /^(checkbox|radio)$/.test(control.type);
  if (hasCheck && control.checked === false) return '';
  const { value } = control;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
