import type { PropertyValues, ReactiveController } from 'lit';
import { PaymentError } from '../../contract/errors.js';
import type { CardFieldName, FieldName } from '../../contract/field-names.js';
import { own } from '../../contract/security.js';
import type { Mode } from '../../contract/protocol.js';
import { listControlErrors } from '../../form/error-summary.js';
import { FIELDS } from '../../form/fields.js';
import type { AddressContext, FormContext, FormRules, FormValues } from '../../form/form-context.js';
import { FORM_EVENTS, FormController, handleEnter } from '../../form/form-controller.js';
import { Language } from '../../i18n/language.js';
import { ENGLISH, FAILURE_MESSAGES, type MessageKey, resultKey, titleKey } from '../../i18n/messages.js';
import { describeError, type Order, type PaymentOutcome } from '../../payment/outcome.js';
import { PaymentSession } from '../../payment/payment-session.js';
import { ProxyClient } from '../../payment/proxy-client.js';
import { hasEnded, type PaymentRequest, type SessionState } from '../../payment/session-state.js';
import { isOrderToken, removeKeys } from '../../settings/credential-guard.js';
import { normalizeReference, parseProxyUrl } from '../../settings/usual-settings.js';
import { PaymentFailureEvent, type PaymentState } from '../events.js';
import { createOutcomeEvent, PaymentChangeEvent, PaymentFieldEvent, PaymentReadyEvent } from '../payment-events.js';
import type { CardNetworks } from '../networks/networks.js';
import type { PaymentWidget } from '../payment-widget.js';
import type { Finding } from '../../hints/hints.js';
import { styles } from '../styles.js';
import type { View } from '../widget.template.js';
import { adoptStyles } from './adopt-styles.js';
import { behaviourStyles } from './styles.js';
import { takePrice } from './take-price.js';
import { collectOrder, collectPayment, loadForPayment } from './collect-payment.js';
import { createView } from './create-view.js';
import { FocusManager } from './focus-manager.js';
import { Countdown, LiveRegion } from './live-region.js';
import { diagnose, giveHints } from './load-setup-hints.js';
import { createText, failureMessage, type Text, type TextValues } from './texts.js';
import { WidgetSettings } from './widget-settings.js';

const takenNumbers = new Set<number>();

export class Behaviour implements ReactiveController {
  readonly widget: PaymentWidget;
  readonly proxy: ProxyClient;
  readonly settings: WidgetSettings;
  readonly session: PaymentSession;
  readonly language: Language;
  readonly form: FormController;
  readonly liveRegion: LiveRegion;
  readonly countdown: Countdown;
  isWarned = false;
  hasRendered = false;
  /** The smallest free one of the page: landmarks need different names. */
  formNumber = 0;
  shownOrder: Order | undefined;
  /** If the shopper can act on it. */
  failure: PaymentError | undefined;
  readonly #states: CustomStateSet;
  readonly #focus: FocusManager;
  /** Any attribute may be a credential. */
  readonly #attributes: MutationObserver;
  #networks: CardNetworks | undefined;
  #submittedOrder: Order | undefined;
  /** The order as shown at the click: listeners of the page may change it before the form is submitted. */
  #agreedOrder: Order | undefined;
  #lastState: SessionState;
  #readyFor: string | undefined;
  #isAmountNew = false;

