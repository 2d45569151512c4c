import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import { PaymentError } from '../contract/errors.js';
import type { Mode } from '../contract/protocol.js';
import { describeError, type Order, type PaymentOutcome } from '../payment/outcome.js';
import type { PaymentRequest } from '../payment/payment-request.js';
import { hasEnded, type SessionState } from '../payment/session-state.js';
import { refuseKeyProperties, removeKeys } from '../settings/credential-guard.js';
import { normalizeReference } from '../settings/usual-settings.js';
import { collectOrder, collectPayment, loadForPayment } from './behaviour/collect-payment.js';
import {
  createOutcomeEvent,
  PaymentChangeEvent,
  PaymentFailureEvent,
  PaymentReadyEvent,
  type PaymentState,
} from './events.js';
import { renderFields } from './field.template.js';
import { FocusManager } from './behaviour/focus-manager.js';
import { presentResult } from './behaviour/present-result.js';
import { styles } from './styles/index.js';
import { createView, type View } from './view.js';
import { WidgetModel } from './behaviour/widget-model.js';
import { WidgetProperties } from './widget-properties.js';
import { renderWidget } from './widget.template.js';

/**
 * A card payment form that sends the payment through the merchant's own proxy and reports the outcome.
 *
 * @tag payment-widget
 * @slot - Content shown until the element is defined.
 * @slot header - Above the fields.
 * @slot before-button - Between the fields and the pay button. Controls in it take part: they must be valid, and their
 *   values are sent in `metadata`.
 * @slot footer - Below everything.
 * @fires {PaymentReadyEvent} payment-ready - The form is ready for use.
 * @fires {PaymentChangeEvent} payment-change - Validity, completeness or card brand changed.
 * @fires {PaymentSubmitEvent} payment-submit - Before the payment is sent; `preventDefault()` prevents it.
 * @fires {PaymentSuccessEvent} payment-success - The payment succeeded.
 * @fires {PaymentPendingEvent} payment-pending - The payment was accepted and is not finished.
 * @fires {PaymentFailureEvent} payment-failure - The payment failed; nothing was charged.
 * @fires {PaymentUnknownEvent} payment-unknown - The outcome is unknown; the card may have been charged.
 * @csspart form - The form.
 * @csspart fields - All fields.
 * @csspart field - A field with its label and error.
 * @csspart label - A label.
 * @csspart input - An input.
 * @csspart affix - Icon, mark or currency beside an input.
 * @csspart mark - The mark of the card brand.
 * @csspart icon - A line icon.
 * @csspart error - Error of a field.
 * @csspart warning - Warning about a field; does not prevent the payment.
 * @csspart banner - The test-mode banner.
 * @csspart test-card-button - The button that fills in a test card.
 * @csspart actions - The summary and the pay button.
 * @csspart summary - Errors of the form, or why a payment failed.
 * @csspart summary-title - First line of the summary.
 * @csspart summary-link - Link from the summary to a field.
 * @csspart pay-button - The pay button.
 * @csspart spinner - Spinner.
 * @csspart result - Outcome, in place of the form.
 * @csspart result-title - Title of the outcome.
 * @csspart result-text - Text of the outcome.
 * @csspart reference - Reference of the order, in the outcome.
 * @csspart time - Time of the attempt, in the outcome.
 * @csspart print-button - Prints the page.
 * @csspart go-on-button - Button to pay an order in doubt again.
 * @csspart back-button - Button to not pay again.
 * @csspart caution - Warning about paying again.
 * @csspart checking - In place of the form while an earlier payment is checked.
 * @csspart setup-error - Configuration error, for the developer.
 * @cssprop [--payment-widget-accent=light-dark(#1a56db, #7aa7ff)] - Button, and focus ring.
 * @cssprop [--payment-widget-on-accent=light-dark(#ffffff, #0b1220)] - Text on the button.
 * @cssprop [--payment-widget-focus=--payment-widget-accent] - Focus ring.
 * @cssprop [--payment-widget-text=light-dark(#16202e, #eef2f7)] - Text.
 * @cssprop [--payment-widget-muted=light-dark(#5a6675, #a3b0c0)] - Placeholders, icons and notes.
 * @cssprop [--payment-widget-surface=light-dark(#ffffff, #131a24)] - Background of inputs.
 * @cssprop [--payment-widget-panel=--payment-widget-surface] - Background of the result.
 * @cssprop [--payment-widget-border=light-dark(#868f9c, #6f7b8b)] - Borders.
 * @cssprop [--payment-widget-error=light-dark(#b42318, #ff9b90)] - Errors.
 * @cssprop [--payment-widget-on-error=light-dark(#fef3f2, #2a1413)] - Background of the error summary.
 * @cssprop [--payment-widget-success=light-dark(#067647, #5ddba3)] - Icon of a successful payment.
 * @cssprop [--payment-widget-on-success=light-dark(#ffffff, #06241a)] - Icon foreground.
 * @cssprop [--payment-widget-warning=light-dark(#fff4d6, #3a2c05)] - Background of the test-mode banner and of other outcome icons.
 * @cssprop [--payment-widget-on-warning=light-dark(#5c3d00, #ffdf8f)] - Text on it.
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
 * @cssprop [--payment-widget-input-height=48px] - Minimum height of inputs.
 * @cssprop [--payment-widget-input-padding=14px] - Horizontal padding of inputs.
 * @cssprop [--payment-widget-input-shadow=0 0 transparent] - Shadow of inputs.
 * @cssprop [--payment-widget-button-height=52px] - Minimum height of the pay button.
 * @cssprop [--payment-widget-button-shadow=0 0 transparent] - Shadow of the pay button.
 * @cssprop [--payment-widget-gap=16px] - Space between fields.
 * @cssprop [--payment-widget-label-gap=6px] - Space between label and input.
 * @cssprop [--payment-widget-duration=150ms] - Duration of transitions.
 * @cssprop [--payment-widget-font-family=inherit] - Font.
 * @cssprop [--payment-widget-font-size=inherit] - Size of text.
 * @cssState loading - The proxy's configuration is loading.
 * @cssState ready - The form is ready for use.
 * @cssState busy - A payment is being made.
 * @cssState paid - The payment succeeded.
 * @cssState pending - The payment was accepted and is not finished.
 * @cssState failed - The last payment failed, or the configuration is invalid.
 * @cssState unknown - The outcome is unknown; the card may have been charged.
 * @cssState test - The test-mode banner is shown.
 */
