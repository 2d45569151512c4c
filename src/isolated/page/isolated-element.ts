import { PaymentError, reportMissing } from '../../contract/errors.js';
import type { Mode } from '../../contract/protocol.js';
import { findStoredKey, unsettled } from '../../payment/attempt-key.js';
import { describeError, type PaymentOutcome } from '../../payment/outcome.js';
import { adoptStyles } from '../../element/behaviour/adopt-styles.js';
import { PaymentFailureEvent, PaymentUnknownEvent, type PaymentState } from '../../element/events.js';
import { attributeOf, SETTINGS } from '../../settings/settings-table.js';
import { defineSettings, refuseKeyProperties, type ElementSettings } from '../../element/plain-settings.js';
import type { Finding } from '../../hints/hints.js';
import { UNAVAILABLE } from '../../i18n/first-messages.js';
import type { IsolatedBehaviour } from './behaviour.js';
import { loadHost } from '../load.js';
import { create, createBox, frameAddress, HOST_STYLES, openFrame } from './open-frame.js';

const ATTRIBUTES = new Map(
  Object.entries(SETTINGS).flatMap(([name, convert]) => (convert ? [[attributeOf(name), name] as const] : [])),
);

/** `<payment-widget>` for pages that use it in isolated mode only: the public interface of the element, without Lit and the form. */
export class IsolatedElement extends HTMLElement {
  static readonly observedAttributes = [...ATTRIBUTES.keys()];

  static {
    defineSettings<IsolatedElement>(this.prototype, (element, name) => {
      element.#onChange(name);
    });
    refuseKeyProperties<IsolatedElement>(this.prototype, (element, name) => {
      element.#refused = name;
      element.#host?.refuseCredential(name);
    });
  }

  readonly #states = this.attachInternals().states;
  readonly #box = createBox();
  readonly #fallback = create('slot', {}, UNAVAILABLE);
  readonly #changed = new Set<string>();
  #host: IsolatedBehaviour | undefined;
  #loading: Promise<IsolatedBehaviour> | undefined;
  #expectedMode: Mode | undefined;
  #refused: string | undefined;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.append(create('slot', { name: 'header' }), this.#box, create('slot', { name: 'footer' }));
    adoptStyles(this.#box, HOST_STYLES);
    this.#states.add('loading');
    for (const name of Object.keys(SETTINGS)) this.#takeEarly(name);
  }

  get state(): PaymentState {
    return this.#host?.state ?? (this.#states.has('unknown') ? 'unknown' : 'loading');
  }

  get valid(): boolean {
    return this.#host?.valid ?? false;
  }

  get mode(): Mode | undefined {
    return this.#host ? this.#host.mode : this.#expectedMode;
  }

  set mode(expected: Mode | undefined) {
    this.#expectedMode = expected;
    if (this.#host) this.#host.expectedMode = expected;
    this.#onChange('mode');
  }

  get updateComplete(): Promise<boolean> {
    return this.#load().then(
      (host) => host.whenReady.then(() => true),
      () => true,
    );
  }

  connectedCallback(): void {
    if (this.#host) this.#host.hostConnected();
    else void this.#load().catch(() => undefined);
  }

  disconnectedCallback(): void {
    this.#host?.hostDisconnected();
  }

  attributeChangedCallback(attribute: string, _before: string | null, value: string | null): void {
    if (attribute === 'mode') this.mode = (value ?? undefined) as Mode | undefined;
    else this.#onChange(ATTRIBUTES.get(attribute) as string);
  }

  submit(): Promise<PaymentOutcome> {
    return this.#load().then(
      (host) => host.submit(),
      (error: unknown) => this.#fail(error, true),
    );
  }

  validate(): boolean {
    void this.#load().then((host) => host.validate(), reportError);
    return this.valid;
  }

  reset(): void {
    this.#host?.reset();
  }

  async diagnose(): Promise<Finding[]> {
    return (await this.#load()).diagnose();
  }

  override focus(options?: FocusOptions): void {
    void this.#load().then((host) => {
      host.focus(options);
    }, reportError);
  }

  /** Opens the frame meanwhile. */
  #load(): Promise<IsolatedBehaviour> {
    return (this.#loading ??= this.#attach());
  }

  async #attach(): Promise<IsolatedBehaviour> {
    const address = frameAddress(this);
    const early = address && this.isConnected ? openFrame(this, address) : undefined;
    try {
      const { IsolatedBehaviour } = await loadHost();
      this.#host = new IsolatedBehaviour(this, this.#states, this.#expectedMode, this.#box, early);
      if (this.#refused) this.#host.refuseCredential(this.#refused);
      if (this.#fallback.parentNode) this.#fallback.remove(); // Prototype.js replaces remove()
      if (this.isConnected) this.#host.hostConnected();
      return this.#host;
    } catch (error) {
      this.#loading = undefined;
      early?.frame.remove();
      this.#box.append(this.#fallback);
      reportMissing('isolated-behaviour.js', error);
      this.#fail(error, false);
      throw error;
    }
  }

  /** Nothing was sent, unless an earlier page has left an attempt in doubt. The shopper has to know of it, once. */
  #fail(cause: unknown, isAsked: boolean): PaymentOutcome {
    const { amount, currency, reference } = this as ElementSettings;
    const idempotencyKey = findStoredKey(this);
    const isInDoubt = idempotencyKey !== undefined;
    const error = isInDoubt
      ? unsettled(cause)
      : new PaymentError('not_loaded', 'isolated-behaviour.js could not be loaded.');
    const attempt = { amount: isInDoubt ? undefined : amount, currency, reference, idempotencyKey };
    const detail = describeError(error, attempt, this.mode, isInDoubt);
    const isNew = isInDoubt ? !this.#states.has('unknown') : isAsked;
    if (isInDoubt) {
      this.#states.delete('loading');
      this.#states.add('unknown');
    }
    if (isNew) this.dispatchEvent(new (isInDoubt ? PaymentUnknownEvent : PaymentFailureEvent)(detail));
    return { outcome: isInDoubt ? 'unknown' : 'failed', ...detail };
  }

  /** Changes of one task are applied together. */
  #onChange(name: string): void {
    if (this.#changed.size === 0) {
      queueMicrotask(() => {
        const changed = [...this.#changed];
        this.#changed.clear();
        this.#host?.update(changed);
      });
    }
    this.#changed.add(name);
  }

  /** Properties that were set before the element was defined. */
  #takeEarly(name: string): void {
    if (!Object.hasOwn(this, name)) return;
    const value: unknown = Reflect.get(this, name);
    Reflect.deleteProperty(this, name);
    Reflect.set(this, name, value);
  }
}
