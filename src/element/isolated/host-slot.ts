import { reportMissing } from '../../contract/report-missing.js';
import type { SlottedControl } from '../../form/slotted-controls.js';
import { create } from './create.js';
import type { HostControls } from './host-controls.js';
import type { ButtonState } from './messages/to-page.js';

/** The slot between the form and the pay button. If there is something in it, the button is outside of the frame, too. */
export class HostSlot {
  readonly node = create('slot', { name: 'before-button' });
  readonly #element: Element;
  readonly #onchange: () => void;
  readonly #onpay: () => void;
  #controls: HostControls | undefined;
  #loading: Promise<unknown> | undefined;

  /**
   * @param element the element of the page
   * @param onchange called when something was added, removed or changed
   * @param onpay called when the shopper presses the button
   */
  constructor(element: Element, onchange: () => void, onpay: () => void) {
    this.#element = element;
    this.#onchange = onchange;
    this.#onpay = onpay;
    for (const type of ['slotchange', 'input', 'change']) {
      this.node.addEventListener(type, () => {
        this.#controls?.update();
        onchange();
      });
    }
  }

  get hasContent(): boolean {
    return this.#element.querySelector(':scope > [slot=before-button]') !== null;
  }

  /** The values of the controls, by name. */
  get values(): Record<string, string> {
    return this.#controls?.values ?? {};
  }

  /** Whether there is something in the slot whose code could not be loaded. */
  get isMissing(): boolean {
    return this.hasContent && !this.#controls;
  }

  get isValid(): boolean {
    return this.#controls?.isValid ?? !this.hasContent;
  }

  /** Loads the code for controls and button, if it is needed. */
  load(): Promise<unknown> | undefined {
    if (this.hasContent) this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Shows the errors of the controls. @returns the first invalid control */
  check(): SlottedControl | undefined {
    return this.#controls?.check();
  }

  /** @param state - `undefined` if the button is hidden */
  showButton(state: ButtonState | undefined, isBusy: boolean): void {
    this.#controls?.showButton(state, isBusy);
  }

  async #load(): Promise<void> {
    try {
      const { HostControls } = await import('./host-controls.js');
      this.#controls = new HostControls(this.node, this.#onpay);
      this.#onchange();
    } catch (error) {
      this.#loading = undefined; // the next payment tries again
      reportMissing('isolated-host-controls.js', error);
    }
  }
}
