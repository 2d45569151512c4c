import { PaymentError } from '../../contract/errors.js';
import type { Mode } from '../../contract/protocol.js';
import { describeError, type Order, type PaymentOutcome } from '../../payment/outcome.js';
import { keyError } from '../../settings/credential-guard.js';
import { UNAVAILABLE } from '../../i18n/first-messages.js';
import { PaymentFailureEvent, PaymentUnknownEvent, type PaymentState } from '../events.js';
import type { Finding } from '../../hints/hints.js';
import { create } from './create.js';
import { Deferred } from './deferred.js';
import { FrameAttempt, HAS_ATTEMPT } from './frame-attempt.js';
import { FrameLink } from './frame-link.js';
import { askPage, dispatchFromFrame, outcomeOf, PREVENTED, type Permission } from './host-events.js';
import { findHostError, readFrameSettings } from './host-settings.js';
import { HostSlot } from './host-slot.js';
import type { FormState, MessageToPage } from './messages/to-page.js';
import type { FrameSettings } from './messages/settings.js';
import { roomAround, type Theme } from './theme-properties.js';
import { createBox, FIRST_TITLE, frameAddress, openFrame, type HostElement, type OpenFrame } from './open-frame.js';
import { PageWatch } from './page-watch.js';
import { Submission } from './submission.js';

const LOADING: FormState = {
  state: 'loading',
  valid: false,
  mode: undefined,
  isTest: false,
  title: FIRST_TITLE,
  isBlocked: false,
  lostText: '',
  button: undefined,
};

/** The values of the controls of the page, by name. */
type ControlValues = Readonly<Record<string, string>>;

const NOT_IN_DOCUMENT = 'The element is not in the document.';
const CLOSED = 'The frame was closed during a payment. The outcome is unknown.';

/** What the page has of an element whose form is in a frame. It never has card data. */
export class FrameHost {
  /** The frame, and what the page shows between it and the footer. */
  readonly node: HTMLElement;
  /** The `mode` of the page, unchecked. */
  expectedMode: string | undefined;
  readonly #element: HostElement;
  readonly #states: CustomStateSet;
  readonly #slot: HostSlot;
  readonly #page: PageWatch;
  readonly #message = create('p', { class: 'outside host-error', part: 'setup-error', role: 'alert', hidden: '' });
  readonly #fallback = create('div', { hidden: '' });
  /** A script of the page may remove the frame, or put it elsewhere. */
  readonly #children: MutationObserver;
  #early: OpenFrame | undefined;
  #link: FrameLink | undefined;
  #form = LOADING;
  /** Why there is no form. */
  #error: PaymentError | undefined;
  #credentialError: PaymentError | undefined;
  /** Set if the frame does not answer, until it is tried again. */
  #silence: PaymentError | undefined;
  #sent: FrameSettings = {};
  readonly #attempt = new FrameAttempt();
  /** The call of `submit()` that has not ended. */
  #submission: Submission | undefined;
  #lostText = '';
  #ready = new Deferred();

  /** Blocks the element permanently: a credential was set on it. */
  readonly refuseCredential = (name: string): void => {
    this.#credentialError = keyError(`"${name}" on the element`);
    this.update();
  };

