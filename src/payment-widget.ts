import { LitElement, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Configuration } from './configuration.js';
import { PaymentError } from './errors.js';
import {
  createOutcomeEvent,
  PaymentChangeEvent,
  PaymentReadyEvent,
  PaymentSubmitEvent,
  type PaymentErrorDetail,
  type PaymentOutcome,
  type PaymentState,
  type PaymentSubmitDetail,
} from './events.js';
import { DEFAULT_FIELDS } from './fields.js';
import { FormController } from './form-controller.js';
import { refuseKeyProperties, removeKeys } from './key-guard.js';
import { nearestLocale } from './locale.js';
import { ENGLISH, fill, type MessageKey, type Messages } from './messages.js';
import { checkForm, type FieldName } from './payment/form.js';
import { formatMoney } from './payment/money.js';
import { createPaymentRequest } from './payment/request.js';
import type { Problem } from './payment/schema.js';
import { serializeRequest, type BuildRequest } from './payment/serialize.js';
import { styles } from './payment-widget.styles.js';
import { renderWidget } from './payment-widget.template.js';
import { Setup } from './setup.js';
import { pay, type InterpretResponse, type PayResult } from './transport/client.js';
import { createIdempotencyKey, type Mode } from './transport/protocol.js';

/** Digits become a number; anything else stays as it was written, so that the error can show it. */
const wholeNumber = {
  fromAttribute: (value: string | null) => (value !== null && /^\d+$/.test(value) ? Number(value) : value),
};

/**
 * A payment form that sends a card through the merchant's own proxy and says what happened.
 *
 * @tag payment-widget
 * @slot - Content of the page, shown until the element is defined.
 * @slot header - Above the fields.
 * @slot before-button - Between the fields and the pay button.
 * @slot footer - Below everything.
 * @fires {PaymentReadyEvent} payment-ready - The form can be used.
 * @fires {PaymentChangeEvent} payment-change - Validity, completeness or card brand changed.
 * @fires {PaymentSubmitEvent} payment-submit - Before anything is sent; `preventDefault()` stops it.
 * @fires {PaymentSuccessEvent} payment-success - The service answered with success.
 * @fires {PaymentPendingEvent} payment-pending - Accepted, not finished.
 * @fires {PaymentFailureEvent} payment-failure - Certainly not charged.
 * @fires {PaymentUnknownEvent} payment-unknown - It may have been charged; nobody knows yet.
 * @csspart form - The form.
 * @csspart field - A field with its label and error.
 * @csspart label - A label.
 * @csspart input - An input.
 * @csspart error - What is wrong with a field, or with the page's set-up.
 * @csspart banner - The test-mode banner.
 * @csspart summary - Why a payment was not made.
 * @csspart pay-button - The pay button.
 * @csspart result - What is shown in place of the form once the attempt has ended.
 * @cssprop [--payment-widget-accent=light-dark(#1a56db, #7aa7ff)] - Button and focus ring.
 * @cssprop [--payment-widget-on-accent=light-dark(#ffffff, #0b1220)] - Text on the button.
 * @cssprop [--payment-widget-text=light-dark(#16202e, #eef2f7)] - Text.
 * @cssprop [--payment-widget-muted=light-dark(#5a6675, #a3b0c0)] - Placeholders and side notes.
 * @cssprop [--payment-widget-surface=light-dark(#ffffff, #131a24)] - Background of inputs and panels.
 * @cssprop [--payment-widget-border=light-dark(#868f9c, #6f7b8b)] - Borders.
 * @cssprop [--payment-widget-error=light-dark(#b42318, #ff9b90)] - Errors.
 * @cssprop [--payment-widget-success=light-dark(#067647, #5ddba3)] - Mark of a successful payment.
 * @cssprop [--payment-widget-warning=light-dark(#fff4d6, #3a2c05)] - Background of the test-mode banner.
 * @cssprop [--payment-widget-on-warning=light-dark(#5c3d00, #ffdf8f)] - Text of the test-mode banner.
 * @cssprop [--payment-widget-radius=8px] - Corners.
 * @cssprop [--payment-widget-gap=16px] - Space between fields.
 * @cssState loading - The proxy has not said yet what it can do.
 * @cssState ready - The form can be used.
 * @cssState busy - A payment is under way.
 * @cssState paid - The payment succeeded.
 * @cssState pending - The payment was accepted and is not finished.
 * @cssState failed - The last payment was certainly not made, or the page is set up wrongly.
 * @cssState unknown - The card may have been charged.
 * @cssState test - The test-mode banner is shown.
 */
