import {
  PAYMENTS_MODE,
  PaymentError,
  canonicalReference,
  createIdempotencyKey,
  currencyExponent,
  isAmount,
  type Mode,
} from 'payment-widget/contract';
import type { Clock } from 'payment-widget/contract';
import type {
  Attempt,
  Form,
  Order,
  PaymentOutcome,
  PaymentReadyDetail,
  PaymentSubmitDetail,
  PayRequest,
  PaymentState,
  PaymentWidget,
  ProxyCapabilities,
} from 'payment-widget/internal';
import {
  PaymentChangeEvent,
  PaymentFieldEvent,
  PaymentReadyEvent,
  PaymentSession,
  ProxyClient,
  askPage,
  createOutcomeEvent,
  defineSettings,
  type ElementSettings,
} from 'payment-widget/internal';
import { FakeWidgetError, readOutcome, type FakeOutcome } from './fake-outcome.js';

export type { PaymentOutcome, PaymentWidget };

/** Options of {@link createFakeWidget}: the settings of the element as properties, such as `reference` and `amount`. */
export interface FakeWidgetOptions extends ElementSettings {
  /**
   * The element that the code under test has rendered, in jsdom or happy-dom.
   * @default a new element with `proxyUrl: '/pay'`, `amount: 4999`, `currency: 'EUR'` and `reference: 'order-1042'`, which is not in
   * the document
   */
  readonly element?: Element | null;
}

/** Controls an element in place of the shopper, the proxy and the service. */
export interface FakeWidget {
  /** The element, with the properties and methods of the real one. It fires the event classes of `payment-widget`. */
  readonly element: PaymentWidget;

  /**
   * The form is ready: dispatches `payment-ready`. The state was `loading` before.
   * @param detail - `mode`: default the `mode` of the element, or else `test`. `capabilities`: default all `true`.
   */
  ready(detail?: { readonly mode?: Mode; readonly capabilities?: Partial<PaymentReadyDetail['capabilities']> }): void;

  /**
   * The shopper fills in the form: dispatches `payment-change`. At first the form is valid, without an event. As the real one, it is
   * empty after a decline, after any other outcome but a failure, and after `reset()`. Then `submit()` fails with `validation_failed`.
   * @param detail - `valid`: default `true`. `complete`: default `valid`. `brand`: default `visa`, or none if not valid.
   */
  change(detail?: Partial<PaymentChangeEvent['detail']>): void;

  /** The shopper enters or leaves a field, or sees an error of it: dispatches `payment-field`. */
  field(detail: PaymentFieldEvent['detail']): void;

  /**
   * Sets how the next attempt ends. Called several times, it sets the attempts after that. Other attempts are `paid`.
   * @param outcome - the state is `busy` until a promise of an outcome is resolved. If it rejects, the outcome is unknown.
   * @throws {FakeWidgetError} for an outcome that the element never reports
   */
  next(outcome: FakeOutcome | PromiseLike<FakeOutcome>): void;

  /**
   * The shopper fills in the form, if it is not valid, and presses Pay. Dispatches `payment-submit`, and waits for `waitUntil()`. Then
   * dispatches the event of the outcome.
   * As `element.submit()`, it sends nothing while an attempt runs, or after any outcome but a certain failure.
   * @param outcome - of this attempt. Default: that of `next()`, or else `paid`.
   * @returns the outcome, as `submit()` of the element
   * @throws {FakeWidgetError} for an outcome that the element never reports
   */
  pay(outcome?: FakeOutcome): Promise<PaymentOutcome>;

  /**
   * The outcome of an attempt that is `unknown`, `pending` or at the bank becomes known: dispatches its event.
   * @throws {FakeWidgetError} if there is no such attempt
   */
  settle(outcome: FakeOutcome): void;

  /**
   * The page was reloaded after an attempt: dispatches the event of its outcome with `restored: true`.
   * @throws {FakeWidgetError} if the element has an attempt that did not fail
   */
  restore(outcome: FakeOutcome): void;
}

type Planned = FakeOutcome | PromiseLike<FakeOutcome>;

const ORDER = { proxyUrl: '/pay', amount: 4999, currency: 'EUR', reference: 'order-1042' } as const;

