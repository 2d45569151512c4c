import type { PropertyValues, ReactiveController, TemplateResult } from 'lit';
import { formatMoney } from '../contract/currency.js';
import { logError, PaymentError } from '../contract/errors.js';
import type { CardFieldName, FieldName } from '../contract/field-names.js';
import { loadModule } from '../contract/load-module.js';
import type { CheckedAction } from '../contract/next-action.js';
import { isLoopback, own } from '../contract/security.js';
import { createIdempotencyKey, type Mode } from '../contract/protocol.js';
import { markOf } from '../form/card-data-loader.js';
import { createPaymentRequest } from '../form/create-request.js';
import { FIELDS } from '../form/fields.js';
import type { AddressContext } from '../form/extra/fields.js';
import type { FormContext, FormRules, FormValues } from '../form/form-context.js';
import { FORM_EVENTS, FormController } from '../form/form-controller.js';
import { handleKey, KEY_EVENTS } from '../form/keys.js';
import type { Finding } from '../hints/hints.js';
import { Language, preloadTexts } from '../i18n/language.js';
import { ENGLISH, type MessageKey } from '../i18n/messages.js';
import type { Claim } from '../payment/claims.js';
import {
  describeError,
  type Attempt,
  type Order,
  type PaymentOutcome,
  type PaymentSubmitDetail,
} from '../payment/outcome.js';
import { PaymentSession } from '../payment/payment-session.js';
import { ProxyClient } from '../payment/proxy-client.js';
import { nextAction, type Endpoint, type PayRequest } from '../payment/send-attempt.js';
import { hasEnded, type EndedState, type SessionState } from '../payment/session-state.js';
import { isOrderToken, removeKeys } from '../settings/credential-guard.js';
import { normalizeReference, parseProxyUrl } from '../settings/settings.js';
import { adoptStyles } from './adopt-styles.js';
import { CheckedSettings, type OrderGuard } from './checked-settings.js';
import { PaymentFailureEvent, type PaymentState } from './events.js';
import { FocusManager } from './focus-manager.js';
import { formStyles } from './form-styles.js';
import { Countdown, LiveRegion } from './live-region.js';
import { messageStyles } from './message-styles.js';
import type { NetworkPicker } from './networks.js';
import {
  paidMessages,
  renderBanner,
  renderBrand,
  renderCodeHint,
  renderIcon,
  renderPaid,
  renderWarning,
} from './parts.template.js';
import {
  askPage,
  PaymentActionEvent,
  PaymentChangeEvent,
  PaymentFieldEvent,
  PaymentReadyEvent,
  reportOutcome,
  takePrice,
} from './payment-events.js';
import { ProblemsFile } from './problems-file.js';
import { styles } from './styles.js';
import { createText, type Text, type TextValues } from './texts.js';
import type { Widget } from './widget-properties.js';
import {
  renderAlert,
  renderChecking,
  type FieldsView,
  type FieldView,
  type FormView,
  type View,
} from './widget.template.js';

const takenNumbers = new Set<number>();

/** What is shown without `problems.ts`. */
const SHORT_TEXTS: Readonly<Partial<Record<PaymentState, MessageKey>>> = {
  pending: 'pending_text_open',
  failed: 'failed_try_again',
  unknown: 'unknown_text_open',
};

/** Does a little of what payments do later: a script of the page may have a variable of such a name. Throws if it has. */
function tryGlobals(): void {
  clearTimeout(setTimeout(() => undefined));
  btoa(String.fromCharCode(...new Uint8Array([Date.now()])));
  new AbortController().signal.throwIfAborted();
  new TextEncoder().encode('');
  new EventTarget().dispatchEvent(new CustomEvent('try'));
  const needed = { fetch, HTMLInputElement, HTMLSelectElement, DateTimeFormat: Intl.DateTimeFormat };
  for (const [name, value] of Object.entries<unknown>(needed)) {
    if (typeof value !== 'function') throw new TypeError(`${name} is not that of the browser.`);
  }
}

