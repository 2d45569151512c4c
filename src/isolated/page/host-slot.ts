import { reportMissing } from '../../contract/errors.js';
import type { HostControls } from './host-controls.js';
import { create } from './open-frame.js';

/** If there is something in it, the button is outside of the frame, too. */
export class HostSlot {
  readonly node = create('slot', { name: 'before-button' });
  /** Once they are loaded: pages with an empty slot do without. */
  controls: HostControls | undefined;
  readonly #element: Element;
  readonly #onchange: () => void;
  readonly #onpay: () => void;
  #loading: Promise<unknown> | undefined;

  constructor(element: Element, onchange: () => void, onpay: () => void) {
    this.#element = element;
    this.#onchange = onchange;
    this.#onpay = onpay;
    for (const type of ['slotchange', 'input', 'change']) {
      this.node.addEventListener(type, () => {
        this.controls?.update();
        onchange();
      });
    }
  }

  get hasContent(): boolean {
    return this.#element.querySelector(':scope > [slot=before-button]') !== null;
  }

  get isMissing(): boolean {
    return this.hasContent && !this.controls;
  }

  get isValid(): boolean {
    return this.controls?.isValid ?? !this.hasContent;
  }

  get values(): Record<string, string> {
    return this.controls?.values ?? {};
  }

  load(): Promise<unknown> | undefined {
    if (this.hasContent) this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<void> {
    try {
      const { HostControls } = await import('./host-controls.js');
      this.controls = new HostControls(this.node, this.#onpay);
      this.#onchange();
    } catch (error) {
      this.#loading = undefined; // the next payment tries again
      reportMissing('isolated-host-controls.js', error);
    }
  }
}