  constructor(widget: PaymentWidget, states: CustomStateSet, expectedMode: Mode | undefined) {
    const update = () => {
      widget.requestUpdate();
    };
    const onConfig = () => {
      update();
      giveHints(this);
    };
    this.widget = widget;
    this.#states = states;
    this.proxy = new ProxyClient(onConfig, () => (isOrderToken(widget.orderToken) ? widget.orderToken : undefined));
    this.settings = new WidgetSettings(this.proxy);
    this.session = new PaymentSession(this.proxy, (outcome) => {
      this.#onSessionChange(outcome);
      if (outcome?.outcome === 'failed') giveHints(this);
    });
    this.language = new Language(widget);
    this.liveRegion = new LiveRegion(update);
    this.countdown = new Countdown(() => {
      update();
      if (this.countdown.seconds > 0) return;
      if (this.failure?.code === 'rate_limited') this.failure = undefined;
      this.liveRegion.announce(['retry_ready']);
    });
    this.form = new FormController(
      widget,
      this.liveRegion.announce,
      (detail) => widget.dispatchEvent(new PaymentChangeEvent(detail)),
      (detail) => widget.dispatchEvent(new PaymentFieldEvent(detail)),
    );
    this.expectedMode = expectedMode;
    this.#lastState = this.session.state;
    this.#focus = new FocusManager(widget);
    this.#attributes = new MutationObserver(() => {
      removeKeys(widget, this.refuseCredential);
    });
    widget.addController(this);
  }

  get state(): PaymentState {
    const { name } = this.session.state;
    if (name === 'checking') return 'loading';
    if (name === 'waiting') return 'busy';
    if (name !== 'idle' && name !== 'failed') return name;
    if (this.failure || this.settings.error) return 'failed';
    return this.hasRendered && this.proxy.settled ? 'ready' : 'loading';
  }

  get order(): Order {
    const { amount, currency, reference, fields } = this.settings.current ?? {};
    return { amount: fields?.includes('amount') ? this.form.amount : amount, currency, reference };
  }

  get networks(): CardNetworks | undefined {
    const { networks } = this.settings;
    return (this.#networks ??= networks && new networks.CardNetworks(this));
  }

  /** Neither the page nor the package has texts in the page's language. */
  get isUntranslated(): boolean {
    if (!this.language.isFallback) return false;
    const custom = own(this.widget.messages);
    return !Object.keys({ ...ENGLISH, ...this.settings.optional?.OPTIONAL_ENGLISH }).every(
      (key) => custom[key as MessageKey],
    );
  }

  #createFormContext(): FormContext {
    const { optional, current } = this.settings;
    const { currency = '', currencyExponents, minAmount, maxAmount } = current ?? {};
    const firstValues: FormValues = own(current?.prefill);
    const rules: FormRules = {
      currency,
      exponents: currencyExponents,
      min: minAmount,
      max: maxAmount,
      locale: this.isUntranslated ? 'en' : this.language.locale,
      country: firstValues.country || optional?.assumeCountry?.(this.#addressIn('')),
      isLive: this.mode === 'live',
      optional,
      networks: this.networks,
    };
    const definitionOf = (name: FieldName) =>
      optional?.definitionOf(name, this.addressContext) ?? FIELDS[name as CardFieldName];
    return { rules, firstValues, optional, definitionOf };
  }

  get addressContext(): AddressContext {
    return this.#addressIn(this.form.country ?? '');
  }

  #addressIn(country: string): AddressContext {
    return { country, locale: this.language.locale, fields: this.settings.current?.fields ?? [] };
  }

  text(values?: Partial<TextValues>): Text {
    return createText(this, { order: this.order, ...values });
  }

  get valid(): boolean {
    return this.hasRendered && this.form.valid;
  }

  get mode(): Mode | undefined {
    return this.proxy.mode;
  }

  set expectedMode(expected: Mode | undefined) {
    this.settings.expectedMode = expected;
  }

  hostConnected(): void {
    removeKeys(this.widget, this.refuseCredential);
    this.#attributes.observe(this.widget, { attributes: true });
    for (const type of FORM_EVENTS) this.widget.renderRoot.addEventListener(type, this.form);
    this.widget.renderRoot.addEventListener('keydown', handleEnter);
    addEventListener('pageshow', this);
    addEventListener('online', this);
    this.formNumber = 1;
    while (takenNumbers.has(this.formNumber)) this.formNumber++;
    takenNumbers.add(this.formNumber);
    this.session.listen();
    this.#follow();
  }

  hostDisconnected(): void {
    this.#attributes.disconnect();
    removeEventListener('pageshow', this);
    removeEventListener('online', this);
    takenNumbers.delete(this.formNumber);
    this.session.stopFollowing();
  }

  /**
   * A click, Enter and `submit()` together are one payment.
   * @param seen the order that the shopper agreed to
   */
  submit(seen?: Order): Promise<PaymentOutcome> {
    const pay = () =>
      this.session.pay({
        currentOrder: () => this.order,
        collect: (agreed = seen) => this.#collectPayment(agreed),
      });
    if (this.hasRendered || !this.widget.isConnected) return pay();
    return this.widget.updateComplete.then(pay, pay); // the first render looks for an attempt in doubt
  }

  validate(): boolean {
    return this.form.check();
  }

  diagnose(): Promise<Finding[]> {
    return diagnose(this);
  }

  reset(): boolean {
    const { session, form } = this;
    const isReset = session.reset(normalizeReference(this.widget.reference));
    if (isReset) form.clear();
    return isReset;
  }

  prepare(): Promise<unknown> | undefined {
    const { settings, session } = this;
    const loading = this.#load();
    if (!loading) return undefined;
    const proxyUrl = session.attempt ? undefined : parseProxyUrl(this.widget);
    if (proxyUrl !== undefined) void this.proxy.loadConfig(proxyUrl); // meanwhile
    this.#showState();
    return loading.then(() => (settings.loadError ? undefined : this.#load())); // the page may have added fields
  }

  #load(): Promise<unknown> | undefined {
    const { session, settings, language } = this;
    const loadTexts = () => language.prepare();
    const fields = session.attempt ? undefined : settings.load(this.widget);
    return fields ? fields.then(loadTexts) : loadTexts();
  }

  willUpdate(changed: PropertyValues<PaymentWidget>): void {
    this.#isAmountNew ||= changed.has('amount');
    const { session, settings, form } = this;
    if (!session.attempt) settings.check(this.widget);
    form.context = this.#createFormContext();
    if (!settings.error && !session.attempt) {
      const { amount } = settings.current ?? {};
      const offer = (amount !== undefined && settings.optional?.formatAmount(amount, form.context.rules)) || '';
      form.offerAmount(offer, this.#isAmountNew && offer !== '');
      this.#isAmountNew = false;
    }
    const order = collectOrder(this);
    if (order && this.widget.isConnected) session.resume(order);
    if (form.hasTestCard && this.proxy.reportedMode === 'live') form.clearCard();
  }

  createView(): View {
    const { renderRoot, shadowRoot } = this.widget;
    // A browser removes all styles of an element that is moved to another document.
    if (shadowRoot?.adoptedStyleSheets.length === 0) adoptStyles(shadowRoot, styles);
    adoptStyles(renderRoot, behaviourStyles);
    return createView(this);
  }

  updated(): void {
    const { session, settings, proxy, order, form } = this;
    this.shownOrder = order;
    form.controls.describe(listControlErrors(form, this.text())); // not during a render: the page may observe its controls
    settings.address?.requestRegions(this.addressContext, this.widget);
    if (!this.hasRendered) void this.#afterFirstRender();
    this.#showState();
    settings.warnOfTestKey();
    const error = settings.takeUnreported();
    if (error) {
      settings.log(error);
      this.widget.dispatchEvent(new PaymentFailureEvent(describeError(error, session.attempt ?? order, proxy.mode)));
    }
    this.#dispatchReady();
  }

  async #afterFirstRender(): Promise<void> {
    this.hasRendered = true;
    await this.widget.updateComplete;
    this.form.adopt();
    // Live regions announce changes after the first render.
    if (this.mode === 'test' || this.settings.error) this.widget.requestUpdate();
  }

  readonly pressPay = (event: MouseEvent): void => {
    if (event.detail > 1)
      event.preventDefault(); // the second click of a double click never pays
    else this.#agreedOrder = this.shownOrder;
  };

  readonly pay = (event: Event): void => {
    event.preventDefault();
    const seen = this.#agreedOrder;
    this.#agreedOrder = undefined; // for this payment only
    if (this.countdown.seconds === 0) void this.submit(seen);
  };

  readonly fillTestCard = (): void => {
    if (!this.widget.disabled && this.state !== 'busy') this.form.fillTestCard();
  };

  readonly toggleWarning = (): void => {
    this.isWarned = !this.isWarned;
    this.widget.requestUpdate();
  };

  readonly retryAnyway = (): void => {
    this.session.retryAnyway();
    this.liveRegion.announce([]); // the outcome is still unknown: the focus says that the form is back
  };

  #collectPayment(seen: Order | undefined): PaymentRequest | Promise<PaymentRequest> {
    const { widget } = this;
    const isAgain = this.session.state.name === 'waiting';
    removeKeys(widget, this.refuseCredential);
    if (!isAgain) this.#focus.markStart();
    if (!widget.isConnected && (isAgain || !this.hasRendered))
      throw new PaymentError('disabled', 'The element is not in the document.');
    const collect = () => {
      this.#submittedOrder = this.order;
      return collectPayment(this, seen ?? this.shownOrder);
    };
    const loading = loadForPayment(this);
    if (!loading && !widget.isUpdatePending) return collect();
    return Promise.resolve(loading).then(() => widget.updateComplete.then(collect)); // pays the shown state
  }

  #onSessionChange(outcome: PaymentOutcome | undefined): void {
    const { state } = this.session;
    this.widget.requestUpdate(); // first: a result receives focus once it is rendered
    if (outcome && 'error' in outcome) this.settings.markReported(outcome.error);
    try {
      if (state !== this.#lastState) this.#applyState(state);
      else if (!outcome && state.name === 'unknown') void presentResult(this, this.#focus); // following has ended
      if (state.name === 'paid') this.form.clear();
      else if (hasEnded(state) && !this.session.mayReturn) this.form.clearCard();
    } catch (error) {
      reportError(error); // a control of the page failed, which does not change the outcome
    }
    this.#lastState = state;
    if (outcome) reportOutcome(this, outcome);
  }

  #applyState(state: SessionState): void {
    this.#updateFailure();
    const { failure, form, countdown, liveRegion, order } = this;
    if (state.name !== 'unknown') this.isWarned = false;
    this.#showState();
    const wasSent = state.name !== 'failed' || state.wasSent;
    if (wasSent) countdown.start(failure?.code === 'rate_limited' ? (failure.retryAfter ?? 0) : 0);
    if (state.name === 'busy') addEventListener('beforeunload', this);
    else removeEventListener('beforeunload', this);
    if (failure?.code === 'declined') form.clearCard();
    if (failure?.fieldErrors) form.refuse(Object.keys(failure.fieldErrors));
    if (failure?.code === 'amount_changed' && !this.#isAmountNew)
      takePrice(this.widget, failure.cause as Partial<Order>, this.#submittedOrder);
    if (hasEnded(state) || failure) void presentResult(this, this.#focus);
    const { name, attempt } = this.#lastState as { name: string; attempt?: Order };
    const isBack = state.name === 'idle' && name === 'unknown' && attempt?.reference === order.reference;
    if (isBack) liveRegion.announce(['retry_ready']);
  }

  /** A configuration error that is fixed later is not a failed payment. */
  #updateFailure(): void {
    const { state } = this.session;
    this.failure = undefined;
    if (state.name !== 'failed' || state.error === this.settings.error) return;
    const { code, cause } = state.error;
    // A listener that prevents a payment shows the reason itself.
    const isSilent = (cause as Partial<Error> | undefined)?.name === 'AbortError'; // of a page in another document
    const isShown =
      code === 'submit_prevented'
        ? this.#lastState.name === 'waiting' && !isSilent
        : state.wasSent || FAILURE_MESSAGES[code];
    if (isShown) this.failure = state.error;
  }

  #showState(): void {
    this.#states.clear();
    this.#states.add(this.state);
    if (this.mode === 'test') this.#states.add('test');
  }

  /** Once per proxy. */
  #dispatchReady(): void {
    const { settings, proxy } = this;
    const proxyUrl = settings.current?.proxyUrl;
    if (this.state !== 'ready' || this.#readyFor === proxyUrl) return;
    this.#readyFor = proxyUrl;
    this.widget.dispatchEvent(new PaymentReadyEvent({ mode: this.mode, capabilities: proxy.capabilities }));
  }

  readonly refuseCredential = (name: string): void => {
    this.settings.refuseCredential(name);
    this.widget.requestUpdate();
  };

  handleEvent(event: Event): void {
    if (event.type === 'beforeunload') {
      event.preventDefault(); // leaving while a payment runs would leave the shopper in doubt
    } else if (event.type === 'online') {
      this.#follow();
    } else if ((event as PageTransitionEvent).persisted) {
      this.session.comeBack();
      this.#follow();
    }
  }

  #follow(): void {
    this.session.follow();
    this.widget.requestUpdate();
  }
}

