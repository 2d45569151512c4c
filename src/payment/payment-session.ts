import { isPaymentError, PaymentError } from '../contract/errors.js';
import type { CheckedAction } from '../contract/next-action.js';
import { createIdempotencyKey } from '../contract/protocol.js';
import { AttemptFollower } from './attempt-follower.js';
import { unsettled } from './attempt-key.js';
import type { AttemptStatus } from './attempt-report.js';
import { AttemptStorage } from './attempt-storage.js';
import { Claims, type Claim } from './claims.js';
import { describeError, type Attempt, type Order, type PaymentOutcome, type PaymentSubmitDetail } from './outcome.js';
import { listenForPaid, nameOf, reportPaid, stopListening, type PaidNews } from './paid-channel.js';
import { orderGuard, type ProxyClient } from './proxy-client.js';
import { failed, type AttemptQuestion, type PayAcceptance, type PayFailure, type PayResult } from './proxy-request.js';
import {
  findUnsettled,
  loadSettling,
  nextAction,
  priceOf,
  sendAttempt,
  toPaymentError,
  type Endpoint,
  type PayableOrder,
  type PayRequest,
} from './send-attempt.js';
import { hasEnded, type CardEnding, type SessionState } from './session-state.js';

/** The result of an order that another tab has paid. */
const PAID_BEFORE = { outcome: 'paid', payment: null, status: 200, mode: undefined, replayed: true } as const;

/** What is known of an outcome beside its result. */
interface OutcomeFacts {
  /** When the attempt began, in ms since 1970. Default: as in the present state, or now. */
  readonly time?: number | undefined;
  /** Whether the outcome is that of an earlier payment. Default: false. */
  readonly restored?: boolean | undefined;
  readonly card?: CardEnding | undefined;
}

/** What the proxy says about an earlier attempt. */
type Found = PaymentOutcome | 'nothing' | 'another order';

/**
 * One payment at a time: `begin()` gives an attempt for an order, the caller asks its page, and `send()` sends it once. An attempt in
 * doubt is followed until it is settled, on the next page too.
 */
export class PaymentSession {
  #state: SessionState = { name: 'idle' };
  #outcome: PaymentOutcome | undefined;
  /** The attempt that may be sent, once. */
  #begun: PaymentSubmitDetail | undefined;
  /** While the state is `checking` or `busy`: how it ends. */
  #ending: Promise<Found> | undefined;
  /** The endpoint of the last order. */
  #endpoint: Endpoint = { proxyUrl: '' };
  #resumed: string | undefined;
  readonly #claims: Claims;
  readonly #follower: AttemptFollower;
  readonly #proxy: ProxyClient;
  readonly #onchange: (state: SessionState) => void;

  /**
   * @param onchange - called after each change, and when following ends
   * @param handedOver - an attempt that the page around a frame names
   */
  constructor(proxy: ProxyClient, onchange: (state: SessionState) => void, handedOver?: Claim) {
    this.#proxy = proxy;
    this.#onchange = onchange;
    this.#claims = new Claims(handedOver);
    this.#follower = new AttemptFollower(proxy);
  }

  get state(): SessionState {
    return this.#state;
  }

  /** The outcome of the state, if it has one. */
  get outcome(): PaymentOutcome | undefined {
    return this.#outcome;
  }

  get attempt(): Attempt | undefined {
    return 'attempt' in this.#state ? this.#state.attempt : undefined;
  }

  get following(): boolean {
    return this.#follower.isFollowing;
  }