export class PaymentWidget extends LitElement {
  static override readonly styles = styles;

  static override readonly properties: PropertyDeclarations = {
    proxyUrl: { attribute: 'proxy-url' },
    amount: { converter: wholeNumber },
    currency: {},
    reference: {},
    description: {},
    fields: {},
    mode: { noAccessor: true },
    requestTimeout: { attribute: 'request-timeout', converter: wholeNumber },
    disabled: { type: Boolean },
    withoutButton: { attribute: 'without-button', type: Boolean },
    metadata: { attribute: false },
    prefill: { attribute: false },
    messages: { attribute: false },
    buildRequest: { attribute: false },
    interpretResponse: { attribute: false },
  };

  static {
    refuseKeyProperties<PaymentWidget>(this.prototype, (element, name) => {
      element.#refuseKey(name);
    });
  }

  /** Address of the merchant's proxy, absolute or relative to the page. Required. */
  declare proxyUrl: string | undefined;
  /** Amount in minor units: `4999` is €49.99. Required. */
  declare amount: number | undefined;
  /** ISO 4217 code in capitals. Required. */
  declare currency: string | undefined;
  /** The merchant's order. One order, one payment. */
  declare reference: string | undefined;
  /** What is paid for, sent along. */
  declare description: string | undefined;
  /** Names of the fields, in order, separated by spaces. */
  declare fields: string;
  /** Limit for a whole attempt, in milliseconds. */
  declare requestTimeout: number;
  /** Whether the form refuses input and payment. */
  declare disabled: boolean;
  /** Whether the page has its own button and calls `submit()`. */
  declare withoutButton: boolean;
  /** Sent along. Values are strings. */
  declare metadata: Record<string, string> | undefined;
  /** First values of fields that hold no card data. */
  declare prefill: Partial<Record<Exclude<FieldName, `card-${string}`>, string>> | undefined;
  /** Texts that replace the built-in ones. */
  declare messages: Partial<Messages> | undefined;
  /** Makes the body to send in place of the default one. */
  declare buildRequest: BuildRequest | undefined;
  /** Decides what an answer means where the merchant knows the service's body. */
  declare interpretResponse: InterpretResponse | undefined;

