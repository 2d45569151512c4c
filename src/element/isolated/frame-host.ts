import { PaymentError } from '../../contract/errors.js';
import type { Mode } from '../../contract/protocol.js';
import { reportMissing } from '../../contract/report-missing.js';
import { describeError, type Attempt, type Order, type PaymentOutcome } from '../../payment/outcome.js';
import { keyError, removeKeys } from '../../settings/credential-guard.js';
import { PaymentFailureEvent, type PaymentState } from '../events.js';
import { PaymentUnknownEvent } from '../late-events.js';
import type { Finding } from '../setup-hints/finding.js';
import { create } from './create.js';
import { FrameLink } from './frame-link.js';
import type { HostControls } from './host-controls.js';
import { askPage, dispatchFromFrame, PREVENTED, toOutcome, type Permission } from './host-events.js';
import { findHostError, readFrameSettings } from './host-settings.js';
import { HostTheme } from './host-theme.js';
import { isOutcome, type FormState, type MessageToPage } from './messages/to-page.js';
import type { FrameSettings } from './messages/settings.js';
import { roomAround, type Theme } from './theme-properties.js';
import {
  FIRST_TITLE,
  frameAddress,
  openFrame,
  readLanguage,
  UNAVAILABLE,
  type HostElement,
  type OpenFrame,
} from './open-frame.js';

const LOADING: FormState = {
  state: 'loading',
  valid: false,
  mode: undefined,
  isTest: false,
  title: FIRST_TITLE,
  doubt: '',
  button: undefined,
};

/** States with an attempt: its frame stays, whatever the page sets. */
const HAS_ATTEMPT: readonly PaymentState[] = ['busy', 'pending', 'unknown', 'paid'];

/** A frame with an attempt that was lost. Its successor opens at the same address, with the same settings. */
interface LostFrame {
  readonly state: PaymentState;
  readonly address: string;
  readonly settings: FrameSettings;
}

/** What the page has of an element whose form is in a frame. It never has card data. */
export class FrameHost {
  /** The frame, and what the page shows between it and the footer. */
  readonly node: HTMLElement;
  /** The `mode` of the page, unchecked. */
  expectedMode: string | undefined;
  readonly #element: HostElement;
  readonly #states: CustomStateSet;
  /** What the page shows between the form and the pay button. */
  readonly #slot = create('slot', { name: 'before-button' });
  readonly #theme: HostTheme;
  readonly #message = create('p', { class: 'outside host-error', part: 'setup-error', role: 'alert', hidden: '' });
  readonly #fallback = create('div', { hidden: '' });
  /** Attributes may be credentials; those of ancestors change the language. */
  readonly #attributes: MutationObserver;
  /** A script of the page may remove the frame, or put it elsewhere. */
  readonly #children: MutationObserver;
  /** Controls of the page in that slot, and the pay button. Loaded if there is something in it. */
  #controls: HostControls | undefined;
  #loadingControls: Promise<unknown> | undefined;
  #early: OpenFrame | undefined;
  #link: FrameLink | undefined;
  #form = LOADING;
  /** Why there is no form. */
  #error: PaymentError | undefined;
  #credentialError: PaymentError | undefined;
  /** Set if the frame does not answer, until it is tried again. */
  #silence: PaymentError | undefined;
  #sent: FrameSettings = {};
  #language = '';
  /** The attempt that the frame may have sent, unless it has certainly failed. */
  #attempt: Attempt | undefined;
  /** The settings of that attempt: the page may have changed them since. */
  #attemptSettings: FrameSettings | undefined;
  /** The last frame, if it had an attempt, until its successor has answered. */
  #lost: LostFrame | undefined;
  #submitting: Promise<PaymentOutcome> | undefined;
  /** Ends `submit()` without the frame. */
  #endSubmit: ((outcome: PaymentOutcome) => void) | undefined;
  /** Whether the frame was told to submit. */
  #isSubmitSent = false;
  #doubt = '';
  #ready = new Deferred();
  /** The height of the last frame. */
  #height = '';

