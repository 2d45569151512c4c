import type { PropertyValues, ReactiveController } from 'lit';
import { PaymentError } from '../../contract/errors.js';
import type { Mode } from '../../contract/protocol.js';
import { FORM_EVENTS } from '../../form/form-controller.js';
import { handleEnter } from '../../form/handle-enter.js';
import { resultKey, titleKey } from '../../i18n/messages.js';
import { describeError, type Order, type PaymentOutcome } from '../../payment/outcome.js';
import type { PaymentRequest } from '../../payment/payment-request.js';
import { hasEnded, type SessionState } from '../../payment/session-state.js';
import { removeKeys } from '../../settings/credential-guard.js';
import { normalizeReference } from '../../settings/usual-settings.js';
import { PaymentFailureEvent, type PaymentState } from '../events.js';
import { createOutcomeEvent, type Ended, PaymentChangeEvent, PaymentReadyEvent } from '../payment-events.js';
import type { PaymentWidget } from '../payment-widget.js';
import type { Finding } from '../../hints/hints.js';
import { styles } from '../styles.js';
import type { View } from '../widget.template.js';
import { adoptStyles } from './adopt-styles.js';
import { behaviourStyles } from './styles.js';
import { takePrice } from './take-price.js';
import { collectOrder, collectPayment, loadForPayment } from './collect-payment.js';
import { type Actions, createView, finishRender } from './create-view.js';
import { FocusManager } from './focus-manager.js';
import { diagnose } from './load-setup-hints.js';
import { failureMessage } from './texts.js';
import { WidgetModel } from './widget-model.js';

export class Behaviour implements ReactiveController {
  readonly #widget: PaymentWidget;
  readonly #states: CustomStateSet;
  readonly #model: WidgetModel;
  readonly #focus: FocusManager;
  /** Any attribute may be a credential. */
  readonly #attributes: MutationObserver;
  #submittedOrder: Order | undefined;
  /** The order as shown at the click: listeners of the page may change it before the form is submitted. */
  #agreedOrder: Order | undefined;
  #lastState: SessionState;
  #readyFor: string | undefined;
  #isAmountNew = false;