export class PaymentWidget extends WidgetProperties {
  static override readonly styles = styles;

  static override readonly properties: PropertyDeclarations = { mode: { noAccessor: true } };

  static {
    refuseKeyProperties<PaymentWidget>(this.prototype, (element, name) => {
      element.#refuseCredential(name);
    });
  }

  readonly #internals = this.attachInternals();
  readonly #model = new WidgetModel(
    this,
    (outcome) => {
      this.#onSessionChange(outcome);
    },
    (detail) => this.dispatchEvent(new PaymentChangeEvent(detail)),
  );
  readonly #focus = new FocusManager(this);
  /** Any attribute may be a credential. Created on connection, since Node has no `MutationObserver`. */
  #attributes: MutationObserver | undefined;
  #view!: View;
  #submittedOrder: Order | undefined;
  /** The order as shown at the click: listeners of the page may change it before the form is submitted. */
  #agreedOrder: Order | undefined;
  #lastState: SessionState = this.#model.session.state;
  #readyFor: string | undefined;
  #isAmountNew = false;

  constructor() {
    super();
    this.#showState();
  }

  /** What the element is doing. */
  get state(): PaymentState {
    return this.#model.state;
  }

  /** Whether every field is valid. */
  get valid(): boolean {
    return this.hasUpdated && this.#model.form.valid;
  }

  /** The mode of the proxy's API key, or the expected mode until the proxy reports it. Setting it sets the expected mode. */
  get mode(): Mode | undefined {
    return this.#model.settings.mode.mode;
  }

  set mode(expected: Mode | undefined) {
    this.#model.settings.expectedMode = expected;
    this.requestUpdate();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    removeKeys(this, this.#refuseCredential);
    this.#attributes ??= new MutationObserver(() => {
      this.requestUpdate();
    });
    this.#attributes.observe(this, { attributes: true });
    addEventListener('pageshow', this.#onPageShow);
    addEventListener('online', this.#onOnline);
    this.#model.session.follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#attributes?.disconnect();
    removeEventListener('pageshow', this.#onPageShow);
    removeEventListener('online', this.#onOnline);
    this.#model.session.stopFollowing();
  }

  /**
   * Pays. While an attempt runs, and after any outcome but a certain failure, returns that attempt's outcome and sends nothing.
   * @returns {Promise<PaymentOutcome>} the outcome; never rejects
   */
  submit(): Promise<PaymentOutcome> {
    return this.#submit();
  }

  /** Checks the form, shows its errors and moves focus to the first invalid field. */
  validate(): boolean {
    if (this.hasUpdated) return this.#model.form.check();
    void this.updateComplete.then(() => this.validate());
    return false;
  }

  /** Resets the form for another payment. Does nothing while a payment runs or this `reference` is in doubt. */
  reset(): void {
    const { session, form } = this.#model;
    if (session.reset(normalizeReference(this.reference))) form.clear();
  }

  /** Moves focus to the first field. */
  override focus(options?: FocusOptions): void {
    if (this.hasUpdated) this.#model.form.focus(options);
    else
      void this.updateComplete.then(() => {
        this.#model.form.focus(options);
      });
  }

  /** Loads what the form needs before it is rendered. */
  protected override async scheduleUpdate(): Promise<void> {
    const { settings } = this.#model;
    removeKeys(this, this.#refuseCredential);
    const loading = this.#load();
    if (loading) {
      settings.requestConfig(this); // meanwhile
      this.#showState();
      await loading;
      if (!settings.loadError) await this.#load(); // the page may have added fields
    }
    await super.scheduleUpdate();
  }

  #load(): Promise<unknown> | undefined {
    const { session, settings, language } = this.#model;
    const loadTexts = () => language.prepare(settings.optional);
    const fields = session.attempt ? undefined : settings.load(this);
    return fields ? fields.then(loadTexts) : loadTexts();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const model = this.#model;
    this.#isAmountNew ||= changed.has('amount');
    removeKeys(this, this.#refuseCredential);
    if (!model.session.attempt) model.settings.check(this);
    model.form.context = model.createFormContext();
    if (!model.settings.error && !model.session.attempt) {
      const { offeredAmount } = model;
      model.form.offerAmount(offeredAmount, this.#isAmountNew && offeredAmount !== '');
      this.#isAmountNew = false;
    }
    const order = collectOrder(model);
    if (order) model.session.resume(order);
    if (model.form.hasTestCard && model.proxy.reportedMode === 'live') model.form.clearCard();
  }

  protected override update(changed: PropertyValues<this>): void {
    this.#view = createView(this.#model, this.#listeners);
    super.update(changed);
    this.#model.shownOrder = this.#model.order;
    const list = this.renderRoot.querySelector('fieldset');
    if (list) renderFields(this.#view, list);
  }

  protected override render(): TemplateResult {
    return renderWidget(this.#view);
  }

  protected override firstUpdated(): void {
    const isIncomplete = this.#model.settings.isIncomplete(this); // of properties set before the definition
    if (!this.#view.banner && !this.#view.error && !isIncomplete) return;
    // Live regions announce changes after the first render.
    void this.updateComplete.then(() => {
      this.requestUpdate();
    });
  }

  protected override updated(): void {
    const { session, settings, proxy, order } = this.#model;
    this.#showState();
    settings.warnOfTestKey();
    const error = settings.takeUnreported();
    if (error) {
      settings.log(error);
      this.dispatchEvent(new PaymentFailureEvent(describeError(error, session.attempt ?? order, proxy.mode)));
    }
    this.#dispatchReady();
  }

  readonly #listeners: View['on'] = {
    click: (event) => {
      if (event.detail > 1)
        event.preventDefault(); // the second click of a double click never pays
      else this.#agreedOrder = this.#model.shownOrder;
    },
    submit: (event) => {
      event.preventDefault();
      const seen = this.#agreedOrder;
      this.#agreedOrder = undefined; // for this payment only
      if (this.#model.countdown.seconds === 0) void this.#submit(seen);
    },
    testCard: () => {
      if (!this.disabled && this.state !== 'busy') this.#model.form.fillTestCard();
    },
    toggleWarning: () => {
      this.#model.isWarned = !this.#model.isWarned;
      this.requestUpdate();
    },
    retryAnyway: () => {
      this.#model.session.retryAnyway();
    },
  };

  /** A click, Enter and `submit()` together are one payment. @param seen the order that the shopper agreed to */
  #submit(seen?: Order): Promise<PaymentOutcome> {
    const model = this.#model;
    return model.session.pay({ currentOrder: () => model.order, collect: () => this.#collectPayment(seen) });
  }

  #collectPayment(seen: Order | undefined): PaymentRequest | Promise<PaymentRequest> {
    const model = this.#model;
    removeKeys(this, this.#refuseCredential);
    this.#focus.markStart();
    if (!this.isConnected && !this.hasUpdated)
      throw new PaymentError('disabled', 'The element is not in the document.');
    const collect = () => {
      this.#submittedOrder = model.order;
      return collectPayment(model, seen ?? model.shownOrder);
    };
    const loading = loadForPayment(model);
    if (!loading && !this.isUpdatePending) return collect();
    return Promise.resolve(loading).then(() => this.updateComplete.then(collect)); // the payment is what is shown
  }

  #onSessionChange(outcome: PaymentOutcome | undefined): void {
    const { state } = this.#model.session;
    this.requestUpdate(); // first: a result receives focus once it is rendered
    if (outcome && 'error' in outcome) this.#model.settings.markReported(outcome.error);
    try {
      if (state !== this.#lastState) this.#applyState(state);
      if (hasEnded(state) && !this.#model.session.mayReturn) this.#model.form.clear();
    } catch (error) {
      reportError(error); // a control of the page failed, which does not change the outcome
    }
    this.#lastState = state;
    if (outcome) this.dispatchEvent(createOutcomeEvent(outcome));
  }

  #applyState(state: SessionState): void {
    this.#model.updateFailure();
    const { failure, form, countdown } = this.#model;
    if (state.name !== 'unknown') this.#model.isWarned = false;
    this.#showState();
    const wasSent = state.name !== 'failed' || state.wasSent;
    if (wasSent) countdown.start(failure?.code === 'rate_limited' ? (failure.retryAfter ?? 0) : 0);
    if (state.name === 'busy') addEventListener('beforeunload', this.#onBeforeUnload);
    else removeEventListener('beforeunload', this.#onBeforeUnload);
    if (failure?.code === 'declined') form.clearCard();
    if (failure?.fieldErrors) form.refuse(Object.keys(failure.fieldErrors));
    if (failure?.code === 'amount_changed') this.#takePrice(failure.cause as Partial<Order>);
    if (hasEnded(state) || failure) void presentResult(this.#model, this.#focus);
  }

  /** Shows the price that the proxy has reported, unless the page has set another price or order since. */
  #takePrice({ amount, currency }: Partial<Order>): void {
    const order = this.#submittedOrder;
    const isSame = this.currency === order?.currency && normalizeReference(this.reference) === order?.reference;
    if (this.#isAmountNew || !isSame) return;
    this.amount = amount;
    this.currency = currency;
  }

  #showState(): void {
    const { states } = this.#internals;
    states.clear();
    states.add(this.state);
    if (this.#model.settings.mode.banner) states.add('test');
  }

  /** Once per proxy. */
  #dispatchReady(): void {
    const { settings, proxy } = this.#model;
    const proxyUrl = settings.current?.proxyUrl;
    if (this.state !== 'ready' || this.#readyFor === proxyUrl) return;
    this.#readyFor = proxyUrl;
    this.dispatchEvent(new PaymentReadyEvent({ mode: this.mode, capabilities: proxy.capabilities }));
  }

  readonly #refuseCredential = (name: string): void => {
    this.#model.settings.refuseCredential(name);
    this.requestUpdate();
  };

  readonly #onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    this.#model.session.forgetResumed();
    this.#model.session.follow();
    this.requestUpdate();
  };

  readonly #onOnline = (): void => {
    this.#model.session.follow();
  };

  /** Leaving while a payment runs would leave the shopper in doubt. */
  readonly #onBeforeUnload = (event: Event): void => {
    event.preventDefault();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'payment-widget': PaymentWidget;
  }
}
