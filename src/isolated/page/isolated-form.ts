import { PaymentError } from '../../contract/errors.js';
import { loadModule } from '../../contract/load-module.js';
import type { Mode } from '../../contract/protocol.js';
import { isLoopback } from '../../contract/security.js';
import { ENGLISH_LABELS, UNAVAILABLE } from '../../i18n/english-labels.js';
import { attemptKey, findStoredKey, unsettled } from '../../payment/attempt-key.js';
import { describeError, type Order, type PaymentOutcome } from '../../payment/outcome.js';
import { keyError } from '../../settings/credential-guard.js';
import { adoptStyles } from '../../element/adopt-styles.js';
import { PaymentFailureEvent, PaymentUnknownEvent, type PaymentState } from '../../element/events.js';
import type { ShownForm } from '../../element/form.js';
import type { Widget } from '../../element/widget-properties.js';
import type { Finding } from '../../hints/hints.js';
import type { View } from '../../element/widget.template.js';
import type { FrameSettings } from '../../settings/settings-table.js';
import { roomAround } from '../messages/theme.js';
import type { Look } from '../messages/to-frame.js';
import type { FormState, SentEvent } from '../messages/to-page.js';
import { FrameAttempt, hasAttempt } from './frame-attempt.js';
import { create, FRAME_STYLES, FrameLink, LOADING, type FrameEvent } from './frame-link.js';
import { HostControls } from './host-controls.js';
import { askPermission, dispatchFromFrame, outcomeOf, PREVENTED, type Answer } from './host-events.js';
import { findHostError, frameAddress, readFrameSettings } from './host-settings.js';
import { PageWatch } from './page-watch.js';

const NOT_IN_DOCUMENT = 'The element is not in the document.';
const SILENT =
  'The frame has not answered within 8 seconds. Check the option frame of the proxy with this origin, and frame-src of the page.';

const closed = () =>
  new PaymentError('connection_lost', 'The frame was closed during a payment. The outcome is unknown.');

class Deferred<Value> {
  isResolved = false;
  resolve!: (value: Value) => void;
  readonly promise = new Promise<Value>((resolve) => {
    this.resolve = (value) => {
      this.isResolved = true;
      resolve(value);
    };
  });
}

class Submission extends Deferred<PaymentOutcome> {
  number: number | undefined;
}

/** A form that is in a frame of another origin. This side never has card data. */
export class IsolatedForm implements ShownForm {
  readonly hasRendered = true;
  expectedMode: Mode | undefined;
  readonly #widget: Widget;
  readonly #states: CustomStateSet;
  readonly #controls: HostControls;
  readonly #page: PageWatch;
  readonly #box = create('div', {}, create('slot', { name: 'payment-frame' }));
  readonly #message = create('p', { role: 'alert', hidden: '' });
  readonly #fallback = create('div', { hidden: '' }, create('slot', {}, UNAVAILABLE));
  readonly #attempt = new FrameAttempt();
  /** An error is in place of the frame. */
  #frame: FrameLink | PaymentError | undefined;
  /** Of a key on the element, or of a frame that was silent. */
  #refusal: PaymentError | undefined;
  #submission: Submission | undefined;
  #isConnected = false;
  #ready = new Deferred<undefined>();
  #lastError: PaymentError | undefined;
  /** Why a check of the page has refused the last payment. It is beside the frame, which shows its own words only. */
  #checkText: string | undefined;

