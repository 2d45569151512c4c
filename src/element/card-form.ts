import type { PropertyValues, ReactiveController } from 'lit';
import { toMode, type Mode } from '../contract/protocol.js';
import { FormController } from '../form/form-controller.js';
import type { Finding } from '../hints/hints.js';
import { preloadTexts } from '../i18n/language.js';
import type { Claim } from '../payment/earlier-attempts.js';
import type { Order, PaymentOutcome } from '../payment/outcome.js';
import { PaymentSession } from '../payment/payment-session.js';
import { ProxyClient } from '../payment/proxy-client.js';
import type { PayRequest } from '../payment/send-attempt.js';
import type { SessionState } from '../payment/session-state.js';
import { isOrderToken, keyError } from '../settings/credential-guard.js';
import { normalizeReference } from '../settings/settings.js';
import { CardFormState } from './card-form-state.js';
import { CheckedSettings, type OrderGuard } from './checked-settings.js';
import { collectPayment, endpointOf } from './collect-payment.js';
import type { PaymentState } from './events.js';
import type { CardFormCore, ShownForm } from './form.js';
import { FormContextSource } from './form-context-source.js';
import { FormHints } from './form-hints.js';
import { FormParts } from './form-parts.js';
import { FormViewSource } from './form-view-source.js';
import { HostListeners } from './host-listeners.js';
import { LiveRegion } from './live-region.js';
import { checkSettings, loadConfig, loadView } from './load-view.js';
import { OutcomeReactions } from './outcome-reactions.js';
import { createFormEvent } from './payment-events.js';
import { createActions } from './shopper-actions.js';
import { Submission, type SubmittedForm } from './submission.js';
import type { Text } from './texts.js';
import type { Widget } from './widget-properties.js';
import type { FieldsView, View } from './widget.template.js';

/** What an element in the frame of isolated mode knows of the page around it. */
export interface FrameContext {
  readonly orderGuard: OrderGuard;
  /** An attempt of an earlier frame. */
  readonly handedOver?: Claim | undefined;
  /** Called with the form that works. */
  onform(form: CardForm): void;
}

interface Loaded {
  readonly settings: CheckedSettings;
  readonly parts: FormParts;
  readonly frame: FrameContext | undefined;
  readonly showFields: ShowFields;
}

/** The copy of Lit that renders the form renders its fields, too: a page may load the script twice, by two URLs. */
type ShowFields = (view: FieldsView) => void;

/** The form of a card payment: it wires what collects, sends, shows and reports a payment. */
export class CardForm implements ReactiveController, CardFormCore, ShownForm, SubmittedForm {
  readonly widget: Widget;
  readonly settings: CheckedSettings;
  readonly parts: FormParts;
  readonly session: PaymentSession;
  readonly form: FormController;
  readonly #source: FormContextSource;
  readonly #submission: Submission;
  readonly #state: CardFormState;
  readonly #reactions: OutcomeReactions;
  readonly #view: FormViewSource;

