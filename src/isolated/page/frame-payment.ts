import { PaymentError } from '../../contract/errors.js';
import type { Mode } from '../../contract/protocol.js';
import { PaymentFailureEvent, PaymentUnknownEvent, type PaymentState } from '../../element/events.js';
import type { Widget } from '../../element/widget-properties.js';
import { attemptKey, unsettled } from '../../payment/attempt-key.js';
import { describeError, type PaymentErrorDetail, type PaymentOutcome } from '../../payment/outcome.js';
import type { SentEvent } from '../messages/to-page.js';
import { hasAttempt } from './frame-attempt.js';
import type { FrameKeeper, FrameState } from './frame-keeper.js';
import type { FrameLink } from './frame-link.js';
import type { HostControls } from './host-controls.js';
import { askPermission, dispatchFromFrame, outcomeOf, PREVENTED, type Answer } from './host-events.js';

const NOT_IN_DOCUMENT = 'The element is not in the document.';

const closed = () =>
  new PaymentError('connection_lost', 'The frame was closed during a payment. The outcome is unknown.');

/** A call of `submit()`. It waits for the form until it has a number. */
interface Submission {
  readonly outcome: Promise<PaymentOutcome>;
  readonly end: (outcome: PaymentOutcome) => void;
  number?: number;
}

/** The form that pays in its frame. */
export interface PayingForm {
  readonly mode: Mode | undefined;
  /** Sends the settings and the values of the controls. */
  apply(values: object): void;
  validate(): boolean;
  show(): void;
  giveHints(): void;
}

/** What the page does for the payment in a frame: it asks for one, permits it, and reports its outcome. */
export class FramePayment {
  lastError: PaymentError | undefined;
  readonly #widget: Widget;
  readonly #controls: HostControls;
  readonly #keeper: FrameKeeper;
  readonly #form: PayingForm;
  #submission: Submission | undefined;
  #checkText: string | undefined;

  constructor(widget: Widget, controls: HostControls, keeper: FrameKeeper, form: PayingForm) {
    this.#widget = widget;
    this.#controls = controls;
    this.#keeper = keeper;
    this.#form = form;
  }

  /** Whether the frame was asked to pay, and has not answered. */
  get isSent(): boolean {
    return this.#submission?.number !== undefined;
  }

  /** Why a check of the page has refused the last payment. */
  get checkText(): string | undefined {
    return this.lastError?.code === 'submit_prevented' ? this.#checkText : undefined;
  }

