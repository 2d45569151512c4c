import type { PropertyValues, ReactiveController } from 'lit';
import { toMode, type Mode } from '../contract/protocol.js';
import { FormController } from '../form/form-controller.js';
import type { Finding } from '../hints/hints.js';
import { preloadTexts } from '../i18n/language.js';
import type { Claim } from '../payment/claims.js';
import { describeError, type Order, type PaymentOutcome } from '../payment/outcome.js';
import { PaymentSession } from '../payment/payment-session.js';
import { ProxyClient } from '../payment/proxy-client.js';
import type { PayRequest } from '../payment/send-attempt.js';
import { hasEnded, type SessionState } from '../payment/session-state.js';
import { isOrderToken } from '../settings/credential-guard.js';
import { normalizeReference } from '../settings/settings.js';
import { adoptStyles } from './adopt-styles.js';
import { CardFormState } from './card-form-state.js';
import { createFields, createView, type Actions, type Snapshot } from './card-form-view.js';
import { CheckedSettings, type OrderGuard } from './checked-settings.js';
import { collectPayment, endpointOf } from './collect-payment.js';
import { PaymentFailureEvent, type PaymentState } from './events.js';
import type { ShownForm } from './form.js';
import { FormContextSource } from './form-context-source.js';
import { FormHints } from './form-hints.js';
import { FormParts } from './form-parts.js';
import formStyles from './card-form.css?inline';
import { HostListeners } from './host-listeners.js';
import { LiveRegion } from './live-region.js';
import { loadConfig, loadView } from './load-view.js';
import messageStyles from './messages.css?inline';
import { OutcomeReactions } from './outcome-reactions.js';
import { PaymentChangeEvent, PaymentFieldEvent } from './payment-events.js';
import { createActions } from './shopper-actions.js';
import styles from './form.css?inline';
import { Submission, type SubmittedForm } from './submission.js';
import type { Text, TextValues } from './texts.js';
import type { Widget } from './widget-properties.js';
import type { FieldsView, View } from './widget.template.js';

/** What an element in the frame of isolated mode knows of the page around it. */
export interface FrameContext {
  readonly orderGuard: OrderGuard;
  /** An attempt of an earlier frame. */
  handedOver?: Claim | undefined;
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
export class CardForm implements ReactiveController, ShownForm, SubmittedForm {
  readonly widget: Widget;
  readonly settings: CheckedSettings;
  readonly parts: FormParts;
  readonly session: PaymentSession;
  readonly form: FormController;
  readonly #source: FormContextSource;
  readonly #submission: Submission;
  readonly #reactions: OutcomeReactions;
  readonly #state: CardFormState;
  readonly #listeners: HostListeners;
  readonly #actions: Actions;

  constructor(widget: Widget, states: CustomStateSet, { settings, parts, frame, showFields }: Loaded) {
    const liveRegion = new LiveRegion(() => {
      widget.requestUpdate();
    });
    this.widget = widget;
    this.settings = settings;
    this.parts = parts;
    this.session = new PaymentSession(settings.proxy, this.#onSessionChange, frame?.handedOver);
    this.#source = new FormContextSource(widget, settings, parts, liveRegion.announce);
    this.form = new FormController(widget, {
      context: this.#source.context(() => undefined),
      announce: liveRegion.announce,
      dispatch: (detail) =>
        widget.dispatchEvent('field' in detail ? new PaymentFieldEvent(detail) : new PaymentChangeEvent(detail)),
      renderFields: () => {
        showFields(createFields(this.#snapshot()));
      },
    });
    const { form, session } = this;
    this.#submission = new Submission(session, this);
    const hints = new FormHints(widget, settings, session, frame !== undefined);
    const showState = () => {
      this.#state.show();
    };
    this.#reactions = new OutcomeReactions({
      ...{ widget, form, session, settings, parts, liveRegion, hints, showState },
    });
    this.#state = new CardFormState(states, {
      ...{ widget, settings, session },
      ...{ submission: this.#submission, reactions: this.#reactions },
    });
    this.#listeners = new HostListeners(widget, form, {
      oncredential: this.refuseCredential,
      onslotchange: () => {
        if (parts.missing(widget, settings).length > 0) widget.requestUpdate();
      },
      onreturn: () => {
        session.comeBack();
        this.#follow();
      },
      ononline: () => {
        this.#follow();
      },
    });
    this.#actions = createActions({
      ...{ widget, settings, session, form, state: this.#state },
      ...{ submission: this.#submission, reactions: this.#reactions },
    });
    widget.addController(this.#listeners);
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
    const { amount, currency, reference, fields } = this.settings.current ?? {};
    return { amount: fields?.includes('amount') ? this.form.amount : amount, currency, reference };
  }

  get valid(): boolean {
    return this.form.valid;
  }

  get reportedMode(): Mode | undefined {
    return this.settings.proxy.reportedMode;
  }

  text(values?: Partial<TextValues>): Text {
    return this.#source.text(this.form, { order: this.order, ...values });
  }

  hostConnected(): void {
    if (this.hasRendered) this.session.listen();
    this.#follow();
  }

  hostDisconnected(): void {
    this.session.stopFollowing();
  }

  hostMoved(): void {
    const { language } = this.#source;
    language.hostDisconnected();
    language.hostConnected();
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
    this.#reactions.failure = undefined;
    this.#state.show();
    this.widget.requestUpdate();
  }

