import { logError, PaymentError } from '../../contract/errors.js';
import { OnDemand } from '../../contract/on-demand.js';
import type { Mode } from '../../contract/protocol.js';
import { isLoopback } from '../../contract/security.js';
import { LOADING_FORM_TEXTS } from '../../i18n/loading-form-texts.js';
import { findStoredKey } from '../../payment/attempt-key.js';
import type { PaymentOutcome } from '../../payment/outcome.js';
import { keyError } from '../../settings/credential-guard.js';
import { adoptStyles } from '../../element/adopt-styles.js';
import type { PaymentState } from '../../element/events.js';
import type { ShownForm } from '../../element/form.js';
import type { Widget } from '../../element/widget-properties.js';
import type { Finding } from '../../hints/hints.js';
import type { View } from '../../element/widget.template.js';
import type { FrameSettings } from '../../settings/settings-table.js';
import { roomAround } from '../messages/theme.js';
import type { Look } from '../messages/to-frame.js';
import type { FormState } from '../messages/to-page.js';
import { hasAttempt } from './frame-attempt.js';
import { FrameLink, LOADING, type FrameEvent, type FrameState, type LostFrame } from './frame-link.js';
import { FramePayment, type PayingForm } from './frame-payment.js';
import { HostControls } from './host-controls.js';
import { findHostError, frameAddress, readFrameSettings } from './host-settings.js';
import { PageWatch } from './page-watch.js';
import { FRAME_STYLES, Surroundings } from './surroundings.js';

const setupHints = new OnDemand('setup-hints', () => import('../../hints/setup-hints.js'));

const SILENT =
  'The frame has not answered within 8 seconds. Check the option frame of the proxy with this origin, and frame-src of the page.';

/** A form that is in a frame of another origin. This side never has card data. */
export class IsolatedForm implements ShownForm, PayingForm {
  readonly hasRendered = true;
  frame: FrameState = { name: 'none' };
  readonly #widget: Widget;
  readonly #states: CustomStateSet;
  readonly #page: PageWatch;
  readonly #surroundings: Surroundings;
  readonly #payment: FramePayment;
  /** Why no frame may be opened: a key on the element, or a frame that was silent. */
  #refusal: PaymentError | undefined;
  #waiting: (() => void)[] = [];

  constructor(widget: Widget, states: CustomStateSet) {
    this.#widget = widget;
    this.#states = states;
    const onChange = () => {
      this.#update();
      this.show();
    };
    const controls = new HostControls(widget, onChange, () => void this.submit());
    this.#page = new PageWatch(widget, this.#sendLook, this.refuseCredential);
    this.#surroundings = new Surroundings(widget, this.#page.probe, controls);
    this.#payment = new FramePayment(widget, controls, this);
    // A script of the page may remove the frame, or put it elsewhere.
    new MutationObserver(() => {
      if (this.#link && this.#link.frame.parentNode !== widget) this.#replaceFrame();
    }).observe(widget, { childList: true });
    this.show();
    widget.addController(this);
  }

  get state(): PaymentState {
    if (this.frame.name === 'lost') return this.frame.state;
    return this.frame.name === 'refused' ? 'failed' : this.#form.state;
  }

  get valid(): boolean {
    return this.#form.valid && this.#surroundings.controls.isValid;
  }

  get reportedMode(): Mode | undefined {
    return this.#form.reportedMode;
  }

  /** The mode of the frame, or else the one that the page expects. */
  get mode(): Mode | undefined {
    return this.reportedMode ?? this.#widget.mode;
  }

  get #link(): FrameLink | undefined {
    return 'link' in this.frame ? this.frame.link : undefined;
  }