  /**
   * @param states the custom states of the element
   * @param box where the frame is
   * @param early a frame in the box that is open already
   */
  constructor(element: HostElement, states: CustomStateSet, box = create('div'), early?: OpenFrame) {
    this.#element = element;
    this.#states = states;
    for (const type of ['slotchange', 'input', 'change']) {
      this.#slot.addEventListener(type, () => {
        this.#controls?.update();
        this.update();
      });
    }
    this.#theme = new HostTheme(element, () => this.#link?.send('theme', { theme: this.#readTheme() }));
    this.#fallback.append(create('slot', {}, UNAVAILABLE));
    this.node = box;
    this.#early = early;
    box.append(this.#theme.probe, this.#slot, this.#message, this.#fallback);
    this.#attributes = new MutationObserver(() => {
      removeKeys(element, this.refuseCredential);
      this.#sendLanguage();
    });
    this.#children = new MutationObserver(() => {
      if (this.#link && this.#link.frame.parentNode !== box) this.#replaceFrame();
    });
    this.#children.observe(box, { childList: true });
    this.#showState();
  }

  get state(): PaymentState {
    if (this.#lost) return this.#lost.state;
    return this.#error ? 'failed' : this.#form.state;
  }

  get valid(): boolean {
    return this.#form.valid && (this.#controls?.isValid ?? !this.#hasContent);
  }

  get mode(): Mode | undefined {
    return this.#form.mode ?? (this.expectedMode as Mode | undefined);
  }

  /** Resolves once the form works. */
  get whenReady(): Promise<unknown> {
    return this.#ready.promise;
  }

  connect(): void {
    removeKeys(this.#element, this.refuseCredential);
    this.#attributes.observe(this.#element, { attributes: true });
    for (const root of [document, this.#element.getRootNode()])
      this.#attributes.observe(root, { subtree: true, attributeFilter: ['lang', 'dir'] });
    this.update();
  }

  /** The browser ends the document in the frame. */
  disconnect(): void {
    this.#attributes.disconnect();
    this.#onLost();
    this.#close();
    queueMicrotask(() => {
      if (this.#element.isConnected) return; // it was moved
      this.#endSubmit?.(this.#fail(new PaymentError('disabled', 'The element is not in the document.')));
    });
  }

  /**
   * Applies the settings of the element.
   * @param changed - the properties that were set
   */
  update(changed: Iterable<string> = []): void {
    const names = new Set(changed);
    if (names.has('proxyUrl')) this.#silence = undefined;
    if (!this.#element.isConnected) return;
    if (!HAS_ATTEMPT.includes(this.state))
      this.#setError(this.#credentialError ?? findHostError(this.#element) ?? this.#silence);
    if (this.#hasContent) this.#loadControls();
    if (!this.#error) this.#open();
    if (!this.#link?.isReady || this.#lost) return;
    const settings = this.#readSettings();
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
    return (this.#submitting ??= this.#submit().finally(() => {
      this.#submitting = this.#endSubmit = undefined;
      this.#isSubmitSent = false;
    }));
  }

  /** Shows the errors of form and controls. @returns whether both are valid, as far as the page knows */
  validate(): boolean {
    const { valid } = this;
    const wrong = this.#controls?.check();
    if (this.#form.valid) wrong?.focus();
    else this.#link?.frame.focus();
    this.#link?.send('validate', {});
    return valid;
  }

  /** Empties the form for another payment. @returns true: the frame decides whether it is possible */
  reset(): boolean {
    this.#silence = undefined;
    this.update();
    this.#link?.send('reset', {});
    return true;
  }

  focus(options?: FocusOptions): void {
    this.#link?.frame.focus(options);
    void this.whenReady.then(() => this.#link?.send('focus', {}));
  }

  /** What prevents the form. The frame logs what it finds in its own document. */
  async diagnose(): Promise<Finding[]> {
    const { code, message } = this.#error ?? {};
    if (!code || !message) return [];
    const { finding } = await import('../setup-hints/finding.js');
    return [finding(code, message, 'Fix this first: there is no form until then.')];
  }

  /** Blocks the element permanently: a credential was set on it. */
  readonly refuseCredential = (name: string): void => {
    this.#credentialError = keyError(`"${name}" on the element`);
    this.update();
  };

  /** With something before the button, the button is outside of the frame. */
  get #hasContent(): boolean {
    return this.#element.querySelector(':scope > [slot=before-button]') !== null;
  }

  #loadControls(): void {
    this.#loadingControls ??= import('./host-controls.js').then(
      ({ HostControls }) => {
        this.#controls = new HostControls(this.#slot, () => void this.submit());
        this.update();
        this.#showState();
      },
      (error: unknown) => {
        reportMissing('host-controls.js', error);
      },
    );
  }

  #readSettings(): FrameSettings {
    if (this.#lost) return this.#lost.settings;
    const { withoutButton, submitOnEnter, metadata } = this.#element;
    const hasContent = this.#hasContent;
    const values = this.#controls?.values ?? {};
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
    const address = this.#lost?.address ?? frameAddress(this.#element);
    if (!address || this.#link?.address === address || (this.#link && HAS_ATTEMPT.includes(this.state))) return;
    this.#close();
    const opened = this.#early?.address === address ? this.#early : openFrame(this.#element, address, this.node);
    if (opened !== this.#early) this.#early?.frame.remove();
    this.#early = undefined;
    if (this.#height) opened.frame.height = this.#height;
    this.#link = new FrameLink(opened, {
      onReady: () => {
        this.#sent = this.#readSettings();
        const language = readLanguage(this.#element);
        this.#language = JSON.stringify(language);
        this.#link?.send('init', { settings: this.#sent, theme: this.#readTheme(), language });
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

  #close(): void {
    this.#link?.close();
    this.#link = undefined;
    this.#form = LOADING;
    if (this.#ready.isResolved) this.#ready = new Deferred(); // who waits goes on waiting
    this.#showState();
  }

  /** The page may have changed the element of the last frame, so that its successor has a new one. */
  #replaceFrame(): void {
    this.#onLost();
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
        frame.height = this.#height = String(Math.ceil(message.height));
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
    this.#form = form;
    this.#doubt = form.doubt || this.#doubt;
    if (form.state === 'loading') return;
    if (HAS_ATTEMPT.includes(form.state)) this.#attemptSettings ??= this.#sent;
    else this.#attempt = this.#attemptSettings = undefined;
    this.#ready.resolve();
    if (!this.#lost) return;
    this.#lost = undefined;
    this.update(); // with what the page has set meanwhile
  }

  #onEvent({ name, detail }: Extract<MessageToPage, { type: 'event' }>, reply: MessagePort | undefined): void {
    this.#showState(); // listeners see the state
    if (name !== 'payment-submit') {
      dispatchFromFrame(this.#element, name, detail);
      return;
    }
    const link = this.#link;
    void this.#permit(detail).then((permission) => {
      if (link !== this.#link) return; // the frame that asked is gone
      if (permission.isAllowed) this.#attempt = detail as unknown as Attempt;
      reply?.postMessage(permission);
    });
  }

  /** The form has been checked; the controls of the page have not, if the shopper has pressed Enter. */
  async #permit(detail: Readonly<Record<string, unknown>>): Promise<Permission> {
    await this.#loadingControls;
    const wrong = this.#controls?.check();
    wrong?.focus();
    return wrong ? PREVENTED : askPage(this.#element, detail);
  }

  async #submit(): Promise<PaymentOutcome> {
    const ended = new Promise<PaymentOutcome>((resolve) => (this.#endSubmit = resolve));
    if (!this.#error && this.#element.isConnected) {
      const early = await Promise.race([Promise.all([this.whenReady, this.#loadingControls]), ended]);
      if ('outcome' in early) return early;
    }
    const error =
      this.#error ?? (this.#link ? undefined : new PaymentError('disabled', 'The element is not in the document.'));
    if (error) return this.#fail(error);
    const wrong = this.#form.state === 'ready' || this.#form.state === 'failed' ? this.#controls?.check() : undefined;
    if (wrong) {
      this.validate();
      return this.#fail(new PaymentError('validation_failed', 'Controls of the page are invalid.'));
    }
    const { port1, port2 } = new MessageChannel();
    const reply = new Promise<PaymentOutcome>((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<object>) => {
        const outcome = isOutcome(data) ? toOutcome(data as Parameters<typeof toOutcome>[0]) : this.#unreadable;
        setTimeout(resolve, 0, outcome); // after its event
        port1.close();
      };
    });
    this.#isSubmitSent = true;
    this.#link?.send('submit', {}, port2);
    this.#showState();
    return Promise.race([reply, ended]);
  }

  #fail(error: PaymentError): PaymentOutcome {
    const detail = describeError(error, this.#order, this.mode);
    this.#element.dispatchEvent(new PaymentFailureEvent(detail));
    return { outcome: 'failed', ...detail };
  }

  /** The outcome if the frame has replied with something else. */
  get #unreadable(): PaymentOutcome {
    const error = new PaymentError('unreadable_answer', 'The reply of the frame is invalid.');
    return { outcome: 'unknown', ...describeError(error, this.#attempt ?? this.#order, this.mode) };
  }

  get #order(): Order {
    const { amount, currency, reference } = this.#element;
    return { amount, currency, reference };
  }

  /** The document in the frame is gone. If it has made a payment, the next one asks for its outcome. */
  #onLost(): void {
    const { state, mode } = this;
    const attempt = this.#attempt;
    const isKnown = HAS_ATTEMPT.includes(state) && state !== 'busy';
    this.#form = LOADING;
    if (!this.#link) return;
    if (!attempt && !isKnown) {
      if (!this.#isSubmitSent) return;
      const error = new PaymentError('frame_unavailable', 'The frame was closed before it sent the payment.');
      this.#endSubmit?.(this.#fail(error));
      return;
    }
    const settings = this.#attemptSettings ?? this.#sent;
    this.#lost ??= { state: isKnown ? state : 'unknown', address: this.#link.address, settings };
    this.#showState();
    const error = new PaymentError('connection_lost', 'The frame was closed during a payment. The outcome is unknown.');
    const detail = describeError(error, attempt ?? this.#order, mode);
    if (!isKnown) this.#element.dispatchEvent(new PaymentUnknownEvent(detail));
    if (this.#isSubmitSent) this.#endSubmit?.({ outcome: 'unknown', ...detail });
  }

  /** After an attempt, there is no fallback, which could be a second payment: the frame is opened until it answers. */
  #onSilent(): void {
    if (this.#lost) {
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
    this.#close();
    this.#ready.resolve(); // a payment that waits fails
    console.error(`<payment-widget>: ${error.code}: ${error.message} See ${error.docs}`);
    this.#fail(error);
  }

  #readTheme(): Theme {
    const theme = this.#theme.read();
    this.node.style.setProperty('--room', `${roomAround(theme)}px`);
    return theme;
  }

  #sendLanguage(): void {
    const language = readLanguage(this.#element);
    const text = JSON.stringify(language);
    if (text === this.#language) return;
    this.#language = text;
    this.#link?.send('language', { language });
  }

  #showState(): void {
    const { state } = this;
    this.#link?.watch(state === 'busy' || this.#isSubmitSent);
    this.#states.clear();
    this.#states.add(state);
    if (this.#form.isTest) this.#states.add('test');
    const showsButton = !this.#element.withoutButton && !this.#error;
    this.#controls?.showButton(showsButton ? this.#form.button : undefined, state === 'busy');
    const isInDoubt = this.#lost?.state === 'unknown';
    this.#message.hidden = !this.#error && !isInDoubt;
    this.#message.textContent = isInDoubt ? this.#doubt : `${this.#error?.message ?? ''} ${this.#error?.code ?? ''}`;
    this.#fallback.hidden = !this.#error;
  }
}

/** A promise that is resolved later. */
class Deferred {
  isResolved = false;
  #resolve!: () => void;
  readonly promise = new Promise<void>((resolve) => (this.#resolve = resolve));

  resolve(): void {
    this.isResolved = true;
    this.#resolve();
  }
}