/**
 * Creates an element for unit tests in jsdom or happy-dom, or takes control of an element in the page. It shows nothing and sends nothing.
 * It fires the event classes of `payment-widget` with complete details, in the order of the real element. It never leaves the page.
 * @throws {FakeWidgetError} if `element` is not a `<payment-widget>`, or `payment-widget/define` has defined the real element, as in a
 *   browser
 */
export function createFakeWidget({ element: given, ...settings }: FakeWidgetOptions = {}): FakeWidget {
  const element = readElement(given === undefined ? document.createElement('payment-widget') : given);
  defineSettings(element);
  Object.assign(element, given === undefined ? { ...ORDER, ...settings } : settings);
  const fake = new FakeControls(element);
  replaceMembers(element, fake);
  return fake;
}

/** The proxy of a fake. The session asks it for nothing by itself. */
class FakeProxy extends ProxyClient {
  readonly #fetch: () => Promise<unknown>;

  constructor(fetch: () => Promise<unknown>, element: PaymentWidget) {
    super(
      () => undefined,
      () => undefined,
      () => element.mode,
    );
    this.#fetch = fetch;
  }

  override get capabilities(): ProxyCapabilities {
    return { idempotency: true, recovery: false, binding: false };
  }

  override get neverTells(): boolean {
    return true;
  }

  /** A fake sends no card. */
  override get refusal(): undefined {
    return undefined;
  }

  override ensureConfig(): undefined {
    return undefined;
  }

  /** The clock stands still, since an attempt takes as long as the test wants. */
  override address(proxyUrl: string): ReturnType<ProxyClient['address']> {
    const clock: Clock = { now: () => 0, random: () => 0, sleep: () => new Promise(() => undefined) };
    const options = { proxyUrl, fetch: this.#fetch as typeof fetch, clock };
    return options;
  }
}

class FakeControls implements FakeWidget, Form {
  readonly element: PaymentWidget;
  readonly proxy: FakeProxy;
  isValid = true;
  readonly #session: PaymentSession;
  readonly #reported = new WeakSet<PaymentOutcome>();
  /** Keeps apart what the sessions of a browser share for an order. */
  readonly #id = createIdempotencyKey();
  readonly #planned: Planned[] = [];
  /** The origins of the actions that the test has given. */
  readonly #actionOrigins: string[] = [];
  #given: Planned | undefined;
  #isReady = false;
  #isRunning = false;
  #paying: Promise<PaymentOutcome> | undefined;
  #isAsking = false;
  #hasWaited = false;
  #ending: ReturnType<typeof readOutcome> | undefined;

  constructor(element: PaymentWidget) {
    this.element = element;
    this.proxy = new FakeProxy(() => this.#answer(), element);
    this.#session = new PaymentSession(this.proxy, () => {
      this.#onchange();
    });
  }

  get valid(): boolean {
    return this.isValid;
  }

  get reportedMode(): Mode | undefined {
    return this.proxy.reportedMode;
  }

  validate(): boolean {
    return this.isValid;
  }

  diagnose(): Promise<[]> {
    return Promise.resolve([]);
  }