  /** A click, Enter and `submit()` together are one payment. Never rejects. */
  submit(): Promise<PaymentOutcome> {
    if (this.#submission) return this.#submission.outcome;
    const { frame } = this.#keeper;
    if (frame.name === 'lost' && (frame.state === 'unknown' || !this.#widget.isConnected))
      return Promise.resolve({ outcome: 'unknown', ...this.#describe(closed()) });
    const submission = (this.#submission = createSubmission());
    this.#send(submission).catch((error: unknown) => {
      reportError(error); // a control of the page failed
      this.fail(new PaymentError('form_failed', 'A control of the page has failed.'));
    });
    return submission.outcome;
  }

  async #send(submission: Submission): Promise<void> {
    const keeper = this.#keeper;
    while (keeper.frame.name !== 'refused' && this.#widget.isConnected) {
      await keeper.whenAnswered();
      if (submission !== this.#submission) return; // it has ended
      this.#form.apply(this.#controls.values); // a script may have set them
      if (keeper.frame.name === 'ready') break; // else it was replaced meanwhile
    }
    if (submission !== this.#submission) return;
    const { frame } = keeper;
    const error = this.#findError(frame);
    if (error) this.fail(error);
    if (error || frame.name !== 'ready') return;
    submission.number = ++frame.submits;
    frame.link.send('submit', {});
    this.#form.show();
  }

  #findError(frame: FrameState): PaymentError | undefined {
    if (frame.name === 'refused') return frame.error;
    if (frame.name !== 'ready') return new PaymentError('disabled', NOT_IN_DOCUMENT);
    if (hasAttempt(this.#keeper.state) || !this.#controls.check()) return undefined;
    this.#form.validate();
    return new PaymentError('validation_failed', 'Controls of the page are invalid.');
  }

  onEvent(link: FrameLink, message: SentEvent): void {
    const { name, detail, key = '' } = message;
    const form = this.#form;
    if (this.#keeper.frame.name === 'lost' && link.form.isBlocked) return;
    form.show(); // listeners see the state
    if (name === 'payment-submit') {
      void this.#permit(link, detail, key);
      return;
    }
    if ('error' in detail) this.lastError = detail['error'] as PaymentError;
    if ('error' in detail || name === 'payment-ready') form.giveHints();
    if (name === 'payment-failure' && detail['restored']) this.#keeper.attempt.forget(this.#markName(link));
    if (link.form.state !== 'busy') this.onOutcome(message); // a listener of the event may remove the element
    dispatchFromFrame(this.#widget, name, detail);
  }

  onOutcome({ name, detail, submits }: SentEvent): void {
    const outcome = outcomeOf(name, detail);
    if (outcome && this.#submission?.number === submits) this.#end(outcome);
  }

  async #permit(link: FrameLink, detail: SentEvent['detail'], key: string): Promise<void> {
    this.#keeper.attempt.ask(detail, link.sent);
    this.#checkText = undefined;
    const { text, ...answer } = await this.#askPage(detail);
    if (!this.#keeper.attempt.answer(detail, answer.isAllowed, key, this.#markName(link))) return;
    this.#checkText = text;
    link.send('permission', { permission: { key, ...answer } });
  }

  /** The form has been checked; the controls of the page have not, if the shopper has pressed Enter. */
  async #askPage(detail: SentEvent['detail']): Promise<Answer> {
    try {
      const wrong = this.#controls.check();
      wrong?.focus();
      const answer = wrong ? PREVENTED : await askPermission(this.#widget, detail);
      this.#form.apply(this.#controls.values); // a script may have set them
      return answer;
    } catch (error) {
      reportError(error); // a control of the page failed
      return { isAllowed: false };
    }
  }

  /**
   * The frame is closed.
   * @param before - the state of the form until then
   * @param wasAsked - whether a payment waited for the page's permission
   * @param isMarked - whether it never answered, and an earlier page may have paid
   */
  onClosed(before: PaymentState, wasAsked: boolean, isMarked: boolean): void {
    const { isSent } = this;
    this.#form.show();
    const { name } = this.#keeper.frame;
    if (name === 'lost') {
      this.lastError = isMarked ? unsettled() : closed();
      const detail = this.#describe(this.lastError, isMarked);
      if (isSent || isMarked) this.#end({ outcome: 'unknown', ...detail });
      if (this.#keeper.state !== before) this.#widget.dispatchEvent(new PaymentUnknownEvent(detail));
    } else if (name !== 'refused' && (wasAsked || isSent)) {
      this.fail(new PaymentError('frame_unavailable', 'The frame was closed before it paid.'));
    }
  }

  /** Ends the payment of an element that was removed. */
  abandon(): void {
    if (!this.#submission) return;
    if (this.#keeper.frame.name === 'lost') this.#end({ outcome: 'unknown', ...this.#describe(closed()) });
    else this.fail(new PaymentError('disabled', NOT_IN_DOCUMENT));
  }

  /** Ends `submit()` before the page receives the event: a listener may pay again. */
  fail(error: PaymentError): void {
    const detail = describeError(error, this.#widget, this.#form.mode);
    this.#end({ outcome: 'failed', ...detail });
    this.#widget.dispatchEvent(new PaymentFailureEvent(detail));
  }

  #describe(error: PaymentError, restored = false): PaymentErrorDetail {
    return describeError(error, this.#keeper.attempt.order ?? this.#widget, this.#form.mode, restored);
  }

  #end(outcome: PaymentOutcome): void {
    this.#submission?.end(outcome);
    this.#submission = undefined;
    this.#form.show();
  }

  #markName({ address }: FrameLink): string {
    return attemptKey(address.replace(/\/frame$/, ''), this.#widget.reference);
  }
}

function createSubmission(): Submission {
  let end!: Submission['end'];
  const outcome = new Promise<PaymentOutcome>((resolve) => {
    end = resolve;
  });
  return { outcome, end };
}
