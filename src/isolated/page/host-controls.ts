import { labelOf, problemOf, SlottedControls, type SlottedControl } from '../../form/slotted-controls.js';
import { adoptStyles } from '../../element/adopt-styles.js';
import type { ButtonState } from '../messages/to-page.js';
import { create, css } from './open-frame.js';

const STYLES = {
  cssText: css`
    .host-pay {
      display: block;
      box-sizing: border-box;
      inline-size: 100%;
      min-block-size: var(--payment-widget-button-height, 52px);
      margin-block-start: var(--payment-widget-gap, 16px);
      padding: 10px 20px;
      border: var(--payment-widget-border-width, 1px) solid transparent;
      border-radius: var(--payment-widget-button-radius, var(--payment-widget-radius, 8px));
      background: var(--payment-widget-accent, light-dark(#1a56db, #7aa7ff));
      box-shadow: var(--payment-widget-button-shadow, none);
      color: var(--payment-widget-on-accent, light-dark(#fff, #0b1220));
      font: inherit;
      font-size: var(--payment-widget-button-size, 1em);
      font-weight: var(--payment-widget-button-weight, 600);
      cursor: pointer;
    }
    .host-pay:focus-visible {
      outline: var(--payment-widget-focus-width, 2px) solid
        var(--payment-widget-focus, var(--payment-widget-accent, light-dark(#1a56db, #7aa7ff)));
      outline-offset: 2px;
    }
    .host-pay:disabled {
      cursor: not-allowed;
      opacity: 0.6;
    }
    .host-pay[aria-disabled] {
      cursor: progress;
    }
    @media (forced-colors: active) {
      .host-pay {
        border-color: ButtonText;
      }
    }
  `,
};

export class HostControls {
  readonly #errors = create('div', { class: 'outside host-error', role: 'alert', hidden: '' });
  readonly #button = create('button', {
    class: 'host-pay',
    part: 'pay-button',
    type: 'button',
    translate: 'no',
    hidden: '',
  });
  readonly #controls: SlottedControls;

  constructor(slot: HTMLSlotElement, onpay: () => void) {
    slot.after(this.#errors, this.#button);
    this.adoptStyles();
    this.#controls = new SlottedControls({ renderRoot: slot.parentNode as ParentNode });
    this.#button.addEventListener('click', ({ detail }) => {
      if (detail <= 1 && this.#button.ariaDisabled === null) onpay(); // the second click of a double click never pays
    });
  }

  adoptStyles(): void {
    adoptStyles(this.#button, STYLES);
  }

  get values(): Record<string, string> {
    return this.#controls.values();
  }

  check(): SlottedControl | undefined {
    const wrong = this.#controls.check();
    const errors = wrong.map((control) => ({ control, label: labelOf(control), text: textOf(control) }));
    this.#controls.describe(errors);
    this.#errors.replaceChildren(...errors.map(({ label, text }) => create('p', {}, `${label}: ${text}`)));
    this.#errors.hidden = errors.length === 0;
    return wrong[0];
  }

  get isValid(): boolean {
    return this.#controls.wrong.length === 0;
  }

  update(): void {
    if (!this.#errors.hidden) this.check();
  }

  showButton(state: ButtonState | undefined, isBusy: boolean): void {
    this.#button.hidden = !state;
    if (!state) return;
    this.#button.textContent = isBusy ? state.busyText : state.text;
    this.#button.toggleAttribute('disabled', !isBusy && !state.isUsable);
    if (isBusy) this.#button.ariaDisabled = 'true';
    else this.#button.ariaDisabled = null;
  }
}

/** The message of the browser, in its language. */
function textOf(control: SlottedControl): string {
  const problem = problemOf(control);
  return typeof problem === 'function' ? problem() : 'Please check this.';
}
