import type { PaymentError } from '../../contract/errors.js';
import type { PaymentState } from '../../element/events.js';
import type { Widget } from '../../element/widget-properties.js';
import { LOADING_FORM_TEXTS } from '../../i18n/loading-form-texts.js';
import type { FrameSettings } from '../../settings/settings-table.js';
import type { FormState } from '../messages/to-page.js';
import { FrameAttempt, hasAttempt, type LostState } from './frame-attempt.js';
import { FrameLink, LOADING, type FrameEvent } from './frame-link.js';
import { findHostError, frameAddress } from './host-settings.js';

/** The frame of a form, or why there is none. */
export type FrameState =
  | { readonly name: 'none' }
  /** An error is in place of the frame. */
  | {
      readonly name: 'refused';
      readonly error: PaymentError;
      /** Whether a frame was silent, so that none is opened although the settings are right. */
      readonly isSilent: boolean;
    }
  /** The form of the frame is not shown yet. */
  | { readonly name: 'opening'; readonly link: FrameLink }
  | ReadyFrame
  | LostFrame;

/** A frame whose form is shown. */
interface ReadyFrame {
  readonly name: 'ready';
  readonly link: FrameLink;
  /** How often the page has asked it to pay. */
  submits: number;
  /** Whether the page has called `reset()` after a paid order, and the frame has not answered. */
  isReset: boolean;
}

/** The frame of a payment is gone. Its successor is at the same address, and hidden until it can ask for the outcome. */
interface LostFrame {
  readonly name: 'lost';
  readonly state: LostState;
  readonly address: string;
  /** The text for the shopper, in the language of the form. */
  readonly text: string;
  readonly link?: FrameLink | undefined;
}

/** Opens the frame of a form, and after its loss the next one, which asks for the outcome of a payment. */
export class FrameKeeper {
  frame: FrameState = { name: 'none' };
  readonly attempt = new FrameAttempt();
  /** A credential in the page disables payment for good. */
  keyError: PaymentError | undefined;
  readonly #widget: Widget;
  readonly #report: (event: FrameEvent, link: FrameLink) => void;
  #waiting: (() => void)[] = [];

  constructor(widget: Widget, report: (event: FrameEvent, link: FrameLink) => void) {
    this.#widget = widget;
    this.#report = report;
  }

  get link(): FrameLink | undefined {
    return 'link' in this.frame ? this.frame.link : undefined;
  }

  get form(): FormState {
    return this.link?.form ?? LOADING;
  }

  get state(): PaymentState {
    if (this.frame.name === 'lost') return this.frame.state;
    return this.frame.name === 'refused' ? 'failed' : this.form.state;
  }

  /** Whether a payment keeps its frame. */
  get isHeld(): boolean {
    return this.attempt.isNeeded(this.state);
  }

  /** Why no frame may be opened. */
  get refusal(): PaymentError | undefined {
    const silence = this.frame.name === 'refused' && this.frame.isSilent ? this.frame.error : undefined;
    return this.keyError ?? silence ?? findHostError(this.#widget);
  }

  /** The address of the frame to open, unless it is there. */
  get nextAddress(): string | undefined {
    const { link } = this;
    const address = this.frame.name === 'lost' ? this.frame.address : frameAddress(this.#widget);
    return link?.address === address || (link && this.isHeld) ? undefined : address;
  }

  /** Waits until a form is shown, or refused. */
  whenAnswered(): Promise<void> {
    if (this.frame.name === 'ready' || this.frame.name === 'refused') return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  open(address: string): void {
    const frame = this.frame;
    if (this.link || frame.name === 'refused') return; // a listener has set something else
    const link = new FrameLink(this.#widget, address, this.#report);
    this.#enter(frame.name === 'lost' ? { ...frame, link } : { name: 'opening', link });
  }

  /**
   * If the frame may have made a payment, the next one asks for the outcome.
   * @param marked - the settings of the page, if an earlier page may have made one
   */
  close(next: FrameState, marked?: FrameSettings): void {
    const { link } = this;
    link?.close();
    if (this.frame.name === 'lost') this.#enter({ ...this.frame, link: undefined });
    else this.#enter((link && this.#lose(link, marked)) ?? next);
  }

  /** Returns `undefined` if the frame has certainly sent nothing, or if its order is over. */
  #lose({ address, form, sent }: FrameLink, marked: FrameSettings | undefined): LostFrame | undefined {
    const isReset = this.frame.name === 'ready' && this.frame.isReset;
    const state = this.attempt.lose(this.state, marked ?? sent, marked !== undefined);
    if (!state) return undefined;
    const text = form.lostText || LOADING_FORM_TEXTS.unknown_text_open;
    const lost: LostFrame = { name: 'lost', state, address, text };
    return isReset && this.attempt.reset(lost, this.#widget) ? undefined : lost;
  }

  /** Takes what the form in the frame reports. Returns whether the page may have set something that was not sent. */
  take(link: FrameLink, form: FormState): boolean {
    const isOver = hasAttempt(this.state) && !hasAttempt(form.state);
    const frame = this.frame;
    link.form = form;
    link.frame.title = form.title;
    if (frame.name === 'ready' && !hasAttempt(form.state)) frame.isReset = false;
    if (form.state === 'loading') return false;
    const isFound = frame.name === 'lost';
    const isUseless = isFound && form.isBlocked; // it cannot ask for the outcome
    link.expectAnswer(isUseless);
    if (isUseless) return false;
    this.attempt.enter(form.state, link.sent);
    if (frame.name !== 'ready') this.#enter({ name: 'ready', link, submits: 0, isReset: false });
    return isFound || isOver;
  }

  /** The page wants another payment. */
  reset(): void {
    this.forgetSilence();
    const lost = this.frame.name === 'lost' ? this.frame : undefined;
    if (!this.attempt.reset(lost, this.#widget)) return;
    lost?.link?.close(); // it may be asking for an order that is over
    this.#enter({ name: 'none' });
  }

  /** The next frame may answer. */
  forgetSilence(): void {
    if (this.frame.name === 'refused') this.frame = { ...this.frame, isSilent: false };
  }

  #enter(frame: FrameState): void {
    this.frame = frame;
    if (frame.name !== 'ready' && frame.name !== 'refused') return;
    for (const resume of this.#waiting.splice(0)) resume();
  }
}