  /**
   * @param states the custom states of the element
   * @param box the place of the frame
   * @param early a frame that is open already
   */
  constructor(element: HostElement, states: CustomStateSet, box = createBox(), early?: OpenFrame) {
    this.#element = element;
    this.#states = states;
    const onSlot = () => {
      this.update();
      this.#showState();
    };
    this.#slot = new HostSlot(element, onSlot, () => void this.submit());
    this.#page = new PageWatch(element, {
      onTheme: (theme) => this.#link?.send('theme', { theme: this.#makeRoom(theme) }),
      onLanguage: (language) => this.#link?.send('language', { language }),
      onCredential: this.refuseCredential,
    });
    this.#fallback.append(create('slot', {}, UNAVAILABLE));
    this.node = box;
    this.#early = early;
    box.prepend(this.#message);
    box.append(this.#page.theme.probe, this.#slot.node, this.#fallback);
    this.#children = new MutationObserver(() => {
      if (this.#link && this.#link.frame.parentNode !== element) this.#replaceFrame();
    });
    this.#children.observe(element, { childList: true });
    this.#showState();
  }

  get state(): PaymentState {
    if (this.#attempt.lost) return this.#attempt.lost.state;
    return this.#error ? 'failed' : this.#form.state;
  }

  get valid(): boolean {
    return this.#form.valid && this.#slot.isValid;
  }

  get mode(): Mode | undefined {
    return this.#form.mode ?? (this.expectedMode as Mode | undefined);
  }

  /** Resolves once the form works. */
  get whenReady(): Promise<unknown> {
    return this.#ready.promise;
  }

  connect(): void {
    this.#page.connect();
    this.update();
  }

  /** The browser ends the document in the frame. */
  disconnect(): void {
    this.#page.disconnect();
    this.#close();
    queueMicrotask(() => {
      if (this.#element.isConnected) return; // it was moved
      if (this.#submission) this.#fail(new PaymentError('disabled', NOT_IN_DOCUMENT));
    });
  }

  /**
   * Applies the settings of the element. If a control of the page fails, there is a form all the same, which pays nothing.
   * @param changed - the properties that were set
   */
  update(changed?: Iterable<string>): void {
    let values: ControlValues = {};
    try {
      ({ values } = this.#slot);
    } catch (error) {
      reportError(error);
    }
    this.#apply(values, changed);
  }

  #apply(values: ControlValues, changed: Iterable<string> = []): void {
    const names = new Set(changed);
    if (names.has('proxyUrl')) this.#silence = undefined;
    if (!this.#element.isConnected) return;
    if (!this.#attempt.isNeeded(this.state))
      this.#setError(this.#credentialError ?? findHostError(this.#element) ?? this.#silence);
    void this.#slot.load();
    if (!this.#error) this.#open();
    if (!this.#link?.isReady || this.#attempt.lost) return;
    const settings = this.#readSettings(values);
    const news = Object.entries(settings).filter(
      ([name, value]) =>
        (name === 'amount' && names.has(name)) || // setting it again replaces what the shopper typed
        JSON.stringify(value) !== JSON.stringify(this.#sent[name as keyof FrameSettings]),
    );
    this.#sent = settings;
    if (news.length > 0) this.#link.send('set', { settings: Object.fromEntries(news) });
  }

  /** A click, Enter and `submit()` together are one payment. Never rejects. */
  submit(): Promise<PaymentOutcome> {
    const running = this.#submission;
    if (running) return running.outcome;
    const { lost, outcome } = this.#attempt;
    if (lost?.state === 'unknown') return Promise.resolve(this.#unknown('connection_lost', CLOSED));
    if (lost?.canAsk === false && outcome) return Promise.resolve(outcome);
    const submission = (this.#submission = new Submission());
    this.#submit(submission).catch((error: unknown) => {
      reportError(error); // a control of the page failed
      this.#fail(new PaymentError('form_failed', 'A control of the page has failed.'));
    });
    return submission.outcome;
  }

  /** Shows the errors of form and controls. @returns whether both are valid, as far as the page knows */
  validate(): boolean {
    const { valid } = this;
    const wrong = this.#slot.check();
    if (this.#form.valid) wrong?.focus();
    else this.#link?.frame.focus();
    this.#link?.send('validate', {});
    return valid;
  }

  /** Empties the form for another payment. @returns true: the frame decides whether it is possible */
  reset(): boolean {
    this.#silence = undefined;
    this.#attempt.reset(this.#element.reference);
    this.update();
    this.#link?.send('reset', {});
    return true;
  }

  focus(options?: FocusOptions): void {
    this.#link?.frame.focus(options);
    void this.whenReady.then(() => this.#link?.send('focus', {}));
  }

  /** What prevents the form. The frame logs what it finds in its own document. */
  diagnose(): Finding[] {
    if (!this.#error) return [];
    const { code, message, docs } = this.#error;
    return [{ code, level: 'error', message, fix: 'Fix this first: there is no form until then.', docs }];
  }

  #readSettings(values: ControlValues): FrameSettings {
    const lost = this.#attempt.settingsWith(this.#element.orderToken);
    if (lost) return lost;
    const { withoutButton, submitOnEnter, metadata } = this.#element;
    const { hasContent } = this.#slot;
    const hasOwnButton = hasContent && !withoutButton;
    return readFrameSettings(this.#element, {
      mode: this.expectedMode,
      withoutButton: hasContent || withoutButton,
      submitOnEnter: hasOwnButton || submitOnEnter,
      ...(Object.keys(values).length > 0 && { metadata: { ...metadata, ...values } }),
    });
  }

  /** Opens the frame of the proxy. A payment keeps its frame. */
  #open(): void {
    if (this.#attempt.lost?.canAsk === false) return; // a new form could be a second payment
    const address = this.#attempt.lost?.address ?? frameAddress(this.#element);
    if (!address || this.#link?.address === address || (this.#link && this.#attempt.isNeeded(this.state))) return;
    this.#close();
    if (this.#link) return; // a listener has opened it
    const opened = this.#early?.address === address ? this.#early : openFrame(this.#element, address);
    if (opened !== this.#early) this.#early?.frame.remove();
    this.#early = undefined;
    this.#link = new FrameLink(opened, {
      onReady: () => {
        this.#sent = this.#readSettings({}); // values follow with the payment
        const theme = this.#makeRoom(this.#page.theme.read());
        const { lost, handedOver } = this.#attempt;
        const attempt = lost && handedOver;
        this.#link?.send('init', { settings: this.#sent, theme, language: this.#page.readLanguage(), attempt });
      },
      onMessage: (message, reply) => {
        this.#receive(message, reply);
      },
      onLost: () => {
        this.#replaceFrame();
      },
      onSilent: () => {
        this.#onSilent();
      },
    });
  }

  /** Removes the frame. If it has made a payment, the next one asks for the outcome. */
  #close(): void {
    const link = this.#link;
    const { state } = this;
    this.#link = undefined;
    link?.close();
    this.#form = LOADING;
    if (this.#ready.isResolved) this.#ready = new Deferred(); // who waits goes on waiting
    if (link) this.#onLost(state, link.address);
    this.#showState();
  }

  /** The page may have changed the element of the last frame, so that its successor has a new one. */
  #replaceFrame(): void {
    this.#close();
    this.update();
  }

  #receive(message: MessageToPage, reply: MessagePort | undefined): void {
    const { frame } = this.#link as FrameLink;
    switch (message.type) {
      case 'state':
        frame.title = message.form.title;
        this.#onForm(message.form);
        break;
      case 'change':
        this.#form = { ...this.#form, valid: message.valid };
        break;
      case 'size':
        this.node.style.setProperty('--height', `${Math.ceil(message.height)}px`);
        break;
      case 'error':
        console.error(`<payment-widget>: ${message.text}`);
        break;
      case 'event':
        this.#onEvent(message, reply);
        break;
    }
    this.#showState();
  }

  #onForm(form: FormState): void {
    const isOver = HAS_ATTEMPT.includes(this.state) && !HAS_ATTEMPT.includes(form.state);
    this.#form = form;
    this.#lostText = form.lostText || this.#lostText;
    if (form.state === 'loading') return;
    const isFound = this.#attempt.lost !== undefined;
    const isUseless = isFound && form.isBlocked; // it cannot ask for the outcome
    this.#link?.expectAnswer(isUseless);
    if (isUseless) return;
    this.#attempt.enter(form.state, this.#sent);
    this.#ready.resolve();
    if (isFound || isOver) this.update(); // with what the page has set meanwhile
  }

  #onEvent(message: Extract<MessageToPage, { type: 'event' }>, reply: MessagePort | undefined): void {
    const { name, detail, submits, key } = message;
    if (this.#attempt.lost && this.#form.isBlocked) return;
    this.#showState(); // listeners see the state
    if (name !== 'payment-submit') {
      const outcome = outcomeOf(name, detail);
      this.#attempt.outcome = outcome ?? this.#attempt.outcome;
      if (outcome && this.#submission?.number === submits) this.#endSubmission(outcome); // first: a listener may remove the element
      dispatchFromFrame(this.#element, name, detail);
      return;
    }
    this.#attempt.ask(detail);
    void this.#permit(detail).then((permission) => {
      if (this.#attempt.answer(detail, permission.isAllowed, key)) reply?.postMessage(permission);
    });
  }

  /** The form has been checked; the controls of the page have not, if the shopper has pressed Enter. */
  async #permit(detail: Readonly<Record<string, unknown>>): Promise<Permission> {
    try {
      await this.#slot.load();
      if (this.#slot.isMissing) return PREVENTED;
      const wrong = this.#slot.check();
      wrong?.focus();
      const permission = wrong ? PREVENTED : await askPage(this.#element, detail);
      this.#apply(this.#slot.values); // a script may have set them
      return permission;
    } catch (error) {
      reportError(error); // a control of the page failed
      return { isAllowed: false };
    }
  }

  async #submit(submission: Submission): Promise<void> {
    while (!this.#error && this.#element.isConnected) {
      await Promise.race([Promise.all([this.whenReady, this.#slot.load()]), submission.outcome]);
      if (submission !== this.#submission) return; // it has ended
      this.#apply(this.#slot.values); // a script may have set them
      if (this.#link?.isReady) break; // else it was replaced meanwhile
    }
    if (submission !== this.#submission) return;
    const error = this.#error ?? (this.#link ? this.#checkControls() : new PaymentError('disabled', NOT_IN_DOCUMENT));
    if (error) {
      this.#fail(error);
      return;
    }
    submission.send(this.#link as FrameLink, (outcome) => {
      if (submission !== this.#submission) return;
      this.#endSubmission(outcome ?? this.#unknown('unreadable_answer', 'The reply of the frame is invalid.'));
    });
    this.#showState();
  }

  #endSubmission(outcome: PaymentOutcome): void {
    this.#submission?.end(outcome);
    this.#submission = undefined;
    this.#showState();
  }

  #checkControls(): PaymentError | undefined {
    if (HAS_ATTEMPT.includes(this.state)) return undefined;
    if (this.#slot.isMissing) return new PaymentError('not_loaded', 'isolated-host-controls.js could not be loaded.');
    if (!this.#slot.check()) return undefined;
    this.validate();
    return new PaymentError('validation_failed', 'Controls of the page are invalid.');
  }

  /** Ends `submit()` before the page receives the event: a listener may pay again. */
  #fail(error: PaymentError): void {
    const detail = describeError(error, this.#order, this.mode);
    this.#endSubmission({ outcome: 'failed', ...detail });
    this.#element.dispatchEvent(new PaymentFailureEvent(detail));
  }

  /** The outcome of an attempt of which nothing more is known. */
  #unknown(code: 'connection_lost' | 'unreadable_answer', message: string): PaymentOutcome & { outcome: 'unknown' } {
    const error = new PaymentError(code, message);
    return { outcome: 'unknown', ...describeError(error, this.#attempt.sent ?? this.#order, this.mode) };
  }

  get #order(): Order {
    const { amount, currency, reference } = this.#element;
    return { amount, currency, reference };
  }

  /** The document in the frame is gone. */
  #onLost(before: PaymentState, address: string): void {
    const wasAsked = this.#attempt.lose(before, address, this.#sent);
    const isSent = this.#submission?.number !== undefined;
    this.#showState();
    if (!this.#attempt.lost) {
      const isReported = this.#error !== undefined;
      if (!isReported && (wasAsked || isSent))
        this.#fail(new PaymentError('frame_unavailable', 'The frame was closed before it paid.'));
      return;
    }
    const { outcome, ...detail } = this.#unknown('connection_lost', CLOSED);
    if (isSent) this.#endSubmission({ outcome, ...detail });
    if (this.state !== before) this.#element.dispatchEvent(new PaymentUnknownEvent(detail));
  }

  /** After an attempt, there is no fallback, which could be a second payment: the frame is opened until it answers. */
  #onSilent(): void {
    if (this.#attempt.lost) {
      this.#replaceFrame();
      return;
    }
    const causes = 'the option frame of the proxy with this origin, and frame-src of the page';
    this.#silence = new PaymentError(
      'frame_unavailable',
      `The frame has not answered within 8 seconds. Check ${causes}.`,
    );
    this.update();
  }

  #setError(error: PaymentError | undefined): void {
    const isNew = error !== undefined && error.message !== this.#error?.message;
    this.#error = error;
    if (!isNew) return;
    this.#early?.frame.remove();
    this.#early = undefined;
    this.#close();
    this.#ready.resolve(); // a payment that waits fails
    console.error(`<payment-widget>: ${error.code}: ${error.message} See ${error.docs}`);
    this.#fail(error);
  }

  #makeRoom(theme: Theme): Theme {
    this.node.style.setProperty('--room', `${roomAround(theme)}px`);
    return theme;
  }

  #showState(): void {
    const { state } = this;
    this.#link?.watch(state === 'busy' || this.#submission?.number !== undefined);
    this.#states.clear();
    this.#states.add(state);
    if (this.#form.isTest) this.#states.add('test');
    const showsButton = this.#slot.hasContent && !this.#element.withoutButton && !this.#error;
    this.#slot.showButton(showsButton ? this.#form.button : undefined, state === 'busy');
    const isLost = this.#attempt.lost !== undefined;
    if (this.#link) this.#link.frame.style.visibility = isLost ? 'hidden' : ''; // until it can ask for the outcome
    this.#message.hidden = !this.#error && !isLost;
    this.#message.textContent = isLost ? this.#lostText : `${this.#error?.message ?? ''} ${this.#error?.code ?? ''}`;
    this.#message.part.value = isLost ? 'result-text' : 'setup-error';
    this.#message.classList.toggle('host-error', !isLost);
    this.#fallback.hidden = !this.#error || isLost;
  }
}