/** While parts of the form are loading. */
function loadConfig(widget: Widget, proxy: ProxyClient): void {
  const proxyUrl = parseProxyUrl(widget);
  if (proxyUrl !== undefined) void proxy.loadConfig(proxyUrl);
}

/** Leads the shopper to the page of the bank. The file that has checked the action is loaded. */
function leave(action: CheckedAction): void {
  nextAction.current?.leavePage(action);
}

/** What an element in the frame of isolated mode knows of the page around it. */
export interface FrameContext {
  readonly orderGuard: OrderGuard;
  /** An attempt of an earlier frame. */
  handedOver?: Claim | undefined;
  /** Called with the form that works. */
  onform(form: WidgetController): void;
}

export class WidgetController implements ReactiveController {
  readonly widget: Widget;
  readonly proxy: ProxyClient;
  readonly settings: CheckedSettings;
  readonly session: PaymentSession;
  readonly language: Language;
  readonly form: FormController;
  readonly liveRegion: LiveRegion;
  readonly countdown: Countdown;
  readonly #problems: ProblemsFile;
  isWarned = false;
  hasRendered = false;
  /** The smallest free one of the page: landmarks need different names. */
  #formNumber = 0;
  #shownOrder: Order | undefined;
  /** If the shopper can act on it. */
  failure: PaymentError | undefined;
  /** For the developer, beside the form. */
  hint: HTMLElement | undefined;
  readonly #states: CustomStateSet;
  readonly #focus: FocusManager;
  /** Any attribute may be a credential. */
  readonly #attributes: MutationObserver;
  #networks: NetworkPicker | undefined;
  #renderFields: ((view: FieldsView) => void) | undefined;
  /** A listener of `payment-submit` makes the payment wait. */
  #isWaiting = false;
  readonly #reported = new WeakSet<PaymentOutcome>();
  /** Of an element in the frame of isolated mode. */
  readonly #frame: FrameContext | undefined;
  #submission: Promise<PaymentOutcome> | undefined;
  #submittedOrder: Order | undefined;
  /** The order as shown at the click: listeners of the page may change it before the form is submitted. */
  #agreedOrder: Order | undefined;
  #lastState: SessionState;
  #readyFor: string | undefined;
  #isAmountNew = false;
  #wasPlain = true;

  /** Loads what the form needs. Returns what creates it, without a gap in which the element would render. Throws `not_loaded`. */
  static async prepare(
    widget: Widget,
    expectedMode: Mode | undefined,
    frame?: FrameContext,
  ): Promise<(states: CustomStateSet, mode: Mode | undefined) => WidgetController> {
    tryGlobals();
    let controller: WidgetController | undefined;
    const onConfig = () => controller?.onConfig();
    const proxy = new ProxyClient(onConfig, () => (isOrderToken(widget.orderToken) ? widget.orderToken : undefined));
    const settings = new CheckedSettings(proxy);
    settings.expectedMode = expectedMode;
    settings.orderGuard = frame?.orderGuard;
    const loading = settings.load(widget);
    if (loading) {
      loadConfig(widget, proxy);
      preloadTexts(widget);
      await loading;
      if (settings.loadError) throw settings.loadError;
    }
    return (states, mode) => {
      settings.expectedMode = mode;
      return (controller = new WidgetController(widget, states, settings, proxy, frame));
    };
  }

