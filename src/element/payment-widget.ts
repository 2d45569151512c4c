import { LitElement, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { Acceptance } from './acceptance.js';
import { DEFAULT_TIMEOUT } from '../settings/read-settings.js';
import { Consent } from './consent.js';
import { listErrors } from '../form/error-summary.js';
import { PaymentError } from '../contract/errors.js';
import {
  PaymentChangeEvent,
  PaymentFailureEvent,
  PaymentReadyEvent,
  type OrderInView,
  type PaymentOutcome,
  type PaymentState,
} from './events.js';
import { DEFAULT_FIELDS } from '../contract/field-names.js';
import { FocusKeeper } from './focus-manager.js';
import { FormController } from '../form/form-controller.js';
import { refuseKeyProperties, removeKeys } from '../settings/credential-guard.js';
import { Language } from '../i18n/language.js';
import type { Messages } from '../i18n/messages.js';
import { PaymentDetails } from './payment-details.js';
import { PaymentFlow, type AcceptedPayment } from '../payment/payment-session.js';
import type { FieldName } from '../contract/field-names.js';
import type { CurrencyExponents } from '../contract/currency.js';
import type { BuildRequest } from '../contract/serialize.js';
import { styles } from './payment-widget.styles.js';
import { drawFields, renderWidget, type View } from './payment-widget.template.js';
import { PhaseEffects } from './phase-effects.js';
import { Setup } from './setup.js';
import type { InterpretResponse } from '../contract/interpret.js';
import type { Mode } from '../contract/protocol.js';

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
 * @slot before-button - Between the fields and the pay button. Inputs in it take part: they have to be valid, and what
 *   they hold is sent in `metadata`.
 * @slot footer - Below everything.
 * @fires {PaymentReadyEvent} payment-ready - The form can be used.
 * @fires {PaymentChangeEvent} payment-change - Validity, completeness or card brand changed.
 * @fires {PaymentSubmitEvent} payment-submit - Before anything is sent; `preventDefault()` stops it.
 * @fires {PaymentSuccessEvent} payment-success - The service answered with success.
 * @fires {PaymentPendingEvent} payment-pending - Accepted, not finished.
 * @fires {PaymentFailureEvent} payment-failure - Certainly not charged.
 * @fires {PaymentUnknownEvent} payment-unknown - It may have been charged; nobody knows yet.
 * @csspart form - The form.
 * @csspart fields - All fields.
 * @csspart field - A field with its label and error.
 * @csspart label - A label.
 * @csspart input - An input.
 * @csspart affix - What stands at the end of an input, or of the label of the card number.
 * @csspart mark - The mark of the card's network.
 * @csspart icon - A sign of lines.
 * @csspart error - What is wrong with a field.
 * @csspart warning - What is unusual in a field, but stops nothing.
 * @csspart banner - The test-mode banner.
 * @csspart test-card-button - The button that fills in a test card.
 * @csspart actions - The summary and the pay button.
 * @csspart summary - What keeps the form from being sent, or why a payment was not made.
 * @csspart summary-title - Its first line.
 * @csspart summary-link - A link from it to a field.
 * @csspart pay-button - The pay button.
 * @csspart spinner - What turns in it while a payment is under way.
 * @csspart result - What is shown in place of the form once the attempt has ended.
 * @csspart result-title - Its title.
 * @csspart result-text - Its text.
 * @csspart reference - The page's reference in it.
 * @csspart time - When the attempt ended, in it.
 * @csspart print-button - Prints the page.
 * @csspart go-on-button - The way to another payment of an order in doubt.
 * @csspart back-button - The way back from there.
 * @csspart caution - What speaks against it.
 * @csspart checking - In place of the form while an earlier payment is asked about.
 * @csspart setup-error - What the developer has to mend.
 * @cssprop [--payment-widget-accent=light-dark(#1a56db, #7aa7ff)] - Button, and focus ring.
 * @cssprop [--payment-widget-on-accent=light-dark(#ffffff, #0b1220)] - Text on the button.
 * @cssprop [--payment-widget-focus=--payment-widget-accent] - Focus ring.
 * @cssprop [--payment-widget-text=light-dark(#16202e, #eef2f7)] - Text.
 * @cssprop [--payment-widget-muted=light-dark(#5a6675, #a3b0c0)] - Placeholders, signs and side notes.
 * @cssprop [--payment-widget-surface=light-dark(#ffffff, #131a24)] - Background of inputs.
 * @cssprop [--payment-widget-panel=--payment-widget-surface] - Background of the result.
 * @cssprop [--payment-widget-border=light-dark(#868f9c, #6f7b8b)] - Borders.
 * @cssprop [--payment-widget-error=light-dark(#b42318, #ff9b90)] - Errors.
 * @cssprop [--payment-widget-on-error=light-dark(#fef3f2, #2a1413)] - Background of the error summary.
 * @cssprop [--payment-widget-success=light-dark(#067647, #5ddba3)] - Mark of a successful payment.
 * @cssprop [--payment-widget-on-success=light-dark(#ffffff, #06241a)] - Sign on that mark.
 * @cssprop [--payment-widget-warning=light-dark(#fff4d6, #3a2c05)] - Background of the test-mode banner and of the other marks.
 * @cssprop [--payment-widget-on-warning=light-dark(#5c3d00, #ffdf8f)] - Text on that.
 * @cssprop [--payment-widget-line-height=1.4] - Line height.
 * @cssprop [--payment-widget-label-color=--payment-widget-text] - Labels.
 * @cssprop [--payment-widget-label-size=0.9375em] - Size of labels.
 * @cssprop [--payment-widget-label-weight=500] - Weight of labels.
 * @cssprop [--payment-widget-note-size=0.875em] - Size of errors beside fields.
 * @cssprop [--payment-widget-button-size=1em] - Size of the text on the button.
 * @cssprop [--payment-widget-button-weight=600] - Weight of the text on the button.
 * @cssprop [--payment-widget-radius=8px] - Corners.
 * @cssprop [--payment-widget-input-radius=--payment-widget-radius] - Corners of inputs.
 * @cssprop [--payment-widget-button-radius=--payment-widget-radius] - Corners of buttons.
 * @cssprop [--payment-widget-border-width=1px] - Width of borders.
 * @cssprop [--payment-widget-focus-width=2px] - Width of the focus ring.
 * @cssprop [--payment-widget-input-height=48px] - Smallest height of inputs.
 * @cssprop [--payment-widget-input-padding=14px] - Space at the sides of inputs.
 * @cssprop [--payment-widget-input-shadow=0 0 transparent] - Shadow of inputs.
 * @cssprop [--payment-widget-button-height=52px] - Smallest height of the pay button.
 * @cssprop [--payment-widget-button-shadow=0 0 transparent] - Shadow of the pay button.
 * @cssprop [--payment-widget-gap=16px] - Space between fields.
 * @cssprop [--payment-widget-label-gap=6px] - Space between label and input.
 * @cssprop [--payment-widget-duration=150ms] - Duration of transitions.
 * @cssprop [--payment-widget-font-family=inherit] - Font.
 * @cssprop [--payment-widget-font-size=inherit] - Size of text.
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
    amount: { converter: wholeNumber, hasChanged: () => true }, // one that is set again replaces what was typed
    minAmount: { attribute: 'min-amount', converter: wholeNumber },
    maxAmount: { attribute: 'max-amount', converter: wholeNumber },
    currency: {},
    reference: {},
    description: {},
    fields: {},
    mode: { noAccessor: true },
    requestTimeout: { attribute: 'request-timeout', converter: wholeNumber },
    requireEncryption: { attribute: 'require-encryption', type: Boolean },
    disabled: { type: Boolean },
    omitCookies: { attribute: 'omit-cookies', type: Boolean },
    withoutButton: { attribute: 'without-button', type: Boolean },
    testCard: { attribute: 'test-card', type: Boolean },
    metadata: { attribute: false },
    prefill: { attribute: false },
    currencyExponents: { attribute: false },
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
  /** Amount in minor units: `4999` is €49.99. Required, but where the shopper enters it: there it is the first value. */
  declare amount: number | undefined;
  /** Smallest amount that the shopper may enter, in minor units. */
  declare minAmount: number | undefined;
  /** Largest amount that the shopper may enter, in minor units. */
  declare maxAmount: number | undefined;
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
  /** Whether payments are sent without the cookies of the page, for a proxy that does not tell a repeated one. */
  declare omitCookies: boolean;
  /** Whether no card is sent but encrypted. */
  declare requireEncryption: boolean;
  /** Whether the form refuses input and payment. */
  declare disabled: boolean;
  /** Whether the page has its own button and calls `submit()`. */
  declare withoutButton: boolean;
  /** Whether there is a button that fills in a test card. It is never there in live mode. */
  declare testCard: boolean;
  /** Sent along. Values are strings. */
  declare metadata: Record<string, string> | undefined;
  /** First values of fields that hold no card data. */
  declare prefill: Partial<Record<Exclude<FieldName, `card-${string}`>, string>> | undefined;
  /** Numbers of decimals by currency code, where the payments service counts in others than ISO 4217. */
  declare currencyExponents: CurrencyExponents | undefined;
  /** Texts that replace the built-in ones. */
  declare messages: Partial<Messages> | undefined;
  /** Makes the body to send in place of the default one. */
  declare buildRequest: BuildRequest | undefined;
  /** Decides what an answer means where the merchant knows the service's body. */
  declare interpretResponse: InterpretResponse | undefined;

  readonly #internals = this.attachInternals();
  readonly #setup = new Setup(() => {
    this.requestUpdate();
  });
  readonly #language = new Language(this);
  readonly #details: PaymentDetails = new PaymentDetails(this, this.#setup, this.#language, () => this.#form);
  readonly #form = new FormController(this, {
    details: this.#details,
    changed: (detail) => this.dispatchEvent(new PaymentChangeEvent(detail)),
  });
  readonly #focusKeeper = new FocusKeeper(this);
  readonly #flow = new PaymentFlow(
    {
      order: () => this.#details.order,
      accept: (agreed) => this.#accept(agreed),
      phaseChanged: () => {
        this.#onPhaseChanged();
      },
      requestUpdate: () => {
        this.requestUpdate();
      },
      interpretResponse: () => this.interpretResponse,
      dispatchEvent: (event) => this.dispatchEvent(event),
    },
    this.#setup,
  );
  #attributeWatch: MutationObserver | undefined;
  #readyFor: string | undefined;
  #view!: View;
  #isWarned = false;
  #amountWasSet = false;
  readonly #consent = new Consent(() => this.#form.shownOrder);
  readonly #acceptance = new Acceptance(this, { setup: this.#setup, form: this.#form, details: this.#details });
  readonly #phaseEffects = new PhaseEffects(this, {
    flow: this.#flow,
    form: this.#form,
    focusKeeper: this.#focusKeeper,
    paidFor: () => this.#acceptance.latestOrder,
    isPriceNew: () => this.#amountWasSet,
  });

  constructor() {
    super();
    this.fields = DEFAULT_FIELDS;
    this.requestTimeout = DEFAULT_TIMEOUT;
    this.omitCookies = false;
    this.requireEncryption = false;
    this.disabled = false;
    this.withoutButton = false;
    this.testCard = false;
    this.#showState();
  }

  /** What the element is doing now. */
  get state(): PaymentState {
    const { phase } = this.#flow;
    if (phase === 'checking') return 'loading';
    if (phase && phase !== 'failed') return phase;
    if (phase === 'failed' || this.#setup.error) return 'failed';
    return this.hasUpdated && this.#setup.proxy.settled ? 'ready' : 'loading';
  }

  /** Whether every field passes its rule, as the inputs stand now. */
  get valid(): boolean {
    return this.hasUpdated && this.#form.valid;
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
    // One of them may be a key, which has to go.
    this.#attributeWatch ??= new MutationObserver(() => {
      this.requestUpdate();
    });
    this.#attributeWatch.observe(this, { attributes: true });
    addEventListener('pageshow', this.#onPageShow);
    addEventListener('online', this.#onOnline);
    this.#flow.follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#attributeWatch?.disconnect();
    removeEventListener('pageshow', this.#onPageShow);
    removeEventListener('online', this.#onOnline);
    this.#flow.stopFollowing();
  }

  /**
   * Pays. While an attempt is under way, and after it has ended in anything but a certain failure, this answers
   * with that attempt and sends nothing.
   * @returns {Promise<PaymentOutcome>} how it ended; never rejects
   */
  submit(): Promise<PaymentOutcome> {
    return this.#flow.submit();
  }

  /** Checks the form, shows what is wrong and moves the focus to the first wrong field. */
  validate(): boolean {
    if (this.hasUpdated) return this.#form.check();
    void this.updateComplete.then(() => this.validate());
    return false;
  }

  /**
   * Brings the form back to its first values for another payment. Does nothing while one is under way, nor while it is
   * unknown whether this `reference` is paid.
   */
  reset(): void {
    if (this.#flow.reset(this.reference || undefined)) this.#form.clear();
  }

  /** Moves the focus to the first field. */
  override focus(options?: FocusOptions): void {
    if (this.hasUpdated) this.#form.focus(options);
    else {
      void this.updateComplete.then(() => {
        this.#form.focus(options);
      });
    }
  }

  protected override async scheduleUpdate(): Promise<void> {
    this.#removeKeys();
    const isReady = this.#prepare();
    if (isReady) {
      this.#showState();
      await isReady;
      await this.#prepare(true); // the page may have changed its settings meanwhile
    }
    await super.scheduleUpdate();
  }

  /** Loads what the settings need and the script has not. @returns `undefined` when it is all there */
  #prepare(isAgain = false): Promise<unknown> | undefined {
    const parts = this.#flow.attempt ? undefined : this.#setup.prepare(this, isAgain);
    const texts = () => this.#language.prepare(this.#setup.extras);
    return parts ? parts.then(texts) : texts();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#removeKeys();
    this.#amountWasSet ||= changed.has('amount');
    if (!this.#flow.attempt) this.#readSettings();
    const { configuration, error } = this.#setup;
    if (configuration && !error) this.#flow.resume(configuration.proxyUrl);
    if (this.#form.hasTestCard && this.#setup.proxy.reportedMode === 'live') this.#form.clearCard();
  }

  protected override firstUpdated(): void {
    if (!this.#setup.decision.banner && !this.#setup.error) return;
    void this.updateComplete.then(() => {
      this.requestUpdate(); // what is to be read comes after its live region
    });
  }

  protected override updated(): void {
    this.#showState();
    const error = this.#setup.takeNews();
    if (error) {
      this.#setup.log(error);
      this.dispatchEvent(new PaymentFailureEvent(this.#flow.describe(error)));
    }
    this.#tellReady();
  }

  protected override update(changed: PropertyValues<this>): void {
    this.#view = this.#look();
    super.update(changed);
    // Apart from the rest: Lit would draw one field into the inputs of another.
    const list = this.renderRoot.querySelector('fieldset');
    if (list) drawFields(this.#view, list);
  }

  protected override render(): TemplateResult {
    return renderWidget(this.#view);
  }

  /** What is to be seen now. */
  #look(): View {
    const { state, disabled, withoutButton } = this;
    const { configuration, decision, error, proxy } = this.#setup;
    const { failure } = this.#flow;
    const form = this.#form;
    const order = this.#flow.attempt ?? this.#details.order;
    const { seconds: wait } = this.#flow.wait;
    const text = this.#details.texts(order, { time: this.#flow.endedAt, wait });
    const offer = order.amount === undefined ? 'pay_open' : 'pay';
    return {
      state,
      isChecking: this.#flow.phase === 'checking',
      isFollowing: this.#flow.isFollowing,
      isWarned: this.#isWarned,
      hasTime: this.#flow.endedAt !== undefined,
      isWaiting: wait > 0,
      disabled,
      withoutButton,
      isFirst: !this.hasUpdated,
      banner: decision.banner,
      testCard: this.testCard && proxy.reportedMode === 'test',
      foreignDirection: this.#details.isForeign ? getComputedStyle(this).direction || 'ltr' : undefined,
      announcement: form.announcement,
      fields: configuration?.fields ?? [],
      problems: form.shown.problems,
      warnings: form.shown.warnings,
      errors: listErrors(form, text),
      brand: form.brand,
      mark: form.mark,
      amount: order.amount,
      currency: order.currency,
      payText: text(wait > 0 ? 'pay_wait' : offer),
      failureText: failure && this.#details.failureText(failure),
      configurationError: error,
      reference: order.reference,
      text,
      onTestCard: this.#onTestCard,
      onWarn: this.#onWarn,
      onGoOn: this.#onGoOn,
      onPress: this.#consent.onPress,
      onClick: this.#consent.onClick,
      onSubmit: this.#onSubmit,
      onBeforeInput: form.onBeforeInput,
      onInput: form.onInput,
      onLook: form.onLook,
      onLeave: form.onLeave,
    };
  }

  #readSettings(): void {
    this.#setup.check(this);
    if (this.#setup.error) return;
    const { offeredAmount } = this.#details;
    this.#form.offerAmount(offeredAmount, this.#amountWasSet && offeredAmount !== '');
    this.#amountWasSet = false;
  }

  #showState(): void {
    const { states } = this.#internals;
    states.clear();
    states.add(this.state);
    if (this.#setup.decision.banner) states.add('test');
  }

  /** Once for each proxy, when the form can be used. */
  #tellReady(): void {
    const { configuration, proxy } = this.#setup;
    if (this.state !== 'ready' || this.#readyFor === configuration?.proxyUrl) return;
    this.#readyFor = configuration?.proxyUrl;
    this.dispatchEvent(new PaymentReadyEvent({ mode: this.mode, capabilities: proxy.capabilities }));
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

  readonly #onTestCard = (): void => {
    if (!this.disabled && this.state !== 'busy') this.#form.fillTestCard();
  };

  /** Shows or hides what speaks against paying again. */
  readonly #onWarn = (): void => {
    this.#isWarned = !this.#isWarned;
    this.requestUpdate();
  };

  readonly #onGoOn = (): void => {
    this.#isWarned = false;
    this.#flow.goOn();
  };

  readonly #onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) this.#flow.recheck();
  };

  readonly #onOnline = (): void => {
    this.#flow.follow();
  };

  readonly #onSubmit = (event: Event): void => {
    event.preventDefault();
    const agreed = this.#consent.take();
    if (this.#flow.wait.seconds === 0) void this.#flow.submit(agreed);
  };

  async #accept(agreed: OrderInView | undefined): Promise<AcceptedPayment> {
    this.#removeKeys();
    this.#focusKeeper.markStart();
    if (!this.isConnected && !this.hasUpdated)
      throw new PaymentError('disabled', 'The element is not in the document.');
    await this.updateComplete; // what is sent is what is shown
    return this.#acceptance.accept(agreed);
  }

  #onPhaseChanged(): void {
    if (this.#flow.phase !== 'unknown') this.#isWarned = false;
    this.#showState();
    this.requestUpdate();
    this.#phaseEffects.apply();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'payment-widget': PaymentWidget;
  }
}