/** Announces the result if the focus does not read it. */
async function presentResult(behaviour: Behaviour, focus: FocusManager): Promise<void> {
  if (await focus.moveToResult()) return;
  const { failure, liveRegion, session } = behaviour;
  const { state, following: isFollowing } = session;
  if (failure) liveRegion.announce([failureMessage(failure)], { urgent: true });
  if (!hasEnded(state)) return;
  const text = resultKey(state.name, isFollowing, state.attempt.amount);
  const result = [titleKey(state.name, isFollowing), text] as const;
  liveRegion.announce('action' in state ? ['action_title', 'action_text'] : result, { urgent: true });
}

/** An element that the page has removed leaves the page alone. */
function reportOutcome({ widget, settings }: Behaviour, outcome: PaymentOutcome): void {
  if (outcome.outcome === 'action_required') {
    const { outcome: _, ...detail } = outcome;
    settings.nextAction?.requestAction(widget, detail);
    return;
  }
  if (outcome.outcome === 'unknown' && outcome.error.status !== undefined) {
    console.warn(`<payment-widget>: ${outcome.error.code}: ${outcome.error.message}`); // another server may have answered
  }
  // A shopper who comes back to a page that has paid wants to see that page.
  const isDone = widget.isConnected && !('error' in outcome) && (!outcome.restored || outcome.afterAction === true);
  const isAllowed = widget.dispatchEvent(createOutcomeEvent(outcome));
  const url = isDone && isAllowed ? settings.returnUrlFor(outcome) : undefined;
  if (url) widget.ownerDocument.location.assign(url);
}