  /** Whether the attempt in doubt may turn out not to have been sent, so that the form is kept as it is. */
  get mayReturn(): boolean {
    return this.following && isUnstored(this.#state);
  }

  get #storage(): AttemptStorage {
    return new AttemptStorage(this.#endpoint.proxyUrl);
  }

  /** Returns the outcome that the order has already, once it is known. */
  async recall(order: Order): Promise<PaymentOutcome | undefined> {
    if (hasEnded(this.#state)) return this.#outcome;
    const found = await this.#ending;
    if (found === 'another order') return this.#describe(changedOrder(), order); // the page moved on, and the state stays
    return found === 'nothing' ? undefined : found;
  }

  /** Returns an attempt for `send()`, in place of an earlier one, or the outcome that the order has already. Never rejects. */
  async begin(order: PayableOrder): Promise<PaymentSubmitDetail | PaymentOutcome> {
    const known = await this.recall(order);
    if (known) return known;
    const { amount, currency, reference } = order;
    const submitted = { amount, currency, reference };
    this.#endpoint = endpointOf(order);
    const stored = findUnsettled(this.#storage, order);
    if (stored) {
      // Another form or tab has left the order in doubt.
      this.#check({ ...submitted, idempotencyKey: stored.idempotencyKey }, stored.startedAt);
      return this.begin(order);
    }
    return (this.#begun = { ...submitted, idempotencyKey: createIdempotencyKey() });
  }

  /**
   * Sends an attempt of `begin()`, once. The page may have changed everything meanwhile, but the shopper agreed to one price of one
   * order. Never rejects.
   */
  send(attempt: PaymentSubmitDetail, request: PayRequest): Promise<PaymentOutcome> {
    const isSame = isSameOrder(request.order, attempt) && request.proxyUrl === this.#endpoint.proxyUrl;
    if (attempt !== this.#begun || !isSame) return Promise.resolve(this.fail(changedOrder(), attempt));
    this.#endpoint = endpointOf(request);
    const time = Date.now();
    const ending = Promise.resolve().then(() => this.#exchange(attempt, request, time));
    this.#enter({ name: 'busy', attempt, time }, undefined, ending);
    return ending;
  }

  async #exchange(attempt: PaymentSubmitDetail, request: PayRequest, startedAt: number): Promise<PaymentOutcome> {
    const onUnclear = () => {
      if (this.#state.name === 'busy') this.#enter({ ...this.#state, isUnclear: true }, undefined, this.#ending);
    };
    const sent = await sendAttempt({ request, attempt, startedAt, onUnclear }, this.#proxy, this.#storage);
    if (isPaymentError(sent)) return this.#fail(sent, attempt, false);
    if (sent === 'paid') return this.settle(attempt, PAID_BEFORE);
    const result = await this.#readAction(sent, attempt);
    return this.settle(attempt, result, { time: Date.now(), card: request.card });
  }

  /** Ends what was not sent. An attempt that is not the one to send leaves the state. */
  fail(cause: unknown, order: Order | Attempt): PaymentOutcome {
    const isOther = 'idempotencyKey' in order && order !== this.#begun;
    return isOther ? this.#describe(toPaymentError(cause), order) : this.#fail(cause, order, false);
  }

  #fail(cause: unknown, order: Order | Attempt, wasSent: boolean, restored?: boolean): PaymentOutcome {
    const error = toPaymentError(cause);
    const outcome = this.#describe(error, order, restored);
    this.#follower.stop();
    this.#enter({ name: 'failed', code: error.code, wasSent }, outcome);
    return outcome;
  }

  #describe(error: PaymentError, order: Order | Attempt, restored?: boolean): PaymentOutcome {
    return { outcome: 'failed', ...describeError(error, order, this.#proxy.mode, restored) };
  }

  /** Looks for an earlier attempt of the order, once. */
  resume({ amount, currency, reference, ...endpoint }: Order & Endpoint): void {
    const { proxyUrl } = endpoint;
    const name = nameOf(proxyUrl, reference);
    const isNews = this.#claims.hasNewsOf(proxyUrl, reference);
    if (this.#isRunning || !currency || (name === this.#resumed && !isNews)) return;
    this.#resumed = name;
    this.#endpoint = endpoint;
    const saved = this.#storage.find(reference);
    const claim = this.#claims.take(proxyUrl, reference, saved?.idempotencyKey);
    const found = claim ?? saved;
    const order = { amount, currency, reference };
    if (found) this.#check({ ...order, idempotencyKey: found.idempotencyKey }, found.startedAt, claim !== undefined);
    else void this.#recallPaid(order);
  }

  get #isRunning(): boolean {
    return this.attempt !== undefined || this.#begun !== undefined;
  }

  /** Best effort. At another price, `begin()` decides. */
  async #recallPaid(order: Order & Pick<Attempt, 'currency'>): Promise<void> {
    const resumed = this.#resumed; // with the proxy
    const { proxyUrl } = this.#endpoint;
    await this.#proxy.loadConfig(proxyUrl);
    if (this.#proxy.capabilities.idempotency) return; // it knows what is paid
    const price = await orderGuard
      .load()
      .then(({ paidOrders }) => paidOrders.find(proxyUrl, order.reference))
      .catch(() => undefined);
    if (price !== priceOf(order, this.#proxy) || resumed !== this.#resumed || this.#isRunning) return;
    const attempt = { ...order, idempotencyKey: createIdempotencyKey() };
    const { mode } = this.#proxy;
    const outcome = { outcome: 'paid', ...attempt, mode, status: 200, payment: null, restored: true } as const;
    this.#enter({ name: 'paid', attempt, time: Date.now(), isKept: true }, outcome);
  }

  listen(): void {
    listenForPaid(this.#receive);
  }

  /** `resume()` asks the proxy once the page's order is known, and no attempt runs. */
  readonly #receive = (news: PaidNews): void => {
    this.#claims.receive(news);
    if (!this.#isRunning) this.#onchange(this.#state);
  };

  follow(): void {
    const { state } = this;
    if (state.name !== 'unknown' && state.name !== 'pending') return;
    const onend = (status: AttemptStatus | undefined) => void this.#onReport(status);
    void this.#follower.follow(this.#question(state.attempt), state, onend);
  }

  async #onReport(status: AttemptStatus | undefined): Promise<void> {
    const { state } = this;
    if (!status || !hasEnded(state)) {
      this.#onchange(state);
    } else if (status.state === 'not_found') {
      this.#endUnsent(state.attempt, status.error);
    } else if (status.result) {
      const result = await this.#readAction(status.result, state.attempt);
      if (this.#state !== state) return;
      // After a conflict, the report is about another attempt, which may have another price.
      const isOther = state.name === 'unknown' && state.code === 'conflict';
      const price = { ...(isOther && { amount: undefined }), ...status.price };
      this.settle({ ...state.attempt, ...price }, result, { restored: status.state === 'accepted' }); // goes on by the button
    }
  }

  stopFollowing(): void {
    stopListening(this.#receive);
    this.#follower.stop();
  }

  /** The next `resume()` looks up the order again, and an action may be done. */
  comeBack(): void {
    const { state } = this;
    this.#resumed = undefined;
    if (state.name === 'pending' && state.action) this.#check(state.attempt, state.time);
  }

  /** Returns false while an attempt runs, and while the same order is in doubt. */
  reset(reference: string | undefined): boolean {
    const { state } = this;
    if (this.#begun || state.name === 'busy') return false;
    if ('attempt' in state && state.attempt.reference === reference) {
      if (state.name !== 'paid') return false;
      if (!state.isKept) this.#forget(state.attempt);
    }
    this.#claims.forgetNews();
    this.#resumed = undefined;
    this.#open();
    return true;
  }

  retryAnyway(): void {
    if (this.#state.name !== 'unknown') return;
    this.#forget(this.#state.attempt);
    this.#open();
  }

  #forget(attempt: Attempt): void {
    this.#storage.remove(attempt);
    this.#rememberPaid(attempt.reference);
  }

  /** Best effort. Without a price, the order is forgotten. */
  #rememberPaid(reference: string | undefined, price?: string): void {
    if (this.#proxy.capabilities.idempotency) return;
    const { proxyUrl } = this.#endpoint;
    void orderGuard
      .load()
      .then(({ paidOrders: { add, remove } }) =>
        price === undefined ? remove(proxyUrl, reference) : add(proxyUrl, reference, price),
      )
      .catch(() => undefined);
  }

  #question({ idempotencyKey }: Attempt): AttemptQuestion {
    const { proxyUrl, interpretResponse } = this.#endpoint;
    return { ...this.#proxy.address(proxyUrl), interpretResponse, idempotencyKey };
  }

  /** `undefined` if the proxy does not support the question, or does not respond. */
  async #ask(question: AttemptQuestion): Promise<AttemptStatus | undefined> {
    if (!(await this.#proxy.canTell(question.proxyUrl))) return undefined;
    const settling = await loadSettling(0, { after: question }).catch(() => undefined);
    return settling?.askAttempt({ ...question, binds: this.#proxy.capabilities.binding });
  }

  /** @param isClaim - what the proxy does not confirm is forgotten, with its key */
  #check(attempt: Attempt, time: number, isClaim = false): void {
    this.#follower.stop(); // there is one answer
    const state: SessionState = { name: 'checking', attempt, time };
    this.#enter(
      state,
      undefined,
      Promise.resolve().then(() => this.#find(state, isClaim)),
    );
  }

  async #find(state: Extract<SessionState, { name: 'checking' }>, isClaim: boolean): Promise<Found> {
    const { attempt, time } = state;
    const status = await this.#ask(this.#question(attempt));
    const result = status?.result && (await this.#readAction(status.result, attempt));
    if (this.#state !== state) return 'another order';
    // The storage and the channel belong to all scripts of the origin: the attempt may be that of another order.
    const isOther = status?.reference !== undefined && status.reference !== attempt.reference?.normalize();
    const isUnconfirmed = isClaim && (!status || status.state === 'no_answer' || status.state === 'unproven');
    if (isOther || isUnconfirmed || status?.state === 'not_found') {
      if (!isUnconfirmed) this.#storage.remove(attempt);
      this.#enter({ name: 'idle' });
      if (isUnconfirmed) void this.#recallPaid(attempt); // it may be a proxy that cannot tell
      return 'nothing';
    }
    const isNew = isClaim && attempt.reference && !this.#storage.find(attempt.reference);
    if (isNew) this.#storage.save({ ...attempt, startedAt: time }); // a reload finds it again
    // The price may have changed since: only the proxy knows the amount of the attempt.
    const found = { ...attempt, amount: undefined, ...status?.price };
    const known = isClaim && result && 'payment' in result ? { ...result, payment: null } : result;
    return this.settle(found, known ?? failed(unsettled()), { restored: true });
  }

  /** In doubt if its action is refused: the service has the payment. */
  async #readAction(result: PayResult, { reference }: Attempt): Promise<PayResult> {
    if (!('action' in result)) return result;
    try {
      const { readAction } = await nextAction.load();
      return { ...result, action: readAction(result.action, reference, this.#endpoint.actionOrigins) };
    } catch (cause) {
      return failed(new PaymentError('action_refused', (cause as Error).message, { cause }), result.mode, true);
    }
  }

  /** Enters the state of a result. */
  settle(attempt: Attempt, result: PayResult, facts: OutcomeFacts = {}): PaymentOutcome {
    this.#proxy.hear(result.mode);
    if (result.outcome === 'paid') this.#rememberPaid(attempt.reference, priceOf(attempt, this.#proxy));
    const time = facts.time ?? ('time' in this.#state ? this.#state.time : Date.now());
    const known = { restored: false, ...facts, time };
    return 'error' in result ? this.#refuse(attempt, result, known) : this.#accept(attempt, result, known);
  }

  #refuse(attempt: Attempt, result: PayFailure, { time, restored }: KnownFacts): PaymentOutcome {
    const { outcome: kind, error, isRecorded } = result;
    if (kind === 'not_charged') {
      this.#forget(attempt);
      return this.#fail(error, attempt, true, restored);
    }
    const outcome = { outcome: 'unknown', ...describeError(error, attempt, this.#proxy.mode, restored) } as const;
    this.#enter({ name: 'unknown', attempt, time, code: error.code, isRecorded }, outcome);
    return outcome;
  }

  #accept(attempt: Attempt, result: PayAcceptance, { time, restored, card }: KnownFacts): PaymentOutcome {
    const { replayed, action: checked, ...answer } = result;
    const shared = { ...attempt, mode: this.#proxy.mode, restored };
    const state = { name: answer.outcome, attempt, time, card: replayed ? undefined : card }; // the card of that request may differ
    const action = checked as CheckedAction | undefined;
    const afterAction = this.#storage.markAction(attempt, action !== undefined);
    if (action) {
      const outcome = { outcome: 'action_required', ...shared, action } as const;
      this.#enter({ ...state, action, since: Date.now() }, outcome);
      return outcome;
    }
    const outcome = { ...answer, ...shared, ...(afterAction && { afterAction }) };
    this.#enter(state, outcome);
    if (outcome.outcome === 'paid') reportPaid(this.#endpoint.proxyUrl, outcome, this.#receive);
    return outcome;
  }

  /** The proxy sends no payment with this key any more. */
  #endUnsent(attempt: Attempt, reason?: PaymentError): void {
    this.#forget(attempt);
    const text = 'The proxy could not store the attempt. Nothing was sent.';
    const error = isUnstored(this.#state) ? new PaymentError('store_unavailable', text) : reason;
    if (error) this.#fail(error, attempt, true);
    else this.#open();
  }

  #open(): void {
    this.#follower.stop();
    this.#enter({ name: 'idle' });
  }

  /** An attempt is over before the page receives its event: a listener may pay again. */
  #enter(state: SessionState, outcome?: PaymentOutcome, ending?: Promise<Found>): void {
    this.#state = state;
    this.#outcome = outcome;
    this.#ending = ending;
    this.#begun = undefined;
    this.follow();
    this.#onchange(state);
  }
}

type KnownFacts = OutcomeFacts & { readonly time: number; readonly restored: boolean };

/** Without the card. */
function endpointOf({ proxyUrl, interpretResponse, actionOrigins }: Endpoint): Endpoint {
  return { proxyUrl, interpretResponse, actionOrigins };
}

function isSameOrder(one: Order, other: Order): boolean {
  return one.amount === other.amount && one.currency === other.currency && one.reference === other.reference;
}

/** Whether no proxy may have stored the attempt, and so none has sent it. */
function isUnstored(state: SessionState): boolean {
  return state.name === 'unknown' && state.code === 'store_unavailable';
}

function changedOrder(): PaymentError {
  return new PaymentError('submit_prevented', 'The page has changed the order. Nothing was sent.');
}