  constructor(widget: Widget, states: CustomStateSet, { settings, parts, frame, showFields }: Loaded) {
    const liveRegion = new LiveRegion(widget);
    const onSession = (state: SessionState) => {
      this.#onSession(state);
    };
    this.widget = widget;
    this.settings = settings;
    this.parts = parts;
    this.session = new PaymentSession(settings.proxy, onSession, frame?.handedOver);
    const source = new FormContextSource(widget, settings, parts, liveRegion.announce);
    this.form = new FormController(widget, {
      context: source.context(() => undefined),
      announce: liveRegion.announce,
      dispatch: (detail) => widget.dispatchEvent(createFormEvent(detail)),
      renderFields: () => {
        showFields(this.#view.createFields());
      },
    });
    const hints = new FormHints(widget, settings, this.session, frame !== undefined);
    const submission = new Submission(this.session, this);
    const state = new CardFormState(states, this, submission);
    const reactions = new OutcomeReactions(this, { state, liveRegion, hints });
    const actions = createActions(this, { submission, reactions, state });
    const listeners = new HostListeners(this);
    this.#source = source;
    this.#submission = submission;
    this.#state = state;
    this.#reactions = reactions;
    this.#view = new FormViewSource(this, { source, state, reactions, listeners, actions });
    widget.addController(listeners);
    widget.addController(this);
    if (settings.proxy.settled) hints.give();
    frame?.onform(this);
  }

  get hasRendered(): boolean {
    return this.#state.hasRendered;
  }

  get state(): PaymentState {
    return this.#state.value;
  }

  get order(): Order {
    return this.#source.order(this.form);
  }

  get valid(): boolean {
    return this.form.valid;
  }

  get reportedMode(): Mode | undefined {
    return this.settings.proxy.reportedMode;
  }

  text(): Text {
    return this.#source.text(this.form);
  }

  hostConnected(): void {
    if (this.hasRendered) this.session.listen();
    this.follow();
  }

  hostDisconnected(): void {
    this.session.stopFollowing();
  }

  hostMoved(): void {
    const { language } = this.#source;
    language.hostDisconnected();
    language.hostConnected();
  }

  follow(): void {
    this.session.follow();
    this.widget.requestUpdate();
  }

  onslotchange(): void {
    const { widget, settings, parts } = this;
    if (parts.missing(widget, settings).length > 0) widget.requestUpdate();
  }

  onreturn(): void {
    this.session.comeBack();
    this.follow();
  }

  /** @param agreed - the order that the shopper has seen. Default: that of the last render */
  submit(agreed?: Order): Promise<PaymentOutcome> {
    if (this.#submission.isIdle) this.#reactions.focus.markStart();
    return this.#submission.submit(agreed);
  }

  whenRendered(): Promise<unknown> | undefined {
    return this.hasRendered || !this.widget.isConnected ? undefined : this.widget.updateComplete;
  }

  collect(agreed: Order | undefined, onread: (order: Order) => void): Promise<PayRequest> {
    return collectPayment(this, agreed, onread);
  }

  onwait(): void {
    this.#state.failure = undefined;
    this.#state.show();
    this.widget.requestUpdate();
  }

  /** Reports an outcome, even of an order that the page has left, which the session no longer has. */
  onoutcome(outcome: PaymentOutcome): void {
    this.#reactions.report(outcome);
  }

  #onSession(state: SessionState): void {
    const submission = this.#submission;
    const { outcome } = this.session;
    const isNew = outcome !== undefined && !this.#reactions.hasReported(outcome);
    const { order: submitted, isWaiting: hasWaited } = submission;
    if (isNew) submission.end();
    // This file loads in parallel with the file that reads the answer.
    if (state.name === 'busy' && state.isUnclear) void this.parts.problems.tryLoad();
    this.widget.requestUpdate(); // first: a result receives focus once it is rendered
    this.#reactions.react(state, { isNew, order: this.order, submitted, hasWaited });
    if (isNew) this.onoutcome(outcome);
  }

  validate(): boolean {
    if (this.hasRendered) return this.form.check();
    void this.widget.updateComplete.then(() => this.form.check());
    return false;
  }

  diagnose(): Promise<Finding[]> {
    return this.#reactions.hints.diagnose();
  }

  onConfig(): void {
    this.#reactions.hints.give();
    const state = this.#state;
    if (this.form.hasTestCard || state.showsConfig) {
      this.widget.requestUpdate();
      return;
    }
    this.#readContext();
    this.form.recheck();
    state.show();
    state.dispatchReady();
  }

  reset(): void {
    const isCollecting = !this.#submission.isIdle && !this.session.attempt;
    if (isCollecting || !this.session.reset(normalizeReference(this.widget.reference))) return;
    this.#submission.end(); // a submission that still waits is abandoned
    this.form.clear();
  }

  prepare(): Promise<unknown> | undefined {
    const { failure, show: onload } = this.#state;
    const { hints } = this.#reactions;
    const { language } = this.#source;
    const hasProblem = () => Boolean(failure ?? hints.hint) || this.form.shown.hasProblems;
    return loadView(this, { language, hasProblem, onload });
  }

  willUpdate(changed: PropertyValues<Widget>): void {
    const { session, settings, form } = this;
    if (changed.has('amount')) form.offer.isNew = true;
    if (!session.attempt) checkSettings(this);
    this.#readContext();
    this.#useControls();
    this.#offerAmount();
    this.#resume();
    if (form.hasTestCard && settings.proxy.reportedMode === 'live') form.clearCard();
  }

  #readContext(): void {
    const { form } = this;
    form.context = this.#source.context(() => form.country);
  }

