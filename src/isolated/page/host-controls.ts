import { SlottedControls, type ControlProblem, type SlottedControl } from '../../form/slotted-controls.js';
import type { FormState } from '../messages/to-page.js';

/** Creates an element without HTML, since the page may require Trusted Types. */
export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

interface ShownError {
  readonly control: SlottedControl;
  readonly label: string;
  readonly problem: ControlProblem;
}

/** What the page puts before the button. If there is something, the button is outside of the frame, too. */
export class HostControls {
  readonly node: HTMLElement;
  readonly #element: Element;
  readonly #errors = create('div', { role: 'alert', hidden: '' });
  readonly #button = create('button', {
    class: 'pay',
    part: 'pay-button',
    type: 'button',
    translate: 'no',
    hidden: '',
  });
  readonly #controls: SlottedControls;
  #shown: readonly ShownError[] = [];
  /** Texts for problems without a message of the browser, in the language of the form. */
  #texts: FormState['controlTexts'];

  constructor(element: Element, onchange: () => void, onpay: () => void) {
    const slot = create('slot', { name: 'before-button' });
    this.node = create('div', {}, slot, this.#errors, this.#button);
    this.#element = element;
    this.#controls = new SlottedControls({ renderRoot: this.node });
    for (const type of ['slotchange', 'input', 'change']) {
      slot.addEventListener(type, () => {
        if (this.#shown.length > 0) this.check();
        onchange();
      });
    }
    this.#button.addEventListener('click', ({ detail }) => {
      if (detail <= 1 && this.#button.ariaDisabled === null) onpay(); // the second click of a double click never pays
    });
  }

  get isUsed(): boolean {
    return this.#element.querySelector(':scope > [slot=before-button]') !== null;
  }

  get isValid(): boolean {
    return this.#controls.wrong.length === 0;
  }

  get values(): Record<string, string> {
    return this.#controls.values();
  }

  /** Shows the errors, and returns the first invalid control. */
  check(): SlottedControl | undefined {
    const controls = this.#controls;
    const wrong = controls.check();
    this.#shown = wrong.map((control) => ({
      control,
      label: controls.labelOf(control),
      problem: controls.problemOf(control),
    }));
    this.#showErrors();
    return wrong[0];
  }

  show({ controlTexts, button }: FormState, hasButton: boolean, isBusy: boolean): void {
    const hasNewLanguage = controlTexts && controlTexts.control_invalid !== this.#texts?.control_invalid;
    this.#texts = controlTexts ?? this.#texts;
    if (hasNewLanguage) this.#showErrors();
    this.#button.hidden = !button || !hasButton;
    if (!button) return;
    this.#button.textContent = isBusy ? button.busyText : button.text;
    this.#button.toggleAttribute('disabled', !isBusy && !button.isUsable);
    this.#button.ariaDisabled = isBusy ? 'true' : null;
  }

  #showErrors(): void {
    const errors = this.#shown.map(({ control, label, problem }) => {
      const text = typeof problem === 'function' ? problem() : (this.#texts?.[problem] ?? '');
      return { control, label, text };
    });
    this.#controls.describe(errors);
    const texts = errors.map(({ label, text }) =>
      create('p', { class: 'error' }, [label, text].filter(Boolean).join(': ')),
    );
    this.#errors.replaceChildren(...texts);
    this.#errors.hidden = errors.length === 0;
  }
}