  /** Reports an outcome, even of an order that the page has left, which the session no longer has. */
  onoutcome(outcome: PaymentOutcome): void {
    this.#reactions.report(outcome);
  }

  readonly #onSessionChange = (state: SessionState): void => {
    const submission = this.#submission;
    const { outcome } = this.session;
    const isNew = outcome !== undefined && !this.#reactions.hasReported(outcome);
    const { order: submitted, isWaiting: hasWaited } = submission;
    if (isNew) submission.end();
    // This file loads in parallel with the file that reads the answer.
    if (state.name === 'busy' && state.isUnclear) void this.parts.problems.tryLoad();
    this.widget.requestUpdate(); // first: a result receives focus once it is rendered
    if (isNew && 'error' in outcome) this.settings.markReported(outcome.error);
    this.#reactions.react(state, { isNew, order: this.order, submitted, hasWaited });
    if (isNew) this.onoutcome(outcome);
  };

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
    const { widget, form } = this;
    const state = this.#state;
    if (form.hasTestCard || state.showsConfig) {
      widget.requestUpdate();
      return;
    }
    form.context = this.#source.context(() => form.country);
    form.recheck();
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
    const { widget, settings, parts, session, form } = this;
    const { failure, hints } = this.#reactions;
    const hasProblem = () => Boolean(failure ?? hints.hint) || form.shown.hasProblems;
    return loadView({
      ...{ widget, settings, parts, session, hasProblem },
      language: this.#source.language,
      onload: this.#state.show,
    });
  }

  willUpdate(changed: PropertyValues<Widget>): void {
    const { session, settings, form, widget } = this;
    const { controls } = this.parts;
    if (changed.has('amount')) form.offer.isNew = true;
    if (!session.attempt) settings.check(widget);
    form.context = this.#source.context(() => form.country);
    if (controls.current && !form.controls) {
      form.controls = new controls.current.SlottedControls(widget);
      void widget.updateComplete.then(() => {
        form.recheck();
      });
    }
    const { current, error } = settings;
    if (!error && !session.attempt) this.#offerAmount();
    const isFree = this.#submission.isIdle || !this.hasRendered; // a submission asks for the order itself
    if (current && !error && widget.isConnected && isFree)
      session.resume({ ...this.order, ...endpointOf(widget, settings, current.proxyUrl) });
    if (form.hasTestCard && settings.proxy.reportedMode === 'live') form.clearCard();
  }

  #offerAmount(): void {
    const { settings, parts, form } = this;
    const amount = settings.current?.amount;
    form.offer.make(amount === undefined ? '' : parts.extra.current?.formatAmount(amount, form.context.rules));
  }

  createView(): View {
    const { widget, settings, session, form } = this;
    const { extra, problems } = this.parts;
    const hasMessage =
      settings.proxy.mode === 'test' || problems.current || form.shown.warning || hasEnded(session.state);
    adoptAll(widget, [
      ...[formStyles, extra.current?.extraStyles, problems.current?.problemStyles],
      hasMessage ? messageStyles : undefined,
    ]);
    return createView(this.#snapshot());
  }

  #snapshot(): Snapshot {
    const { widget, session, settings, parts, form } = this;
    const { proxy } = settings;
    const { isWarned, failure, countdown, liveRegion, hints } = this.#reactions;
    return {
      ...{ session: session.state, following: session.following, mayReturn: session.mayReturn },
      ...{ mode: proxy.mode, reportedMode: proxy.reportedMode, settings, form, failure, isWarned },
      ...{ extra: parts.extra.current, problems: parts.problems.current, networks: this.#source.networks },
      state: this.state,
      order: session.attempt ?? this.order,
      flags: widget,
      address: this.#source.address(form.country),
      formNumber: widget.messages?.form ? 1 : this.#listeners.number,
      pageDirection: this.#source.pageDirection,
      textWith: (values) => this.text(values),
      hint: hints.hint,
      secondsLeft: countdown.seconds,
      announcement: (text, urgent) => liveRegion.read(text, urgent),
      actions: this.#actions,
    };
  }

  updated(): void {
    const { session, settings, form, widget, order } = this;
    const { extra, problems } = this.parts;
    this.#submission.show(order);
    // The page may observe its controls, so they do not change during a render.
    if (problems.current) form.controls?.describe(problems.current.listControlErrors(form, this.text()));
    extra.current?.requestRegions(this.#source.address(form.country), widget);
    const isFirst = this.#state.onRender();
    if (isFirst) {
      if (widget.isConnected) session.listen(); // not earlier: the shopper waits for the form
      void widget.updateComplete.then(() => {
        form.adopt();
      });
    }
    const error = settings.takeUnreported();
    if (error) {
      const detail = describeError(error, session.attempt ?? order, settings.proxy.mode);
      widget.dispatchEvent(new PaymentFailureEvent(detail));
      this.#reactions.hints.give();
    }
    this.#state.dispatchReady();
  }

  readonly refuseCredential = (name: string): void => {
    this.settings.refuseCredential(name);
    this.widget.requestUpdate();
  };

  #follow(): void {
    this.session.follow();
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

function adoptAll(widget: Widget, sheets: readonly (string | undefined)[]): void {
  const { renderRoot, shadowRoot } = widget;
  // A browser removes all styles of an element that is moved to another document.
  if (shadowRoot?.adoptedStyleSheets.length === 0) adoptStyles(shadowRoot, styles);
  for (const sheet of sheets) if (sheet) adoptStyles(renderRoot, sheet);
}