  constructor(widget: PaymentWidget, states: CustomStateSet, expectedMode: Mode | undefined) {
    this.#widget = widget;
    this.#states = states;
    this.#model = new WidgetModel(
      widget,
      (outcome) => {
        this.#onSessionChange(outcome);
      },
      (detail) => widget.dispatchEvent(new PaymentChangeEvent(detail)),
    );
    this.expectedMode = expectedMode;
    this.#lastState = this.#model.session.state;
    this.#focus = new FocusManager(widget);
    this.#attributes = new MutationObserver(() => {
      removeKeys(widget, this.refuseCredential);
    });
    widget.addController(this);
  }

  get model(): WidgetModel {
    return this.#model;
  }

  get hasRendered(): boolean {
    return this.#model.hasRendered;
  }

  get state(): PaymentState {
    return this.#model.state;
  }

  get valid(): boolean {
    return this.hasRendered && this.#model.form.valid;
  }

  get mode(): Mode | undefined {
    return this.#model.settings.mode.mode;
  }

  set expectedMode(expected: Mode | undefined) {
    this.#model.settings.expectedMode = expected;
  }

  hostConnected(): void {
    removeKeys(this.#widget, this.refuseCredential);
    this.#attributes.observe(this.#widget, { attributes: true });
    for (const type of FORM_EVENTS) this.#widget.renderRoot.addEventListener(type, this.#model.form);
    this.#widget.renderRoot.addEventListener('keydown', handleEnter);
    addEventListener('pageshow', this);
    addEventListener('online', this);
    this.#model.connect();
    this.#follow();
  }

  hostDisconnected(): void {
    this.#attributes.disconnect();
    removeEventListener('pageshow', this);
    removeEventListener('online', this);
    this.#model.disconnect();
  }

  /**
   * A click, Enter and `submit()` together are one payment.
   * @param seen the order that the shopper agreed to
   */
  submit(seen?: Order): Promise<PaymentOutcome> {
    const model = this.#model;
    const pay = () =>
      model.session.pay({
        currentOrder: () => model.order,
        collect: (agreed = seen) => this.#collectPayment(agreed),
      });
    if (this.hasRendered || !this.#widget.isConnected) return pay();
    return this.#widget.updateComplete.then(pay, pay); // the first render looks for an attempt in doubt
  }

  validate(): boolean {
    return this.#model.form.check();
  }

  diagnose(): Promise<Finding[]> {
    return diagnose(this.#model);
  }

  reset(): boolean {
    const { session, form } = this.#model;
    const isReset = session.reset(normalizeReference(this.#widget.reference));
    if (isReset) form.clear();
    return isReset;
  }

  prepare(): Promise<unknown> | undefined {
    const { settings, session } = this.#model;
    const loading = this.#load();
    if (!loading) return undefined;
    if (!session.attempt) settings.requestConfig(this.#widget); // meanwhile
    this.#showState();
    return loading.then(() => (settings.loadError ? undefined : this.#load())); // the page may have added fields
  }

  #load(): Promise<unknown> | undefined {
    const { session, settings, language } = this.#model;
    const loadTexts = () => language.prepare();
    const fields = session.attempt ? undefined : settings.load(this.#widget);
    return fields ? fields.then(loadTexts) : loadTexts();
  }

  willUpdate(changed: PropertyValues<PaymentWidget>): void {
    const model = this.#model;
    this.#isAmountNew ||= changed.has('amount');
    if (!model.session.attempt) model.settings.check(this.#widget);
    model.form.context = model.createFormContext();
    if (!model.settings.error && !model.session.attempt) {
      const { offeredAmount } = model;
      model.form.offerAmount(offeredAmount, this.#isAmountNew && offeredAmount !== '');
      this.#isAmountNew = false;
    }
    const order = collectOrder(model);
    if (order && this.#widget.isConnected) model.session.resume(order);
    if (model.form.hasTestCard && model.proxy.reportedMode === 'live') model.form.clearCard();
  }

  createView(): View {
    const { renderRoot, shadowRoot } = this.#widget;
    // A browser removes all styles of an element that is moved to another document.
    if (shadowRoot?.adoptedStyleSheets.length === 0) for (const style of styles) adoptStyles(shadowRoot, style);
    adoptStyles(renderRoot, behaviourStyles);
    return createView(this.#model, this.#actions);
  }

  updated(): void {
    const { session, settings, proxy, order } = this.#model;
    finishRender(this.#model);
    settings.address?.requestRegions(this.#model.addressContext, this.#widget);
    if (!this.hasRendered) void this.#afterFirstRender();
    this.#showState();
    settings.warnOfTestKey();
    const error = settings.takeUnreported();
    if (error) {
      settings.log(error);
      this.#widget.dispatchEvent(new PaymentFailureEvent(describeError(error, session.attempt ?? order, proxy.mode)));
    }
    this.#dispatchReady();
  }

  async #afterFirstRender(): Promise<void> {
    this.#model.hasRendered = true;
    await this.#widget.updateComplete;
    this.#model.form.adopt();
    // Live regions announce changes after the first render.
    if (this.#model.settings.mode.banner || this.#model.settings.error) this.#widget.requestUpdate();
  }

  readonly #actions: Actions = {
    pressPay: (event) => {
      if (event.detail > 1)
        event.preventDefault(); // the second click of a double click never pays
      else this.#agreedOrder = this.#model.shownOrder;
    },
    pay: (event) => {
      event.preventDefault();
      const seen = this.#agreedOrder;
      this.#agreedOrder = undefined; // for this payment only
      if (this.#model.countdown.seconds === 0) void this.submit(seen);
    },
    fillTestCard: () => {
      if (!this.#widget.disabled && this.state !== 'busy') this.#model.form.fillTestCard();
    },
    toggleWarning: () => {
      this.#model.isWarned = !this.#model.isWarned;
      this.#widget.requestUpdate();
    },
    retryAnyway: () => {
      this.#model.session.retryAnyway();
      this.#model.liveRegion.announce([]); // the outcome is still unknown: the focus says that the form is back
    },
  };

  #collectPayment(seen: Order | undefined): PaymentRequest | Promise<PaymentRequest> {
    const model = this.#model;
    const widget = this.#widget;
    const isAgain = model.session.state.name === 'waiting';
    removeKeys(widget, this.refuseCredential);
    if (!isAgain) this.#focus.markStart();
    if (!widget.isConnected && (isAgain || !this.hasRendered))
      throw new PaymentError('disabled', 'The element is not in the document.');
    const collect = () => {
      this.#submittedOrder = model.order;
      return collectPayment(model, seen ?? model.shownOrder);
    };
    const loading = loadForPayment(model);
    if (!loading && !widget.isUpdatePending) return collect();
    return Promise.resolve(loading).then(() => widget.updateComplete.then(collect)); // pays the shown state
  }

  #onSessionChange(outcome: PaymentOutcome | undefined): void {
    const { state } = this.#model.session;
    this.#widget.requestUpdate(); // first: a result receives focus once it is rendered
    if (outcome && 'error' in outcome) this.#model.settings.markReported(outcome.error);
    try {
      if (state !== this.#lastState) this.#applyState(state);
      else if (!outcome && state.name === 'unknown') void presentResult(this.#model, this.#focus); // following has ended
      if (state.name === 'paid') this.#model.form.clear();
      else if (hasEnded(state) && !this.#model.session.mayReturn) this.#model.form.clearCard();
    } catch (error) {
      reportError(error); // a control of the page failed, which does not change the outcome
    }
    this.#lastState = state;
    if (outcome) reportOutcome(this.#model, outcome);
  }

  #applyState(state: SessionState): void {
    this.#model.updateFailure(this.#lastState.name === 'waiting');
    const { failure, form, countdown, liveRegion, order } = this.#model;
    if (state.name !== 'unknown') this.#model.isWarned = false;
    this.#showState();
    const wasSent = state.name !== 'failed' || state.wasSent;
    if (wasSent) countdown.start(failure?.code === 'rate_limited' ? (failure.retryAfter ?? 0) : 0);
    if (state.name === 'busy') addEventListener('beforeunload', this);
    else removeEventListener('beforeunload', this);
    if (failure?.code === 'declined') form.clearCard();
    if (failure?.fieldErrors) form.refuse(Object.keys(failure.fieldErrors));
    if (failure?.code === 'amount_changed' && !this.#isAmountNew)
      takePrice(this.#widget, failure.cause as Partial<Order>, this.#submittedOrder);
    if (hasEnded(state) || failure) void presentResult(this.#model, this.#focus);
    const { name, attempt } = this.#lastState as { name: string; attempt?: Order };
    const isBack = state.name === 'idle' && name === 'unknown' && attempt?.reference === order.reference;
    if (isBack) liveRegion.announce(['retry_ready']);
  }

  #showState(): void {
    this.#states.clear();
    this.#states.add(this.state);
    if (this.#model.settings.mode.banner) this.#states.add('test');
  }

  /** Once per proxy. */
  #dispatchReady(): void {
    const { settings, proxy } = this.#model;
    const proxyUrl = settings.current?.proxyUrl;
    if (this.state !== 'ready' || this.#readyFor === proxyUrl) return;
    this.#readyFor = proxyUrl;
    this.#widget.dispatchEvent(new PaymentReadyEvent({ mode: this.mode, capabilities: proxy.capabilities }));
  }

  readonly refuseCredential = (name: string): void => {
    this.#model.settings.refuseCredential(name);
    this.#widget.requestUpdate();
  };

  handleEvent(event: Event): void {
    if (event.type === 'beforeunload') {
      event.preventDefault(); // leaving while a payment runs would leave the shopper in doubt
    } else if (event.type === 'online') {
      this.#follow();
    } else if ((event as PageTransitionEvent).persisted) {
      this.#model.session.comeBack();
      this.#follow();
    }
  }

  #follow(): void {
    this.#model.session.follow();
    this.#widget.requestUpdate();
  }
}

/** Announces the result if the focus does not read it. */
async function presentResult(model: WidgetModel, focus: FocusManager): Promise<void> {
  if (await focus.moveToResult()) return;
  const { failure, liveRegion, session } = model;
  const { state, following: isFollowing } = session;
  if (failure) liveRegion.announce([failureMessage(failure)], { urgent: true });
  if (!hasEnded(state)) return;
  const text = resultKey(state.name, { isFollowing, amount: state.attempt.amount });
  const result = [titleKey(state.name, isFollowing), text] as const;
  liveRegion.announce('action' in state ? ['action_title', 'action_text'] : result, { urgent: true });
}

/** An element that the page has removed leaves the page alone. */
function reportOutcome({ widget, settings }: WidgetModel, outcome: PaymentOutcome): void {
  if (outcome.outcome === 'action_required') {
    const { outcome: _, ...detail } = outcome;
    settings.nextAction?.requestAction(widget, detail);
    return;
  }
  if (outcome.outcome === 'unknown' && outcome.error.status !== undefined) {
    console.warn(`<payment-widget>: ${outcome.error.code}: ${outcome.error.message}`); // another server may have answered
  }
  const isDone = widget.isConnected && endsVisit(outcome);
  const isAllowed = widget.dispatchEvent(createOutcomeEvent(outcome));
  const url = isDone && isAllowed ? settings.returnUrlFor(outcome) : undefined;
  if (url) widget.ownerDocument.location.assign(url);
}

/** A shopper who comes back to a page that has paid wants to see that page. */
function endsVisit(ended: Ended): boolean {
  return !('error' in ended) && (!ended.restored || ended.afterAction === true);
}