  constructor(widget: Widget, states: CustomStateSet, expectedMode: Mode | undefined) {
    this.#widget = widget;
    this.#states = states;
    this.expectedMode = expectedMode;
    const onChange = () => {
      this.update();
      this.#showState();
    };
    this.#controls = new HostControls(widget, onChange, () => void this.submit());
    this.#page = new PageWatch(widget, this.#sendLook, this.refuseCredential);
    this.#box.prepend(this.#message);
    this.#box.append(this.#page.probe, this.#controls.node, this.#fallback);
    // A script of the page may remove the frame, or put it elsewhere.
    new MutationObserver(() => {
      if (this.#link && this.#link.frame.parentNode !== widget) this.#replaceFrame();
    }).observe(widget, { childList: true });
    this.#showState();
    widget.addController(this);
  }

  get state(): PaymentState {
    if (this.#attempt.lost) return this.#attempt.lost.state;
    return this.#error ? 'failed' : this.#form.state;
  }

  get valid(): boolean {
    return this.#form.valid && this.#controls.isValid;
  }

  get mode(): Mode | undefined {
    return this.#form.mode ?? this.expectedMode;
  }

  get #link(): FrameLink | undefined {
    return this.#frame instanceof FrameLink ? this.#frame : undefined;
  }

  get #error(): PaymentError | undefined {
    return this.#frame instanceof FrameLink ? undefined : this.#frame;
  }