  get state(): PaymentState {
    const { state } = this.#session;
    if (state.name === 'checking') return 'loading';
    if (this.#isAsking && this.#hasWaited) return 'busy';
    if (state.name === 'failed') {
      const { code } = state;
      if (code === 'submit_prevented' ? this.#hasWaited : code !== 'validation_failed' && code !== 'disabled')
        return 'failed';
    } else if (state.name !== 'idle') return state.name;
    return this.#isReady ? 'ready' : 'loading';
  }

  ready({ mode, capabilities }: Parameters<FakeWidget['ready']>[0] = {}): void {
    this.#isReady = true;
    this.proxy.reportedMode = mode ?? this.proxy.expectedMode ?? 'test';
    const detail = { idempotency: true, recovery: true, binding: true, ...capabilities };
    this.element.dispatchEvent(new PaymentReadyEvent({ mode: this.proxy.reportedMode, capabilities: detail }));
  }

  change({ valid = true, complete = valid, ...rest }: Partial<PaymentChangeEvent['detail']> = {}): void {
    this.isValid = valid;
    const brand = 'brand' in rest ? rest.brand : valid ? 'visa' : undefined;
    this.element.dispatchEvent(new PaymentChangeEvent({ valid, complete, brand }));
  }

  field(detail: PaymentFieldEvent['detail']): void {
    this.element.dispatchEvent(new PaymentFieldEvent(detail));
  }

  next(outcome: Planned): void {
    if (!(typeof outcome === 'object' && 'then' in outcome)) readOutcome(outcome);
    this.#planned.push(outcome);
  }

  pay(outcome?: FakeOutcome): Promise<PaymentOutcome> {
    if (outcome) readOutcome(outcome);
    if (!this.isValid && this.#isFree) this.change();
    return this.#submit(outcome);
  }

  submit(): Promise<PaymentOutcome> {
    return this.#submit();
  }

  #submit(outcome?: FakeOutcome): Promise<PaymentOutcome> {
    if (this.#isFree) {
      this.#isRunning = true;
      this.#given = outcome;
      this.#hasWaited = false;
      this.#paying = this.#pay();
    }
    return this.#paying ?? this.#pay(); // a restored attempt has no promise yet
  }

  async #pay(): Promise<PaymentOutcome> {
    const session = this.#session;
    const earlier = await session.recall(this.#order); // the page may add listeners after submit()
    if (earlier) return earlier;
    let attempt: PaymentSubmitDetail | undefined;
    try {
      const request = this.#collect();
      const begun = await session.begin({ ...request.order, ...request });
      if ('outcome' in begun) return begun;
      attempt = begun;
      this.#isAsking = true;
      const hasWaited = await askPage(this.element, attempt, () => (this.#hasWaited = true));
      return await session.send(attempt, hasWaited ? this.#collect(request.order) : request);
    } catch (error) {
      return session.fail(error, attempt ?? this.#order);
    }
  }

  settle(outcome: FakeOutcome): void {
    const ending = readOutcome(outcome);
    const { state, attempt } = this.#session;
    if (!attempt || (this.state !== 'pending' && this.state !== 'unknown')) {
      throw new FakeWidgetError(`The state is ${this.state}. Expected pending or unknown, to settle it.`);
    }
    const wasAtBank = state.name === 'pending' && state.action !== undefined;
    this.#settle(attempt, { ...ending, afterAction: ending.afterAction || wasAtBank }, false);
  }

  restore(outcome: FakeOutcome): void {
    const ending = readOutcome(outcome);
    if (!this.#isFree) throw new FakeWidgetError(`The state is ${this.state}. Expected an element that has not paid.`);
    const { currency = '', ...order } = this.#order;
    this.#settle({ ...order, currency, idempotencyKey: createIdempotencyKey() }, ending, true);
  }

  reset(): void {
    if (this.#session.reset(this.#order.reference)) this.#empty();
  }

  #settle(attempt: Attempt, ending: ReturnType<typeof readOutcome>, restored: boolean): void {
    this.#ending = ending;
    this.#session.settle(attempt, { ...ending.result, mode: this.#mode }, { restored });
  }

  get #isFree(): boolean {
    return !this.#isRunning && !this.#session.attempt;
  }

  get #mode(): Mode {
    return this.proxy.mode ?? 'test';
  }

  get #order(): Order {
    const { amount, currency, reference } = this.element;
    return { amount, currency, reference: reference ? canonicalReference(reference) : undefined };
  }

  /** Jest has no `Response` in jsdom. */
  async #answer(): Promise<Partial<Response>> {
    const planned = this.#given ?? this.#planned.shift() ?? 'paid';
    this.#ending = await Promise.resolve(planned)
      .then(readOutcome)
      .catch((cause: unknown) => readOutcome({ outcome: 'unknown', cause }));
    const { result } = this.#ending;
    if ('action' in result) this.#actionOrigins.push(new URL(result.action.url).origin);
    const headers = { get: (name: string) => (name === PAYMENTS_MODE ? this.#mode : null) };
    return { status: 200, headers: headers as Headers, text: () => Promise.resolve('{}') };
  }

  #collect(agreed?: Order): PayRequest {
    const { amount, currency = '', reference } = this.#order;
    const { proxyUrl, disabled } = this.element;
    if (!proxyUrl) throw new PaymentError('missing_proxy_url', 'proxy-url is missing.');
    if (currencyExponent(currency) === undefined) {
      throw new PaymentError('invalid_currency', `currency is "${currency}".`);
    }
    if (disabled) throw new PaymentError('disabled', 'The form is disabled.');
    if (!this.isValid || !isAmount(amount)) {
      const fieldErrors = { [this.isValid ? 'amount' : 'card-number']: 'This fake field is empty.' };
      const message = 'The fake form is invalid. Call change() of the fake first, as a shopper who fills it in.';
      throw new PaymentError('validation_failed', message, { fieldErrors });
    }
    const order = { amount, currency, reference };
    if (agreed && (amount !== agreed.amount || currency !== agreed.currency)) {
      throw new PaymentError('amount_changed', 'The price differs from the price on the button.', { cause: order });
    }
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2099, cvc: '123' };
    return {
      order,
      proxyUrl: `${proxyUrl}#${this.#id}`,
      payment: { ...order, payment_method: { type: 'card', card } },
      card: { brand: undefined, lastDigits: '' },
      timeout: Infinity,
      credentials: 'same-origin',
      buildRequest: undefined,
      interpretResponse: () => {
        const { result } = this.#ending ?? readOutcome('paid');
        return 'action' in result ? { outcome: 'action_required', action: result.action } : result.outcome;
      },
      actionOrigins: this.#actionOrigins,
    };
  }

  /** An attempt is over before the page receives its event: a listener may pay again. */
  #onchange(): void {
    const { outcome } = this.#session;
    this.#isAsking = false;
    if (!outcome || this.#reported.has(outcome)) return;
    this.#reported.add(outcome);
    this.#isRunning = false;
    this.#complete(outcome);
    const code = 'error' in outcome ? outcome.error.code : '';
    const isCardSent = outcome.outcome === 'failed' ? code === 'declined' : code !== 'store_unavailable';
    if (isCardSent) this.#empty();
    this.element.dispatchEvent(createOutcomeEvent(outcome));
  }

  /** Adds what the answer did not carry. */
  #complete(outcome: PaymentOutcome): void {
    const { result, afterAction } = this.#ending ?? {};
    this.#ending = undefined;
    if (!result || 'action' in result) return;
    if ('error' in result) Object.assign(outcome, { error: result.error });
    else Object.assign(outcome, { payment: result.payment, status: result.status }, afterAction && { afterAction });
  }

  #empty(): void {
    if (this.isValid) this.change({ valid: false });
  }
}

/** @throws {FakeWidgetError} if it is not an element that a fake can replace */
function readElement(element: Element | null): PaymentWidget {
  if (element?.localName !== 'payment-widget') {
    throw new FakeWidgetError(`element is ${element?.localName ?? 'missing'}. Expected a <payment-widget>.`);
  }
  const defined = element.ownerDocument.defaultView?.customElements.get('payment-widget');
  if (isReal(element) || isReal(defined?.prototype as object | undefined)) {
    throw new FakeWidgetError(
      'payment-widget/define has defined the real element. In a browser, use payment-widget-testing/element. In jsdom and ' +
        'happy-dom, load the files of the package for Node, such as customExportConditions: ["node"] in Jest.',
    );
  }
  return element as PaymentWidget;
}

const isReal = (element: object = {}): boolean => 'requestUpdate' in element;

function replaceMembers(element: PaymentWidget, fake: FakeControls): void {
  const members = {
    get state(): PaymentState {
      return fake.state;
    },
    get valid() {
      return fake.valid;
    },
    get reportedMode() {
      return fake.reportedMode;
    },
    submit: () => fake.submit(),
    validate: () => fake.validate(),
    reset: () => {
      fake.reset();
    },
    diagnose: () => fake.diagnose(),
    updateComplete: Promise.resolve(true),
  } satisfies Partial<PaymentWidget>;
  Object.defineProperties(element, Object.getOwnPropertyDescriptors(members));
}