  constructor(
    widget: Widget,
    states: CustomStateSet,
    settings: CheckedSettings,
    proxy: ProxyClient,
    frame: FrameContext | undefined,
  ) {
    const update = () => {
      widget.requestUpdate();
    };
    this.widget = widget;
    this.#states = states;
    this.proxy = proxy;
    this.settings = settings;
    this.#frame = frame;
    this.session = new PaymentSession(this.proxy, this.#onSessionChange, frame?.handedOver);
    this.language = new Language(widget);
    this.liveRegion = new LiveRegion(update);
    this.#problems = new ProblemsFile(update);
    this.countdown = new Countdown(() => {
      update();
      if (this.countdown.seconds > 0) return;
      if (this.failure?.code === 'rate_limited') this.failure = undefined;
      this.liveRegion.announce(['retry_ready']);
    });
    this.form = new FormController(
      widget,
      this.#createFormContext(),
      this.liveRegion.announce,
      (detail) =>
        widget.dispatchEvent('field' in detail ? new PaymentFieldEvent(detail) : new PaymentChangeEvent(detail)),
      () => {
        const { order } = this;
        this.#renderFields?.(this.#createFields(order, this.text({ order })));
      },
    );
    this.#lastState = this.session.state;
    this.#focus = new FocusManager(widget);
    this.#attributes = new MutationObserver(() => {
      removeKeys(widget, this.refuseCredential);
    });
    widget.addController(this);
    if (proxy.settled) this.#giveHints();
    frame?.onform(this);
  }

  get state(): PaymentState {
    const { name } = this.session.state;
    if (name === 'checking') return 'loading';
    if (this.#isWaiting) return 'busy';
    if (name !== 'idle' && name !== 'failed') return name;
    if (this.failure || this.settings.error || this.settings.loadError) return 'failed';
    return this.hasRendered && this.proxy.settled ? 'ready' : 'loading';
  }

  get order(): Order {
    const { amount, currency, reference, fields } = this.settings.current ?? {};
    return { amount: fields?.includes('amount') ? this.form.amount : amount, currency, reference };
  }

  get networks(): NetworkPicker | undefined {
    const { widget, settings, proxy, liveRegion } = this;
    const Picker = settings.networks?.NetworkPicker;
    return (this.#networks ??= Picker && new Picker(widget, proxy, settings, liveRegion.announce));
  }

  /** Neither the page nor the package has texts in the page's language. */
  get isUntranslated(): boolean {
    if (!this.language.isFallback) return false;
    const custom = own(this.widget.messages);
    return !Object.keys(ENGLISH).every((key) => custom[key as MessageKey]);
  }

  #createFormContext(): FormContext {
    const { extra, current } = this.settings;
    const { currency = '', currencyExponents, minAmount, maxAmount } = current ?? {};
    const firstValues: FormValues = own(current?.prefill);
    const rules: FormRules = {
      currency,
      exponents: currencyExponents,
      min: minAmount,
      max: maxAmount,
      locale: this.isUntranslated ? 'en' : this.language.locale,
      country: firstValues.country || extra?.assumeCountry(this.addressContext),
      isLive: this.mode === 'live',
      extra,
      networks: this.networks,
    };
    const definitionOf = (name: FieldName) =>
      extra?.definitionOf(name, this.addressContext) ?? FIELDS[name as CardFieldName];
    return { rules, firstValues, extra, definitionOf };
  }

  get addressContext(): AddressContext {
    const { language, settings } = this;
    const form = this.form as FormController | undefined; // none while it is created
    return { country: form?.country ?? '', locale: language.pageLocale, fields: settings.current?.fields ?? [] };
  }

  text(values?: Partial<TextValues>): Text {
    const { form, language, widget, networks } = this;
    return createText(form, language, widget.messages, networks, { order: this.order, ...values });
  }

  get valid(): boolean {
    return this.form.valid;
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
    for (const type of KEY_EVENTS) this.widget.renderRoot.addEventListener(type, handleKey);
    this.widget.renderRoot.addEventListener('slotchange', this);
    // The first random numbers take milliseconds, which the press on Pay need not wait for.
    this.widget.renderRoot.addEventListener('focusin', () => setTimeout(createIdempotencyKey), { once: true });
    addEventListener('pageshow', this);
    addEventListener('online', this);
    this.#formNumber = 1;
    while (takenNumbers.has(this.#formNumber)) this.#formNumber++;
    takenNumbers.add(this.#formNumber);
    this.session.listen();
    this.#follow();
  }

  hostDisconnected(): void {
    this.#attributes.disconnect();
    removeEventListener('pageshow', this);
    removeEventListener('online', this);
    takenNumbers.delete(this.#formNumber);
    this.session.stopFollowing();
  }

  hostMoved(): void {
    this.language.hostDisconnected();
    this.language.hostConnected();
  }

  /**
   * A click, Enter and `submit()` together are one payment.
   * @param seen the order that the shopper agreed to
   */
  submit(seen?: Order): Promise<PaymentOutcome> {
    const { state, outcome } = this.session;
    if (hasEnded(state) && outcome) return Promise.resolve(outcome);
    return (this.#submission ??= this.#submit(seen));
  }

  async #submit(seen: Order | undefined): Promise<PaymentOutcome> {
    const { widget, session } = this;
    // The first render looks for an attempt in doubt.
    if (!this.hasRendered && widget.isConnected) await widget.updateComplete.catch(() => undefined);
    const earlier = await session.recall(this.order); // a microtask at least: the page may add listeners after submit()
    const outcome = earlier ?? (await this.#pay(seen));
    this.#report(outcome);
    return outcome;
  }

  async #pay(seen: Order | undefined): Promise<PaymentOutcome> {
    const { session } = this;
    let attempt: PaymentSubmitDetail | undefined;
    this.#focus.markStart();
    try {
      const request = await this.#collect(seen ?? this.#shownOrder, this.hasRendered);
      const begun = await session.begin({ ...request.order, ...this.#endpoint(request.proxyUrl) });
      if ('outcome' in begun) return begun;
      attempt = begun;
      return await session.send(attempt, await this.#askPage(attempt, request));
    } catch (error) {
      const order = attempt ?? this.order;
      return (await session.recall(order)) ?? session.fail(error, order); // a payment may have begun meanwhile
    }
  }

  /** Returns what to send: a page that makes the payment wait may change everything meanwhile. */
  async #askPage(attempt: PaymentSubmitDetail, request: PayRequest): Promise<PayRequest> {
    const onwait = () => {
      this.#isWaiting = true;
      this.failure = undefined;
      this.#showState();
      this.widget.requestUpdate();
    };
    return (await askPage(this.widget, attempt, onwait)) ? this.#collect(request.order, false) : request;
  }

  /** Throws why nothing can be paid. Pays the shown state. */
  async #collect(seen: Order | undefined, mayBeRemoved: boolean): Promise<PayRequest> {
    const { widget, form, settings } = this;
    removeKeys(widget, this.refuseCredential);
    if (!widget.isConnected && !mayBeRemoved) throw new PaymentError('disabled', 'The element is not in the document.');
    if (settings.orderGuard) await settings.orderGuard.settle();
    if (settings.isIncomplete(widget)) {
      widget.requestUpdate(); // loads what is missing
      await widget.updateComplete;
    }
    const hasValues = Object.keys(form.controls?.values() ?? {}).length > 0;
    if (hasValues) await settings.loadChecks();
    if (hasValues || widget.isUpdatePending) await widget.updateComplete;
    // From here on without a pause: settings, form and token are of one moment.
    this.#submittedOrder = this.order;
    form.readAgain(); // first: a listener of its event may change the settings
    settings.checkAgain(widget);
    const { current, error = settings.loadError } = settings;
    if (error) throw error;
    if (widget.disabled || !current) throw new PaymentError('disabled', 'The form is disabled.');
    const checkedToken = settings.orderGuard?.confirm(current);
    if (!form.showErrors()) {
      const message = 'The form has invalid fields. See fieldErrors.';
      await this.#problems.prepare();
      const fieldErrors = this.problems?.fieldErrors(form, this.text());
      throw new PaymentError('validation_failed', message, { fieldErrors });
    }
    const order = this.order as PayRequest['order']; // complete, because settings and form are valid
    if (seen && (order.amount !== seen.amount || order.currency !== seen.currency)) {
      throw new PaymentError('amount_changed', 'The price differs from the price on the button.', { cause: order });
    }
    const { proxyUrl, description, requestTimeout } = current;
    const values = form.controls?.values() ?? {};
    const hasMetadata = widget.metadata || Object.keys(values).length > 0;
    const metadata = hasMetadata ? settings.readMetadata(widget.metadata, values) : undefined;
    const payment = createPaymentRequest({ ...order, description, metadata }, form.inputs.values(), form.context.rules);
    return {
      ...this.#endpoint(proxyUrl),
      order,
      checkedToken,
      payment,
      card: { brand: form.brand?.name, lastDigits: payment.payment_method.card.number.slice(-4) },
      timeout: requestTimeout,
      credentials: widget.omitCookies ? 'omit' : 'same-origin',
      buildRequest: widget.buildRequest,
    };
  }

  #endpoint(proxyUrl: string): Endpoint {
    const { widget, settings } = this;
    return {
      proxyUrl,
      interpretResponse: (answer) => widget.interpretResponse?.(answer),
      actionOrigins: settings.current?.actionOrigins,
    };
  }

  validate(): boolean {
    return this.form.check();
  }

  /** In a frame, the page around it gives hints. */
  async diagnose(isLogged = false): Promise<Finding[]> {
    if (this.#frame) return [];
    const hints = await loadModule('setup-hints', import('../hints/setup-hints.js'));
    return hints.diagnoseForm(this, isLogged);
  }

  #giveHints(): void {
    const { mode, isSilent } = this.proxy;
    const isAllowed = mode ? mode === 'test' : isSilent || isLoopback(location.hostname);
    if (isAllowed) void this.diagnose(true).catch(() => undefined);
    else this.hint = undefined;
  }

  /** Rendered only if it changes what is shown: in Live mode, it usually does not. */
  onConfig(): void {
    this.#giveHints();
    const { widget, form, hasRendered } = this;
    const isFirst = this.#readyFor !== this.settings.current?.proxyUrl;
    const isShown = form.hasTestCard || !this.#wasPlain || !this.#isPlain;
    if (!hasRendered || widget.isUpdatePending || !isFirst || isShown) {
      widget.requestUpdate();
      return;
    }
    form.context = this.#createFormContext();
    form.recheck();
    this.#showState();
    this.#dispatchReady();
  }

  /** Whether nothing about the proxy is shown. */
  get #isPlain(): boolean {
    const { mode, refusal, config } = this.proxy;
    return mode !== 'test' && !refusal && !config.brands && !config.networks;
  }

  reset(): boolean {
    const { session, form } = this;
    const isCollecting = this.#submission !== undefined && !session.attempt;
    const isReset = !isCollecting && session.reset(normalizeReference(this.widget.reference));
    if (!isReset) return false;
    this.#submission = undefined; // one that still waits is abandoned
    form.clear();
    return true;
  }

  prepare(): Promise<unknown> | undefined {
    const { settings, session } = this;
    const loading = this.#load();
    if (!loading) return this.#prepareProblems();
    if (!session.attempt) loadConfig(this.widget, this.proxy);
    this.#showState();
    return loading
      .then(() => (settings.loadError ? undefined : this.#load())) // the page may have added fields
      .then(() => this.#prepareProblems());
  }

  get problems(): ProblemsFile['current'] {
    return this.#problems.current;
  }

  #prepareProblems(): Promise<unknown> | undefined {
    const { session, settings, form, failure, language, widget } = this;
    if (this.problems) return undefined;
    if (!session.attempt) settings.check(widget);
    const isDoubt = hasEnded(session.state) && session.state.name !== 'paid';
    const isFallback = language.isFallback && widget.messages; // they may be for all texts
    const isNeeded = settings.error || failure || this.hint || isDoubt || isFallback || form.shown.hasProblems;
    return isNeeded ? this.#problems.prepare() : undefined;
  }

  #load(): Promise<unknown> | undefined {
    const { session, settings, language } = this;
    const loadTexts = () => language.prepare();
    const fields = session.attempt ? undefined : settings.load(this.widget);
    return fields ? fields.then(loadTexts) : loadTexts();
  }

  willUpdate(changed: PropertyValues<Widget>): void {
    this.#isAmountNew ||= changed.has('amount');
    const { session, settings, form } = this;
    if (!session.attempt) settings.check(this.widget);
    form.context = this.#createFormContext();
    if (settings.controls && !form.controls) {
      form.controls = new settings.controls.SlottedControls(this.widget);
      void this.widget.updateComplete.then(() => {
        form.recheck();
      });
    }
    if (!settings.error && !session.attempt) {
      const { amount } = settings.current ?? {};
      const offer = (amount !== undefined && settings.extra?.formatAmount(amount, form.context.rules)) || '';
      form.offerAmount(offer, this.#isAmountNew && offer !== '');
      this.#isAmountNew = false;
    }
    const { current, error } = settings;
    const isFree = !this.#submission || !this.hasRendered; // a submission asks for the order itself
    if (current && !error && this.widget.isConnected && isFree)
      session.resume({ ...this.order, ...this.#endpoint(current.proxyUrl) });
    if (form.hasTestCard && this.proxy.reportedMode === 'live') form.clearCard();
  }

  createView(): View {
    const { renderRoot, shadowRoot } = this.widget;
    // A browser removes all styles of an element that is moved to another document.
    if (shadowRoot?.adoptedStyleSheets.length === 0) adoptStyles(shadowRoot, styles);
    const { widget, session, settings, countdown, liveRegion, mode, problems } = this;
    const { state } = session;
    const hasMessage = mode === 'test' || problems || this.form.shown.warning || hasEnded(state);
    for (const sheet of [formStyles, settings.extra?.extraStyles, hasMessage && messageStyles, problems?.problemStyles])
      if (sheet) adoptStyles(renderRoot, sheet);
    const { error } = settings;
    const order = session.attempt ?? this.order;
    const wait = problems?.formatWait(countdown.seconds, this.form.context.rules.locale);
    const text = this.text({ order, wait, ...(state as Pick<TextValues, 'time' | 'card'>) });
    const isChecking = state.name === 'checking';
    const isResult = hasEnded(state);
    const hasTestKey = this.proxy.reportedMode === 'test';
    const showsTestCard = widget.testCard && hasTestKey && !isResult && !error && !isChecking;
    const isBusy = this.state === 'busy';
    const renderTestCard = showsTestCard ? settings.extra?.renderTestCard : undefined;
    return {
      pageDirection: this.isUntranslated ? getComputedStyle(widget).direction || 'ltr' : undefined,
      banner: mode === 'test' ? renderBanner(text) : undefined,
      testCard: renderTestCard?.(text, widget.disabled || isBusy, this.#fillTestCard),
      alert: this.#createAlert(text),
      panel: isChecking ? renderChecking(text('checking')) : isResult ? this.#createResult(state, text) : undefined,
      form: session.mayReturn || !(isResult || isChecking) ? this.#createForm(order, text) : undefined,
      announcement: isBusy ? text('busy') : liveRegion.read(text, false),
      urgentAnnouncement: liveRegion.read(text, true),
    };
  }

  #createAlert(text: Text): View['alert'] {
    const { problems, settings, session, state, hint } = this;
    const { error } = settings;
    if (error) {
      const { code } = error;
      const isShown = !settings.orderGuard || this.proxy.reportedMode === 'test'; // it quotes settings of the page
      const message = isShown ? error.message : '';
      return problems?.renderSetupError(text, { message, code }) ?? renderAlert(`${message} ${code}`);
    }
    const key = problems ? undefined : SHORT_TEXTS[state];
    return key ? renderAlert(text(key)) : hasEnded(session.state) ? undefined : hint;
  }

  #createResult(ended: EndedState, text: Text): TemplateResult | undefined {
    const { problems, session, settings, widget, mode } = this;
    const isOwn = settings.orderGuard?.isConfirmed(ended.attempt.reference) ?? true;
    const state = isOwn ? ended : { ...ended, attempt: { ...ended.attempt, reference: undefined } };
    if (state.name === 'paid') return renderPaid(state, text);
    const action = state.name === 'pending' ? state.action : undefined;
    if (!action) return problems?.renderDoubt(state, session.following, this, text);
    const go = () => {
      const detail = { ...ended.attempt, action, mode, restored: false };
      if (widget.dispatchEvent(new PaymentActionEvent(detail)) && widget.isConnected) leave(action);
    };
    return problems?.renderAction(state, go, text);
  }

  #createForm(order: Order, text: Text): FormView {
    const { widget, session, settings, countdown, form, problems } = this;
    const isWaiting = countdown.seconds > 0;
    const { amount, currency } = order;
    const { locale, exponents } = form.context.rules;
    const offer = amount === undefined ? 'pay_open' : 'pay';
    const number = this.#formNumber;
    return {
      ...this.#createFields(order, text),
      label: number === 1 || widget.messages?.form ? text('form') : `${text('form')} ${number}`,
      isHidden: settings.error !== undefined || session.mayReturn,
      price: amount && currency ? formatMoney(amount, currency, locale, exponents) : undefined,
      payText: (isWaiting && text('pay_wait')) || text(offer), // its text may not be loaded
      busyText: text('busy'),
      isWaiting,
      isDisabled: widget.disabled,
      controlErrors: problems?.renderControlErrors(problems.listControlErrors(form, text)),
      summary: problems?.createSummary(this, text),
      onSubmit: this.#onSubmit,
      onPayClick: this.#pressPay,
    };
  }

  #createFields(order: Order, text: Text): FieldsView {
    const { settings, form, widget } = this;
    const { withoutButton, submitOnEnter } = widget;
    const names = settings.current?.fields ?? form.inputs.entries.map(([name]) => name); // hidden, it keeps its values
    const isBusy = this.state === 'busy';
    const views = names.map((name) => this.#createField(name, order, text, isBusy));
    const fields = settings.extra?.arrange(views, this.addressContext, this) ?? views;
    return { fields, isBusy, withoutButton, submitOnEnter, onFields: this.#onFields };
  }

  #createField(name: FieldName, { currency }: Order, text: Text, isBusy: boolean): FieldView {
    const { networks, problems } = this;
    const { context, shown, brand } = this.form;
    const { extra } = this.settings;
    const given = context.definitionOf(name);
    const { placeholder, affix, type } = given;
    const isOptional = (affix === 'code' && brand?.isCvcOptional && 'labelled') || given.isOptional;
    const label = text(given.label);
    const problem = shown.problems[name];
    const warning = problem || name !== 'card-number' ? undefined : shown.warning;
    const isOnFront = brand?.cvcLength === 4;
    const affixes = {
      brand: () => (brand ? undefined : networks?.renderMarks(text)) ?? renderBrand(brand?.name, markOf(brand)),
      code: () => renderCodeHint(isOnFront, text(isOnFront ? 'hint_card_cvc_4' : 'hint_card_cvc')),
      currency: () => currency,
      list: () => extra && renderIcon(extra.LIST_ICON),
    };
    return {
      name,
      definition: { ...given, isOptional },
      label: isOptional === 'labelled' ? text('label_optional').replace('{label}', label) : label,
      placeholder: affix === 'code' && isOnFront ? '1234' : placeholder && text(placeholder),
      error: problem && (problems?.renderError(text(problem)) ?? renderAlert(text(problem) || text('control_invalid'))),
      warning: warning && renderWarning(text(warning)),
      below: affix === 'brand' ? networks?.renderChoice(text, isBusy) : undefined,
      renderControl: type === 'select' ? extra?.renderSelect : undefined,
      affix: affix && affixes[affix](),
    };
  }

  updated(): void {
    const { session, settings, proxy, order, form, problems } = this;
    this.#shownOrder = order;
    this.#wasPlain = this.#isPlain;
    if (problems) form.controls?.describe(problems.listControlErrors(form, this.text())); // not during a render: the page may observe its controls
    settings.extra?.requestRegions(this.addressContext, this.widget);
    if (!this.hasRendered) {
      this.hasRendered = true;
      void this.widget.updateComplete.then(() => {
        form.adopt();
      });
    }
    this.#showState();
    const error = settings.takeUnreported();
    if (error) {
      this.widget.dispatchEvent(new PaymentFailureEvent(describeError(error, session.attempt ?? order, proxy.mode)));
    }
    this.#dispatchReady();
  }

  readonly #onFields: FieldsView['onFields'] = (renderAlone) => {
    this.#renderFields = renderAlone;
  };

  readonly #pressPay = (event: MouseEvent): void => {
    if (event.detail > 1)
      event.preventDefault(); // the second click of a double click never pays
    else this.#agreedOrder = this.#shownOrder;
  };

  readonly #onSubmit = (event: Event): void => {
    event.preventDefault();
    const seen = this.#agreedOrder;
    this.#agreedOrder = undefined; // for this payment only
    if (this.countdown.seconds === 0) void this.submit(seen);
  };

  readonly #fillTestCard = (): void => {
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

  readonly #onSessionChange = (state: SessionState): void => {
    const { outcome } = this.session;
    const isNew = outcome !== undefined && !this.#reported.has(outcome);
    if (isNew) this.#submission = undefined;
    if (state.name === 'busy' && state.isUnclear) void this.#problems.load(); // beside the file that reads the answer
    this.widget.requestUpdate(); // first: a result receives focus once it is rendered
    if (isNew && 'error' in outcome) this.settings.markReported(outcome.error);
    try {
      if (state !== this.#lastState) this.#applyState(state);
      else if (!isNew && state.name === 'unknown') void this.#presentResult(); // following has ended
      if (state.name === 'paid') this.form.clear();
      else if (hasEnded(state) && !this.session.mayReturn) this.form.clearCard();
    } catch (error) {
      reportError(error); // a control of the page failed, which does not change the outcome
    }
    this.#lastState = state;
    if (isNew) this.#report(outcome);
  };

  /** Once each: that of an order that the page has left is none of the session. */
  #report(outcome: PaymentOutcome): void {
    if (this.#reported.has(outcome)) return;
    this.#reported.add(outcome);
    reportOutcome(this.widget, outcome, leave, (result) => this.settings.returnUrlFor(result));
    this.#giveHints();
  }

  #applyState(state: SessionState): void {
    this.#updateFailure();
    this.#isWaiting = false;
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
    if (hasEnded(state) || failure) void this.#presentResult();
    const { name, attempt } = this.#lastState as { name: string; attempt?: Attempt };
    const isBack = state.name === 'idle' && name === 'unknown' && attempt?.reference === order.reference;
    if (isBack) liveRegion.announce(['retry_ready']);
  }

  /** A configuration error that is fixed later is not a failed payment. */
  #updateFailure(): void {
    const { state, outcome } = this.session;
    this.failure = undefined;
    if (state.name !== 'failed' || outcome?.outcome !== 'failed') return;
    const { error } = outcome;
    const { code, cause } = error;
    if (error.message === this.settings.error?.message) return;
    if (code === 'form_failed') logError(error);
    // A listener that prevents a payment shows the reason itself.
    const isSilent = (cause as Partial<Error> | undefined)?.name === 'AbortError'; // of a page in another document
    const isShown =
      code === 'submit_prevented'
        ? this.#isWaiting && !isSilent
        : state.wasSent || (code !== 'validation_failed' && code !== 'disabled');
    if (isShown) this.failure = error;
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
    if (event.type === 'slotchange') {
      if (this.settings.isIncomplete(this.widget)) this.widget.requestUpdate();
    } else if (event.type === 'beforeunload') {
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

  /** Announces the result if the focus does not read it. */
  async #presentResult(): Promise<void> {
    const { state, following } = this.session;
    if (await this.#focus.moveToResult()) return;
    if (state.name !== 'paid') await this.#problems.load(); // if it is late, the focus stays: the shopper may be typing
    if (state !== this.session.state) return;
    const { failure, liveRegion, problems } = this;
    const messages =
      state.name === 'paid' ? paidMessages(state.attempt) : problems?.announcementOf(state, failure, following);
    if (messages?.length) liveRegion.announce(messages, { urgent: true });
  }
}
