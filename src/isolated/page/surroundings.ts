import type { PaymentState } from '../../element/events.js';
import type { Widget } from '../../element/widget-properties.js';
import { UNAVAILABLE } from '../../i18n/loading-form-texts.js';
import type { FormState } from '../messages/to-page.js';
import type { FrameState } from './frame-link.js';
import { create, HostControls } from './host-controls.js';

/** The build minifies what has this tag. */
const css = String.raw;

/** Styles beside those of the element. */
export const FRAME_STYLES = {
  cssText: css`
    /* The page may have rules for all frames. */
    ::slotted([slot='payment-frame']) {
      display: block !important;
      box-sizing: border-box !important;
      inline-size: calc(100% + 2 * var(--room, 4px)) !important;
      max-inline-size: none !important;
      block-size: var(--height, 22rem) !important;
      min-block-size: 0 !important;
      max-block-size: none !important;
      margin: calc(-1 * var(--room, 4px)) !important;
      padding: 0 !important;
      border: 0 !important;
      background: none !important;
    }
    .probe {
      position: absolute;
      visibility: hidden;
      inline-size: 1rem;
      background: light-dark(#fff, #000);
      /* Longhands: the build would move the behavior before the shorthand, which resets it. */
      transition-duration: 1ms !important; /* the element has none with reduced motion */
      transition-timing-function: step-start !important;
      transition-behavior: allow-discrete !important;
    }
    ::slotted([slot='before-button']),
    .outside {
      margin-block-start: var(--_gap);
    }
  `,
};

interface SurroundingsView {
  readonly frame: FrameState;
  readonly form: FormState;
  readonly state: PaymentState;
  /** Why a check of the page has refused the last payment. It is beside the frame, which shows its own words only. */
  readonly checkText: string | undefined;
}

/** What the page shows around the frame, or in place of it. */
export class Surroundings {
  readonly box: HTMLElement;
  readonly controls: HostControls;
  readonly #widget: Widget;
  readonly #message = create('p', { role: 'alert', hidden: '' });
  readonly #fallback = create('div', { hidden: '' }, create('slot', {}, UNAVAILABLE));

  constructor(widget: Widget, probe: HTMLElement, controls: HostControls) {
    this.#widget = widget;
    this.controls = controls;
    const slot = create('slot', { name: 'payment-frame' });
    this.box = create('div', {}, this.#message, slot, probe, controls.node, this.#fallback);
  }

  show({ frame, form, state, checkText }: SurroundingsView): void {
    const error = frame.name === 'refused' ? frame.error : undefined;
    const isLost = frame.name === 'lost';
    const hasButton = this.controls.isUsed && !this.#widget.withoutButton && !error;
    this.controls.show(form, hasButton, state === 'busy');
    this.#fallback.hidden = !error;
    if (isLost) this.#showMessage('result-text', 'outside', form.lostText || frame.text);
    else if (error) this.#showMessage('setup-error', 'outside error', `${error.message} ${error.code}`);
    else this.#showMessage('error', 'outside error', checkText);
    const { frame: node } = ('link' in frame && frame.link) || {};
    if (!node) return;
    node.style.visibility = isLost ? 'hidden' : ''; // it is shown once it can ask for the outcome
    node.ariaDescription = (!isLost && checkText) || null; // it cannot refer to a text in the shadow root
  }

  #showMessage(part: string, className: string, text = ''): void {
    this.#message.hidden = !text;
    this.#message.textContent = text;
    this.#message.part.value = part;
    this.#message.className = className;
  }
}
