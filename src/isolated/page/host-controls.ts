import { SlottedControls, type SlottedControl } from '../../form/slotted-controls.js';
import type { Message } from '../../form/form-context.js';
import type { ButtonState } from '../messages/to-page.js';
import { create } from './frame-link.js';

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

  constructor(element: Element, onchange: () => void, onpay: () => void) {
    const slot = create('slot', { name: 'before-button' });
    this.node = create('div', {}, slot, this.#errors, this.#button);
    this.#element = element;
    this.#controls = new SlottedControls({ renderRoot: this.node });
    for (const type of ['slotchange', 'input', 'change']) {
      slot.addEventListener(type, () => {
        if (!this.#errors.hidden) this.check();
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
    const errors = wrong.map((control) => ({
      control,
      label: controls.labelOf(control),
      text: textOf(controls.problemOf(control)),
    }));
    controls.describe(errors);
    const texts = errors.map(({ label, text }) => create('p', { class: 'error' }, `${label}: ${text}`));
    this.#errors.replaceChildren(...texts);
    this.#errors.hidden = errors.length === 0;
    return wrong[0];
  }

  showButton(state: ButtonState | undefined, isBusy: boolean): void {
    this.#button.hidden = !state;
    if (!state) return;
    this.#button.textContent = isBusy ? state.busyText : state.text;
    this.#button.toggleAttribute('disabled', !isBusy && !state.isUsable);
    this.#button.ariaDisabled = isBusy ? 'true' : null;
  }
}

/** The message of the browser, in its language. */
function textOf(problem: Message): string {
  return typeof problem === 'function' ? problem() : 'Please check this.';
}
