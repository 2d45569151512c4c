import { logError, PaymentError } from '../../contract/errors.js';
import type { Mode } from '../../contract/protocol.js';
import { isLoopback } from '../../contract/security.js';
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
import { diagnoseFrame } from './frame-hints.js';
import { FrameKeeper, type FrameState } from './frame-keeper.js';
import type { FrameEvent, FrameLink } from './frame-link.js';
import { FramePayment, type PayingForm } from './frame-payment.js';
import { HostControls } from './host-controls.js';
import { readFrameSettings } from './host-settings.js';
import { PageWatch } from './page-watch.js';
import surroundingStyles from './surroundings.css?inline';
import { Surroundings } from './surroundings.js';

const SILENT =
  'The frame has not answered within 8 seconds. Check the option frame of the proxy with this origin, and frame-src of the page.';

/** A form that is in a frame of another origin. This side never has card data. */
export class IsolatedForm implements ShownForm, PayingForm {
  readonly hasRendered = true;
  readonly #widget: Widget;
  readonly #states: CustomStateSet;
  readonly #page: PageWatch;
  readonly #surroundings: Surroundings;
  readonly #payment: FramePayment;
  readonly #keeper: FrameKeeper;

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
    this.#keeper = new FrameKeeper(widget, (event, link) => {
      this.#receive(event, link);
      this.show();
    });
    this.#payment = new FramePayment(widget, controls, this.#keeper, this);
    // A script of the page may remove the frame, or put it elsewhere.
    new MutationObserver(() => {
      const { link } = this.#keeper;
      if (link && link.frame.parentNode !== widget) this.#replaceFrame();
    }).observe(widget, { childList: true });
    this.show();
    widget.addController(this);
  }

  get state(): PaymentState {
    return this.#keeper.state;
  }

  get valid(): boolean {
    return this.#keeper.form.valid && this.#surroundings.controls.isValid;
  }

  get reportedMode(): Mode | undefined {
    return this.#keeper.form.reportedMode;
  }

  /** The mode of the frame, or else the one that the page expects. */
  get mode(): Mode | undefined {
    return this.reportedMode ?? this.#widget.mode;
  }

  hostConnected(): void {
    adoptStyles(this.#widget.renderRoot, surroundingStyles); // a browser removes them from an element that was in another document
    this.#page.connect();
    this.#widget.requestUpdate();
  }

  /** The browser ends the document in the frame. */
  hostDisconnected(): void {
    this.#keeper.forgetSilence(); // the next document may have an answer
    this.#page.disconnect();
    if (this.#keeper.link) this.#close();
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
    this.#keeper.keyError = keyError(`"${name}" on the element`);
    this.#widget.requestUpdate();
  };

  submit(): Promise<PaymentOutcome> {
    return this.#payment.submit();
  }

  validate(): boolean {
    const { valid } = this;
    const wrong = this.#surroundings.controls.check();
    if (this.#keeper.form.valid) wrong?.focus();
    else this.#keeper.link?.frame.focus();
    this.#keeper.link?.send('validate', {});
    return valid;
  }

  /** The frame decides whether a reset is possible. */
  reset(): void {
    this.#keeper.reset();
    const isPaid = this.state === 'paid';
    this.#update();
    this.show();
    const { frame } = this.#keeper;
    if (frame.name === 'ready') frame.isReset = isPaid; // in another state, the frame may refuse it
    this.#keeper.link?.send('reset', {});
  }

  focus(options?: FocusOptions): void {
    this.#keeper.link?.frame.focus(options);
    void this.#keeper.whenAnswered().then(() => this.#keeper.link?.send('focus', {}));
  }

  diagnose(isLogged = false): Promise<Finding[]> {
    return diagnoseFrame({ widget: this.#widget, keeper: this.#keeper, payment: this.#payment }, isLogged);
  }

  giveHints(): void {
    if (this.mode ? this.mode === 'test' : isLoopback(location.hostname))
      void this.diagnose(true).catch(() => undefined);
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
    const keeper = this.#keeper;
    if (changed.has('proxyUrl')) keeper.forgetSilence();
    if (!this.#widget.isConnected) return;
    if (!keeper.isHeld) this.#refuse(keeper.refusal);
    if (keeper.frame.name !== 'refused') this.#open();
    const { link, frame } = keeper;
    if (link?.isReady && frame.name !== 'lost') link.set(this.#readSettings(values), changed);
  }

  #readSettings(values: object = {}): FrameSettings {
    const { attempt, frame } = this.#keeper;
    const lost = frame.name === 'lost' && attempt.settingsWith(this.#widget.orderToken);
    const hasControls = this.#surroundings.controls.isUsed;
    return lost || readFrameSettings(this.#widget, { hasControls, values });
  }

  readonly #sendLook = (): void => {
    this.#keeper.link?.send('look', { look: this.#readLook() });
  };

  #readLook(): Look {
    const look = this.#page.read();
    this.#surroundings.box.style.setProperty('--room', `${roomAround(look.theme)}px`);
    return look;
  }

  #open(): void {
    const keeper = this.#keeper;
    const address = keeper.nextAddress;
    if (!address) return;
    if (keeper.link) this.#close();
    keeper.open(address);
  }

  #close(next: FrameState = { name: 'none' }, marked?: FrameSettings): void {
    const { state, link, attempt } = this.#keeper;
    const wasAsked = attempt.isAsked;
    this.#keeper.close(next, marked);
    if (link) this.#payment.onClosed(state, wasAsked, marked !== undefined);
    this.show();
  }

  /** The page may have changed the element of the last frame, so that its successor has a new one. */
  #replaceFrame(marked?: FrameSettings): void {
    this.#close({ name: 'none' }, marked);
    this.#update();
  }

  #receive(message: FrameEvent, link: FrameLink): void {
    switch (message.type) {
      case 'ready':
        link.start(this.#readSettings(), this.#readLook(), this.#keeper.attempt.handedOver); // values follow with the payment
        break;
      case 'lost':
        this.#replaceFrame();
        break;
      case 'silent':
        this.#onSilent();
        break;
      case 'state':
        if (this.#keeper.take(link, message.form)) this.#update();
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
  }

  /** After an attempt, there is no fallback, which could be a second payment: the frame is opened until it answers. */
  #onSilent(): void {
    const isLost = this.#keeper.frame.name === 'lost';
    const isMarked = !isLost && findStoredKey(this.#widget) !== undefined;
    if (isLost || isMarked) this.#replaceFrame(isMarked ? this.#readSettings() : undefined);
    else this.#refuse(this.#keeper.keyError ?? new PaymentError('frame_unavailable', SILENT), true);
  }

  #refuse(error: PaymentError | undefined, isSilent = false): void {
    const { frame } = this.#keeper;
    const refused = frame.name === 'refused' ? frame.error : undefined;
    if (error?.message === refused?.message) return;
    if (!error) {
      this.#keeper.close({ name: 'none' });
      return;
    }
    this.#close({ name: 'refused', error, isSilent });
    logError(error);
    this.#payment.fail(error);
    this.giveHints();
  }

  show(): void {
    const { state, frame, form, link } = this.#keeper;
    link?.watch(state === 'busy' || this.#payment.isSent);
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