  /** The controls of the page belong to the form once their file is loaded. */
  #useControls(): void {
    const { widget, form } = this;
    const { current } = this.parts.controls;
    if (!current || form.controls) return;
    form.controls = new current.SlottedControls(widget);
    void widget.updateComplete.then(() => {
      form.recheck();
    });
  }

  #offerAmount(): void {
    const { settings, parts, session, form } = this;
    if (settings.error || session.attempt) return;
    const amount = settings.current?.amount;
    form.offer.make(amount === undefined ? '' : parts.contact.current?.formatAmount(amount, form.context.rules));
  }

  /** Looks for an earlier attempt of the order. A submission does so itself. */
  #resume(): void {
    const { widget, settings, session } = this;
    const { current, error } = settings;
    const isSubmitted = !this.#submission.isIdle && this.hasRendered;
    if (!current || error || !widget.isConnected || isSubmitted) return;
    session.resume({ ...this.order, ...endpointOf(widget, settings, current.proxyUrl) });
  }

  createView(): View {
    return this.#view.createView();
  }

  updated(): void {
    const { order } = this;
    this.#submission.show(order);
    this.#view.describeControls();
    this.parts.contact.current?.requestRegions(this.#source.address(this.form.country), this.widget);
    if (this.#state.onRender()) this.#onFirstRender();
    this.#reactions.reportProblem(order);
    this.#state.dispatchReady();
  }

  #onFirstRender(): void {
    const { session, form, widget } = this;
    if (widget.isConnected) session.listen(); // not earlier: the shopper waits for the form
    void widget.updateComplete.then(() => {
      form.adopt();
    });
  }

  refuseCredential(name: string): void {
    this.settings.proxy.keyError = keyError(`"${name}" on the element`);
    this.widget.requestUpdate();
  }
}

/** Loads what the form needs, and returns what creates it without another render in between. Throws `not_loaded`. */
export async function prepare(
  widget: Widget,
  frame?: FrameContext,
): Promise<(states: CustomStateSet, showFields: ShowFields) => CardForm> {
  tryGlobals();
  let form: CardForm | undefined;
  const onConfig = () => form?.onConfig();
  const orderToken = () => (isOrderToken(widget.orderToken) ? widget.orderToken : undefined);
  const proxy = new ProxyClient(onConfig, orderToken, () => toMode(widget.mode));
  const parts = new FormParts();
  const settings = new CheckedSettings(proxy, parts, frame?.orderGuard);
  const loading = parts.load(widget, settings);
  if (loading) {
    loadConfig(widget, proxy);
    preloadTexts(widget);
    await loading;
    if (parts.loadError) throw parts.loadError;
  }
  return (states, showFields) => (form = new CardForm(widget, states, { settings, parts, frame, showFields }));
}

/** Tries what payments do later. Throws if a script of the page has a variable with one of these names. */
function tryGlobals(): void {
  clearTimeout(setTimeout(() => undefined));
  btoa(String.fromCharCode(...new Uint8Array([Date.now()])));
  new AbortController().signal.throwIfAborted();
  new TextEncoder().encode('');
  new EventTarget().dispatchEvent(new CustomEvent('try'));
  const { DateTimeFormat } = Intl;
  const needed = { fetch, removeEventListener, HTMLInputElement, HTMLSelectElement, DateTimeFormat };
  for (const [name, value] of Object.entries<unknown>(needed)) {
    if (typeof value !== 'function') throw new TypeError(`${name} is not that of the browser.`);
  }
}