  readonly #internals = this.attachInternals();
  readonly #form = new FormController(this, (detail) => this.dispatchEvent(new PaymentChangeEvent(detail)));
  readonly #setup = new Setup(() => {
    this.#onProxySettled();
  });
  #attributeWatch: MutationObserver | undefined;
  #state: PaymentState = 'loading';
  #flight: Promise<PaymentOutcome> | undefined;
  /** What was accepted for payment; from then on it counts, until a certain failure ends it. */
  #attempt: PaymentSubmitDetail | undefined;
  #failure: PaymentError | undefined;
  #reportedError: PaymentError | undefined;
  #warned = false;

  constructor() {
    super();
    this.fields = DEFAULT_FIELDS;
    this.requestTimeout = 55_000;
    this.disabled = false;
    this.withoutButton = false;
    this.#setState('loading');
  }

  /** What the element is doing now. */
  get state(): PaymentState {
    return this.#state;
  }

  /** Whether every field passes its rule, as the inputs stand now. */
  get valid(): boolean {
    return this.hasUpdated && Object.keys(checkForm(this.#form.values())).length === 0;
  }

  /**
   * Test or live: reads what the proxy says, or else what the page expects. Setting it, like the attribute, says
   * what the page expects.
   */
  get mode(): Mode | undefined {
    return this.#setup.decision.mode;
  }

  set mode(expected: Mode | undefined) {
    this.#setup.expectedMode = expected;
    this.requestUpdate();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#removeKeys();
    this.#attributeWatch ??= new MutationObserver(() => {
      this.#removeKeys();
    });
    this.#attributeWatch.observe(this, { attributes: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#attributeWatch?.disconnect();
  }

  /**
   * Pays. While an attempt is under way, and after it has ended in anything but a certain failure, this answers
   * with that attempt and sends nothing.
   * @returns how it ended; never rejects
   */
  submit(): Promise<PaymentOutcome> {
    // Set before anything else happens, so that a click, Enter and submit() together are one payment.
    return (this.#flight ??= Promise.resolve().then(() => this.#pay()));
  }

  /** Checks the form, shows what is wrong and moves the focus to the first wrong field. */
  validate(): boolean {
    return this.hasUpdated && Object.keys(this.#form.check()).length === 0;
  }

  /** Empties the form for another payment. Does nothing while one is under way. */
  reset(): void {
    if (this.#state === 'busy') return;
    this.#form.clear();
    this.#flight = undefined;
    this.#attempt = undefined;
    this.#failure = undefined;
    this.#setState('loading');
  }

  /** Moves the focus to the first field. */
  override focus(options?: FocusOptions): void {
    this.#form.focus(options);
  }

  protected override willUpdate(): void {
    if (!this.#attempt) this.#checkSetup();
    this.#internals.states[this.#setup.decision.banner ? 'add' : 'delete']('test');
  }

  protected override updated(): void {
    this.#form.prefill(this.prefill ?? {});
    const { error } = this.#setup;
    if (error && error !== this.#reportedError) {
      console.error(`<payment-widget>: ${error.code}: ${error.message}`);
      this.#announce({ outcome: 'failed', ...this.#errorDetail(error) });
    }
    this.#reportedError = error;
  }

  protected override render(): TemplateResult {
    const { state, disabled, withoutButton } = this;
    const { configuration, decision, error } = this.#setup;
    return renderWidget({
      state,
      disabled,
      withoutButton,
      banner: decision.banner,
      fields: configuration?.fields ?? [],
      problems: this.#form.shown,
      brand: this.#form.brand?.name,
      failure: this.#failure,
      configurationError: error,
      reference: (this.#attempt ?? configuration)?.reference,
      text: (key) => this.#text(key),
      onSubmit: this.#onSubmit,
      onInput: this.#form.onInput,
      onLeave: this.#form.onLeave,
    });
  }

  #text(key: MessageKey): string {
    const { amount, currency, reference = '' } = this.#attempt ?? this.#setup.configuration ?? {};
    const money = amount !== undefined && currency ? formatMoney(amount, currency, nearestLocale(this)) : '';
    return fill(this.messages?.[key] ?? ENGLISH[key], { amount: money, reference });
  }

  /** While the page is set up wrongly, the form makes way for an explanation. */
  #checkSetup(): void {
    const before = this.#setup.error;
    this.#setup.check({ ...this.#settings, baseUrl: this.baseURI });
    if (this.#setup.error) this.#setState('failed');
    else if (before || this.#state !== 'failed') this.#setState(this.#setup.proxy.settled ? 'ready' : 'loading');
  }

  get #settings() {
    const { proxyUrl, amount, currency, reference, fields, requestTimeout, metadata, prefill } = this;
    return { proxyUrl, amount, currency, reference, fields, requestTimeout, metadata, prefill };
  }

  #onProxySettled(): void {
    const { refuse, warn, mode } = this.#setup.decision;
    if (warn && !this.#warned) {
      this.#warned = true;
      console.warn(
        '<payment-widget>: the page says mode="live", but the proxy holds a Test key. No real money will move.',
      );
    }
    this.requestUpdate();
    if (refuse) return;
    void this.updateComplete.then(() => {
      this.dispatchEvent(new PaymentReadyEvent({ mode, capabilities: this.#setup.proxy.capabilities }));
    });
  }

  #removeKeys(): void {
    removeKeys(this, (name) => {
      this.#refuseKey(name);
    });
  }

  #refuseKey(name: string): void {
    this.#setup.refuseKey(name);
    this.requestUpdate();
  }

  readonly #onSubmit = (event: Event): void => {
    event.preventDefault();
    void this.submit();
  };

  async #pay(): Promise<PaymentOutcome> {
    await this.updateComplete; // what is sent is what is shown
    let body: string;
    let attempt: PaymentSubmitDetail | undefined;
    try {
      const { amount, currency, reference } = this.#checkReadiness();
      attempt = { amount, currency, reference, idempotencyKey: createIdempotencyKey() };
      const { description, metadata } = this;
      const payment = createPaymentRequest({ amount, currency, reference, description, metadata }, this.#form.values());
      body = serializeRequest(payment, this.buildRequest);
      if (!this.dispatchEvent(new PaymentSubmitEvent(attempt))) {
        throw new PaymentError('submit_prevented', 'The page stopped the payment.');
      }
    } catch (error) {
      return this.#stop(error as PaymentError, attempt);
    }
    return this.#send(attempt, body);
  }

  /** @throws {PaymentError} when nothing can be paid as things are */
  #checkReadiness(): Configuration {
    const { configuration, error } = this.#setup;
    if (error) throw error;
    if (this.disabled || !configuration) throw new PaymentError('disabled', 'The form is disabled.');
    const problems = this.#form.check();
    if (Object.keys(problems).length === 0) return configuration;
    throw new PaymentError('validation_failed', 'Some fields are not filled in correctly.', {
      fieldErrors: Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, this.#text(problem)])),
    });
  }

  async #send(attempt: PaymentSubmitDetail, body: string): Promise<PaymentOutcome> {
    const { proxyUrl, requestTimeout: timeout } = this.#setup.configuration as Configuration;
    const { idempotencyKey } = attempt;
    const { interpretResponse } = this;
    this.#attempt = attempt;
    this.#failure = undefined;
    this.#setState('busy');
    await this.#setup.proxy.askAgain(proxyUrl);
    const mismatch = this.#setup.modeMismatch();
    if (mismatch) {
      this.#setup.error = this.#reportedError = mismatch; // told once, by this attempt
      return this.#stop(mismatch, attempt);
    }
    return this.#settle(attempt, await pay({ proxyUrl, body, idempotencyKey, timeout, interpretResponse }));
  }

  /** Ends an attempt of which nothing was sent. The form stays as it is. */
  #stop(error: PaymentError, attempt?: PaymentSubmitDetail): PaymentOutcome {
    if (this.#attempt) this.#setState('ready');
    this.#attempt = undefined;
    this.#flight = undefined;
    return this.#announce({ outcome: 'failed', ...this.#errorDetail(error, attempt) });
  }

  /** Ends an attempt that was sent. Only a certain failure lets the shopper pay again. */
  #settle(attempt: PaymentSubmitDetail, result: PayResult): PaymentOutcome {
    if (result.mode) this.#setup.proxy.reportedMode = result.mode;
    if (!('error' in result)) {
      const { outcome, payment, status } = result;
      this.#end(outcome);
      return this.#announce({ outcome, ...attempt, payment, status, mode: this.mode });
    }
    const detail = this.#errorDetail(result.error, attempt);
    if (result.outcome === 'unknown') this.#end('unknown');
    else this.#fail(result.error);
    return this.#announce({ outcome: result.outcome === 'unknown' ? 'unknown' : 'failed', ...detail });
  }

  #end(state: 'paid' | 'pending' | 'unknown'): void {
    this.#form.clear();
    this.#setState(state);
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('.result')?.focus());
  }

  #fail(error: PaymentError): void {
    this.#attempt = undefined;
    this.#flight = undefined;
    this.#failure = error;
    if (error.code === 'declined') this.#form.clearCard();
    if (error.code === 'amount_changed') {
      const { amount, currency } = error.cause as Problem;
      this.amount = amount;
      this.currency = currency;
    }
    this.#setState('failed');
  }

  #announce(outcome: PaymentOutcome): PaymentOutcome {
    this.dispatchEvent(createOutcomeEvent(outcome));
    return outcome;
  }

  #errorDetail(error: PaymentError, attempt?: PaymentSubmitDetail): PaymentErrorDetail {
    const { amount, currency, reference } = attempt ?? this.#setup.configuration ?? {};
    return { error, mode: this.mode, amount, currency, reference, idempotencyKey: attempt?.idempotencyKey };
  }

  #setState(state: PaymentState): void {
    const { states } = this.#internals;
    states.delete(this.#state);
    states.add(state);
    this.#state = state;
    this.requestUpdate();
  }
}