  get #form(): FormState {
    return this.#link?.form ?? LOADING;
  }

  hostConnected(): void {
    adoptStyles(this.#widget.renderRoot, FRAME_STYLES); // a browser removes them from an element that was in another document
    this.#page.connect();
    this.#widget.requestUpdate();
  }

  /** The browser ends the document in the frame. */
  hostDisconnected(): void {
    this.#forgetSilence(); // the next document may have an answer
    this.#page.disconnect();
    if (this.#link) this.#close();
    queueMicrotask(() => {
      if (!this.#widget.isConnected) this.#payment.abandon(); // else it was moved
    });
  }

  hostMoved(): void {
    this.#page.disconnect();
    this.#page.connect();
    this.#sendLook();
  }

  willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void {
    this.#update(changed);
  }

  createView(): View {
    return { panel: this.#surroundings.box };
  }

  readonly refuseCredential = (name: string): void => {
    this.#refusal = keyError(`"${name}" on the element`);
    this.#widget.requestUpdate();
  };

  submit(): Promise<PaymentOutcome> {
    return this.#payment.submit();
  }

  validate(): boolean {
    const { valid } = this;
    const wrong = this.#surroundings.controls.check();
    if (this.#form.valid) wrong?.focus();
    else this.#link?.frame.focus();
    this.#link?.send('validate', {});
    return valid;
  }

  /** The frame decides whether a reset is possible. */
  reset(): void {
    this.#forgetSilence();
    const lost = this.frame.name === 'lost' ? this.frame : undefined;
    if (this.#payment.attempt.reset(lost, this.#widget)) {
      lost?.link?.close(); // it may be asking for an order that is over
      this.#enter({ name: 'none' });
    }
    const isPaid = this.state === 'paid';
    this.#update();
    this.show();
    if (this.frame.name === 'ready') this.frame.isReset = isPaid; // in another state, the frame may refuse it
    this.#link?.send('reset', {});
  }

  focus(options?: FocusOptions): void {
    this.#link?.frame.focus(options);
    void this.whenAnswered().then(() => this.#link?.send('focus', {}));
  }

  async diagnose(isLogged = false): Promise<Finding[]> {
    const hints = await setupHints.load();
    const { proxyUrl = '', reference, orderToken } = this.#widget;
    const problem = this.state === 'failed' || this.state === 'unknown' ? this.#payment.lastError : undefined;
    const refused = this.frame.name === 'refused' ? this.frame.error : undefined;
    const form = {
      mode: this.mode,
      settings: { proxyUrl, mode: this.#widget.mode, orderToken },
      reference: reference || orderToken,
      knowsProxy: true,
      isFramed: true,
      settingError: refused ?? (this.#form.isBlocked ? problem : undefined),
      paymentError: problem,
    };
    return hints.diagnose(this.#widget, form, isLogged);
  }

  giveHints(): void {
    if (this.mode ? this.mode === 'test' : isLoopback(location.hostname))
      void this.diagnose(true).catch(() => undefined);
  }

  whenAnswered(): Promise<void> {
    if (this.frame.name === 'ready' || this.frame.name === 'refused') return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** If a control of the page fails, there is a form all the same, which pays nothing. */
  #update(changed?: ReadonlyMap<PropertyKey, unknown>): void {
    let values = {};
    try {
      ({ values } = this.#surroundings.controls);
    } catch (error) {
      reportError(error);
    }
    this.apply(values, changed);
  }

  apply(values: object, changed: ReadonlyMap<PropertyKey, unknown> = new Map()): void {
    if (changed.has('proxyUrl')) this.#forgetSilence();
    if (!this.#widget.isConnected) return;
    if (!this.#payment.attempt.isNeeded(this.state)) this.#refuse(this.#refusal ?? findHostError(this.#widget));
    if (this.frame.name !== 'refused') this.#open();
    const link = this.#link;
    if (link?.isReady && this.frame.name !== 'lost') link.set(this.#readSettings(values), changed);
  }

  #readSettings(values: object = {}): FrameSettings {
    const { attempt } = this.#payment;
    const lost = this.frame.name === 'lost' && attempt.settingsWith(this.#widget.orderToken);
    const hasControls = this.#surroundings.controls.isUsed;
    return lost || readFrameSettings(this.#widget, { hasControls, values });
  }

  readonly #sendLook = (): void => {
    this.#link?.send('look', { look: this.#readLook() });
  };

  #readLook(): Look {
    const look = this.#page.read();
    this.#surroundings.box.style.setProperty('--room', `${roomAround(look.theme)}px`);
    return look;
  }

  #enter(frame: FrameState): void {
    this.frame = frame;
    if (frame.name !== 'ready' && frame.name !== 'refused') return;
    for (const resume of this.#waiting.splice(0)) resume();
  }

  /** A payment keeps its frame. */
  #open(): void {
    const link = this.#link;
    const address = this.frame.name === 'lost' ? this.frame.address : frameAddress(this.#widget);
    if (!address || link?.address === address || (link && this.#payment.attempt.isNeeded(this.state))) return;
    if (link) this.#close();
    const { frame } = this;
    if (this.#link || frame.name === 'refused') return; // a listener has set something else
    const opened = new FrameLink(this.#widget, address, this.#receive);
    this.#enter(frame.name === 'lost' ? { ...frame, link: opened } : { name: 'opening', link: opened });
  }

  /**
   * If the frame may have made a payment, the next one asks for the outcome.
   * @param isMarked - whether an earlier page may have made one
   */
  #close(next: FrameState = { name: 'none' }, isMarked = false): void {
    const { state, frame } = this;
    const link = this.#link;
    const { attempt } = this.#payment;
    const wasAsked = attempt.isAsked;
    link?.close();
    if (frame.name === 'lost') this.#enter({ ...frame, link: undefined });
    else this.#enter((link && this.#lose(link, isMarked)) ?? next);
    if (link) this.#payment.onClosed(state, wasAsked, isMarked);
    this.show();
  }

  /** Returns `undefined` if the frame has certainly sent nothing, or if its order is over. */
  #lose({ address, form, sent }: FrameLink, isMarked: boolean): LostFrame | undefined {
    const { attempt } = this.#payment;
    const isReset = this.frame.name === 'ready' && this.frame.isReset;
    const state = attempt.lose(this.state, isMarked ? this.#readSettings() : sent, isMarked);
    if (!state) return undefined;
    const text = form.lostText || LOADING_FORM_TEXTS.unknown_text_open;
    const lost: LostFrame = { name: 'lost', state, address, text };
    return isReset && attempt.reset(lost, this.#widget) ? undefined : lost;
  }

  /** The page may have changed the element of the last frame, so that its successor has a new one. */
  #replaceFrame(isMarked = false): void {
    this.#close({ name: 'none' }, isMarked);
    this.#update();
  }

  readonly #receive = (message: FrameEvent, link: FrameLink): void => {
    switch (message.type) {
      case 'ready':
        link.start(this.#readSettings(), this.#readLook(), this.#payment.attempt.handedOver); // values follow with the payment
        break;
      case 'lost':
        this.#replaceFrame();
        break;
      case 'silent':
        this.#onSilent();
        break;
      case 'state':
        this.#onForm(link, message.form);
        break;
      case 'size':
        this.#surroundings.box.style.setProperty('--height', `${Math.ceil(message.height)}px`);
        break;
      case 'event':
        this.#payment.onEvent(link, message);
        break;
      case 'outcome':
        this.#payment.onOutcome(message);
        break;
    }
    this.show();
  };

  #onForm(link: FrameLink, form: FormState): void {
    const isOver = hasAttempt(this.state) && !hasAttempt(form.state);
    const { frame } = this;
    link.form = form;
    link.frame.title = form.title;
    if (frame.name === 'ready' && !hasAttempt(form.state)) frame.isReset = false;
    if (form.state === 'loading') return;
    const isFound = frame.name === 'lost';
    const isUseless = isFound && form.isBlocked; // it cannot ask for the outcome
    link.expectAnswer(isUseless);
    if (isUseless) return;
    this.#payment.attempt.enter(form.state, link.sent);
    if (frame.name !== 'ready') this.#enter({ name: 'ready', link, submits: 0, isReset: false });
    if (isFound || isOver) this.#update(); // the page may have set something meanwhile
  }

  /** After an attempt, there is no fallback, which could be a second payment: the frame is opened until it answers. */
  #onSilent(): void {
    const isLost = this.frame.name === 'lost';
    const isMarked = !isLost && findStoredKey(this.#widget) !== undefined;
    if (isLost || isMarked) {
      this.#replaceFrame(isMarked);
      return;
    }
    this.#refusal ??= new PaymentError('frame_unavailable', SILENT);
    this.#update();
  }

  /** The next frame may answer. */
  #forgetSilence(): void {
    if (this.#refusal?.code === 'frame_unavailable') this.#refusal = undefined;
  }

  #refuse(error: PaymentError | undefined): void {
    const refused = this.frame.name === 'refused' ? this.frame.error : undefined;
    if (error?.message === refused?.message) return;
    if (!error) {
      this.#enter({ name: 'none' });
      return;
    }
    this.#close({ name: 'refused', error });
    logError(error);
    this.#payment.fail(error);
    this.giveHints();
  }

  show(): void {
    const { state, frame } = this;
    const form = this.#form;
    this.#link?.watch(state === 'busy' || this.#payment.isSent);
    this.#states.clear();
    this.#states.add(state);
    if (form.isTest) this.#states.add('test');
    const isRefused = frame.name === 'ready' && state === 'failed';
    this.#surroundings.show({ frame, form, state, checkText: isRefused ? this.#payment.checkText : undefined });
  }
}

/** Returns what creates the form, as for a card form in the page. */
export function prepare(widget: Widget) {
  return (states: CustomStateSet): IsolatedForm => new IsolatedForm(widget, states);
}