  get #form(): FormState {
    return this.#link?.form ?? LOADING;
  }

  get #order(): Order {
    const { amount, currency, reference } = this.#widget;
    return { amount, currency, reference };
  }

  hostConnected(): void {
    if (!this.#box.isConnected) return; // before the first render
    this.#isConnected = true;
    adoptStyles(this.#box, FRAME_STYLES); // a browser removes them from an element that was in another document
    this.#page.connect();
    this.update();
  }

  /** The browser ends the document in the frame. */
  hostDisconnected(): void {
    this.#isConnected = false;
    this.#forgetSilence(); // the next document may have an answer
    this.#page.disconnect();
    this.#close();
    queueMicrotask(() => {
      if (this.#widget.isConnected) return; // it was moved
      if (this.#submission && this.#attempt.lost) this.#endSubmission(this.#unknown(closed()));
      else if (this.#submission) this.#fail(new PaymentError('disabled', NOT_IN_DOCUMENT));
    });
  }

  hostMoved(): void {
    this.#page.disconnect();
    this.#page.connect();
    this.#sendLook();
  }

  willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void {
    this.update(changed);
  }

  createView(): View {
    return { panel: this.#box };
  }

  updated(): void {
    if (!this.#isConnected) this.hostConnected();
  }

  readonly refuseCredential = (name: string): void => {
    this.#refusal = keyError(`"${name}" on the element`);
    this.update();
  };

  /** If a control of the page fails, there is a form all the same, which pays nothing. */
  update(changed?: ReadonlyMap<PropertyKey, unknown>): void {
    let values = {};
    try {
      ({ values } = this.#controls);
    } catch (error) {
      reportError(error);
    }
    this.#apply(values, changed);
  }

  #apply(values: object, changed: ReadonlyMap<PropertyKey, unknown> = new Map()): void {
    if (changed.has('proxyUrl')) this.#forgetSilence();
    if (!this.#widget.isConnected) return;
    if (!this.#attempt.isNeeded(this.state)) this.#setError(this.#refusal ?? findHostError(this.#widget));
    if (!this.#error) this.#open();
    const link = this.#link;
    if (!link?.isReady || this.#attempt.lost) return;
    const settings = this.#readSettings(values);
    const news = Object.entries(settings).filter(
      ([name, value]) =>
        (name === 'amount' && changed.has(name)) || // setting it again replaces what the shopper typed
        JSON.stringify(value) !== JSON.stringify(link.sent[name as keyof FrameSettings]),
    );
    link.sent = settings;
    if (news.length > 0) link.send('set', { settings: Object.fromEntries(news) });
  }

  /** A click, Enter and `submit()` together are one payment. Never rejects. */
  submit(): Promise<PaymentOutcome> {
    const running = this.#submission;
    if (running) return running.promise;
    const { lost } = this.#attempt;
    if (lost && (lost.state === 'unknown' || !this.#widget.isConnected))
      return Promise.resolve(this.#unknown(closed()));
    const submission = (this.#submission = new Submission());
    this.#submit(submission).catch((error: unknown) => {
      reportError(error); // a control of the page failed
      this.#fail(new PaymentError('form_failed', 'A control of the page has failed.'));
    });
    return submission.promise;
  }

  validate(): boolean {
    const { valid } = this;
    const wrong = this.#controls.check();
    if (this.#form.valid) wrong?.focus();
    else this.#link?.frame.focus();
    this.#link?.send('validate', {});
    return valid;
  }

  /** The frame decides whether it is possible. */
  reset(): void {
    this.#forgetSilence();
    const { lost } = this.#attempt;
    this.#attempt.reset(this.#widget);
    if (lost && !this.#attempt.lost) this.#close(); // the successor may be asking for an order that is over
    const { state } = this;
    this.update();
    const link = this.#link;
    if (link) link.isReset = state === 'paid'; // else the frame may refuse it
    link?.send('reset', {});
  }

  focus(options?: FocusOptions): void {
    this.#link?.frame.focus(options);
    void this.#ready.promise.then(() => this.#link?.send('focus', {}));
  }

  async diagnose(isLogged = false): Promise<Finding[]> {
    const hints = await loadModule('setup-hints', import('../../hints/setup-hints.js'));
    const { proxyUrl = '', reference, orderToken } = this.#widget;
    const problem = this.state === 'failed' || this.state === 'unknown' ? this.#lastError : undefined;
    const form = {
      mode: this.mode,
      settings: { proxyUrl, mode: this.expectedMode, orderToken },
      reference: reference || orderToken,
      knowsProxy: true, // it need not allow requests of the page
      settingError: this.#error ?? (this.#form.isBlocked ? problem : undefined),
      paymentError: problem,
    };
    return hints.diagnose(this.#widget, form, isLogged);
  }

  #giveHints(): void {
    if (this.mode ? this.mode === 'test' : isLoopback(location.hostname))
      void this.diagnose(true).catch(() => undefined);
  }

  #readSettings(values: object): FrameSettings {
    const lost = this.#attempt.settingsWith(this.#widget.orderToken);
    if (lost) return lost;
    const { withoutButton, submitOnEnter, metadata } = this.#widget;
    const { isUsed } = this.#controls;
    const hasOwnButton = isUsed && !withoutButton;
    return readFrameSettings(this.#widget, {
      mode: this.expectedMode,
      withoutButton: isUsed || withoutButton,
      submitOnEnter: hasOwnButton || submitOnEnter,
      ...(Object.keys(values).length > 0 && { metadata: { ...metadata, ...values } }),
    });
  }

  readonly #sendLook = (): void => {
    this.#link?.send('look', { look: this.#readLook() });
  };

  #readLook(): Look {
    const look = this.#page.read();
    this.#box.style.setProperty('--room', `${roomAround(look.theme)}px`);
    return look;
  }

  /** A payment keeps its frame. */
  #open(): void {
    const address = this.#attempt.lost?.address ?? frameAddress(this.#widget);
    if (!address || this.#link?.address === address || (this.#link && this.#attempt.isNeeded(this.state))) return;
    this.#close();
    this.#frame ??= new FrameLink(this.#widget, address, this.#receive); // a listener may have opened it
  }

  /** If the frame has made a payment, the next one asks for the outcome. */
  #close(isInDoubt = false, error = this.#error): void {
    const link = this.#link;
    const { state } = this;
    this.#frame = error;
    link?.close();
    if (this.#ready.isResolved) this.#ready = new Deferred(); // who waits goes on waiting
    if (link) this.#onLost(state, link, isInDoubt);
    this.#showState();
  }

  /** The page may have changed the element of the last frame, so that its successor has a new one. */
  #replaceFrame(isInDoubt?: boolean): void {
    this.#close(isInDoubt);
    this.update();
  }

  readonly #receive = (message: FrameEvent, link: FrameLink): void => {
    switch (message.type) {
      case 'ready':
        link.sent = this.#readSettings({}); // values follow with the payment
        link.send('init', { settings: link.sent, look: this.#readLook(), attempt: this.#attempt.handedOver });
        break;
      case 'lost':
        this.#replaceFrame();
        break;
      case 'silent':
        this.#onSilent();
        break;
      case 'state':
        link.frame.title = message.form.title;
        this.#onForm(link, message.form);
        break;
      case 'size':
        this.#box.style.setProperty('--height', `${Math.ceil(message.height)}px`);
        break;
      case 'event':
        this.#onEvent(link, message);
        break;
      case 'outcome':
        this.#onOutcome(message);
        break;
    }
    this.#showState();
  };

  #onForm(link: FrameLink, form: FormState): void {
    const isOver = hasAttempt(this.state) && !hasAttempt(form.state);
    link.form = form;
    if (!hasAttempt(form.state)) link.isReset = false;
    if (form.state === 'loading') return;
    const isFound = this.#attempt.lost !== undefined;
    const isUseless = isFound && form.isBlocked; // it cannot ask for the outcome
    link.expectAnswer(isUseless);
    if (isUseless) return;
    this.#attempt.enter(form.state, link.sent);
    this.#ready.resolve(undefined);
    if (isFound || isOver) this.update(); // with what the page has set meanwhile
  }

  #onEvent(link: FrameLink, message: SentEvent): void {
    const { name, detail, key = '' } = message;
    if (this.#attempt.lost && this.#form.isBlocked) return;
    this.#showState(); // listeners see the state
    if (name === 'payment-submit') {
      this.#attempt.ask(detail, link.sent);
      this.#checkText = undefined;
      void this.#permit(detail).then(({ text, ...answer }) => {
        if (!this.#attempt.answer(detail, answer.isAllowed, key, this.#markName)) return;
        this.#checkText = text;
        link.send('permission', { permission: { key, ...answer } });
      });
      return;
    }
    if ('error' in detail) this.#lastError = detail['error'] as PaymentError;
    if ('error' in detail || name === 'payment-ready') this.#giveHints();
    if (name === 'payment-failure' && detail['restored']) this.#attempt.forget(this.#markName);
    if (this.#form.state !== 'busy') this.#onOutcome(message); // first: a listener may remove the element
    dispatchFromFrame(this.#widget, name, detail);
  }

  #onOutcome({ name, detail, submits }: SentEvent): void {
    const outcome = outcomeOf(name, detail);
    if (outcome && this.#submission?.number === submits) this.#endSubmission(outcome);
  }

  /** The form has been checked; the controls of the page have not, if the shopper has pressed Enter. */
  async #permit(detail: Readonly<Record<string, unknown>>): Promise<Answer> {
    try {
      const wrong = this.#controls.check();
      wrong?.focus();
      const answer = wrong ? PREVENTED : await askPermission(this.#widget, detail);
      this.#apply(this.#controls.values); // a script may have set them
      return answer;
    } catch (error) {
      reportError(error); // a control of the page failed
      return { isAllowed: false };
    }
  }

  async #submit(submission: Submission): Promise<void> {
    while (!this.#error && this.#widget.isConnected) {
      await Promise.race([this.#ready.promise, submission.promise]);
      if (submission !== this.#submission) return; // it has ended
      this.#apply(this.#controls.values); // a script may have set them
      if (this.#link?.isReady) break; // else it was replaced meanwhile
    }
    if (submission !== this.#submission) return;
    const link = this.#link;
    const error = this.#error ?? (link ? this.#checkControls() : new PaymentError('disabled', NOT_IN_DOCUMENT));
    if (error) this.#fail(error);
    if (error || !link) return;
    submission.number = ++link.submits;
    link.send('submit', {});
    this.#showState();
  }

  #endSubmission(outcome: PaymentOutcome): void {
    this.#submission?.resolve(outcome);
    this.#submission = undefined;
    this.#showState();
  }

  #checkControls(): PaymentError | undefined {
    if (hasAttempt(this.state) || !this.#controls.check()) return undefined;
    this.validate();
    return new PaymentError('validation_failed', 'Controls of the page are invalid.');
  }

  /** Ends `submit()` before the page receives the event: a listener may pay again. */
  #fail(error: PaymentError): void {
    const detail = describeError(error, this.#order, this.mode);
    this.#endSubmission({ outcome: 'failed', ...detail });
    this.#widget.dispatchEvent(new PaymentFailureEvent(detail));
  }

  #unknown(error: PaymentError, restored = false): PaymentOutcome & { outcome: 'unknown' } {
    return { outcome: 'unknown', ...describeError(error, this.#attempt.order ?? this.#order, this.mode, restored) };
  }

  #onLost(before: PaymentState, { address, sent, form, isReset }: FrameLink, isInDoubt: boolean): void {
    const settings = isInDoubt ? this.#readSettings({}) : sent;
    const text = form.lostText || ENGLISH_LABELS.unknown_text_open;
    const wasAsked = this.#attempt.lose(before, { address, settings, text }, isInDoubt);
    if (isReset) this.#attempt.reset(this.#widget); // the frame has not answered
    const isSent = this.#submission?.number !== undefined;
    this.#showState();
    if (!this.#attempt.lost) {
      if (!this.#error && (wasAsked || isSent))
        this.#fail(new PaymentError('frame_unavailable', 'The frame was closed before it paid.'));
      return;
    }
    const error = (this.#lastError = isInDoubt ? unsettled() : closed());
    const { outcome, ...detail } = this.#unknown(error, isInDoubt);
    if (isSent || isInDoubt) this.#endSubmission({ outcome, ...detail });
    if (this.state !== before) this.#widget.dispatchEvent(new PaymentUnknownEvent(detail));
  }

  /** After an attempt, there is no fallback, which could be a second payment: the frame is opened until it answers. */
  #onSilent(): void {
    const isInDoubt = !this.#attempt.lost && findStoredKey(this.#widget) !== undefined;
    if (this.#attempt.lost || isInDoubt) {
      this.#replaceFrame(isInDoubt);
      return;
    }
    this.#refusal ??= new PaymentError('frame_unavailable', SILENT);
    this.update();
  }

  /** The next frame may answer. */
  #forgetSilence(): void {
    if (this.#refusal?.code === 'frame_unavailable') this.#refusal = undefined;
  }

  get #markName(): string {
    return attemptKey(this.#link?.address.replace(/\/frame$/, '') ?? '', this.#widget.reference);
  }

  #setError(error: PaymentError | undefined): void {
    if (error?.message === this.#error?.message) return;
    if (!error) {
      this.#frame = undefined;
      return;
    }
    this.#close(false, error);
    this.#ready.resolve(undefined); // a payment that waits fails
    console.error(`<payment-widget>: ${error.code}: ${error.message} See ${error.docs}`);
    this.#fail(error);
    this.#giveHints();
  }

  #showState(): void {
    const { state } = this;
    const { lost } = this.#attempt;
    const error = this.#error;
    this.#link?.watch(state === 'busy' || this.#submission?.number !== undefined);
    this.#states.clear();
    this.#states.add(state);
    if (this.#form.isTest) this.#states.add('test');
    const showsButton = this.#controls.isUsed && !this.#widget.withoutButton && !error;
    this.#controls.showButton(showsButton ? this.#form.button : undefined, state === 'busy');
    if (this.#link) this.#link.frame.style.visibility = lost ? 'hidden' : ''; // until it can ask for the outcome
    const isRefused = state === 'failed' && this.#lastError?.code === 'submit_prevented';
    const checkText = isRefused && !lost && !error ? this.#checkText : undefined;
    const text = lost ? this.#form.lostText || lost.text : error ? `${error.message} ${error.code}` : checkText;
    this.#message.hidden = !text;
    this.#message.textContent = text ?? '';
    this.#message.part.value = lost ? 'result-text' : checkText ? 'error' : 'setup-error';
    this.#message.className = lost ? 'outside' : 'outside error';
    if (this.#link) this.#link.frame.ariaDescription = checkText ?? null; // it cannot refer to a text in the shadow root
    this.#fallback.hidden = !error || Boolean(lost);
  }
}

/** Returns what creates the form, as for a card form in the page. */
export function prepare(widget: Widget) {
  return (states: CustomStateSet, mode: Mode | undefined): IsolatedForm => new IsolatedForm(widget, states, mode);
}
