import { isPaymentError, PaymentError } from '../contract/errors.js';
import { createIdempotencyKey } from '../contract/protocol.js';
import { AttemptFollower } from './attempt-follower.js';
import { unsettled } from './attempt-key.js';
import type { AttemptStatus } from './attempt-report.js';
import { AttemptStorage } from './attempt-storage.js';
import { Claims, type Claim } from './claims.js';
import { conclude } from './conclusion.js';
import { describeError, type Attempt, type Order, type PaymentOutcome, type PaymentSubmitDetail } from './outcome.js';
import { listenForPaid, nameOf, reportPaid, stopListening, type PaidNews } from './paid-channel.js';
import { PaidMemory } from './paid-memory.js';
import type { ProxyClient } from './proxy-client.js';
import { failed, type AttemptQuestion, type PayResult } from './proxy-request.js';
import {
  findUnsettled,
  readAction,
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

type Checking = Extract<SessionState, { name: 'checking' }>;

/** What the proxy says about an earlier attempt. */
type Found = PaymentOutcome | 'nothing' | 'another order';

interface Present {
  readonly state: SessionState;
  readonly outcome?: PaymentOutcome | undefined;
  /** How the state ends, while it is `checking` or `busy`. */
  readonly ending?: Promise<Found> | undefined;
}

/**
 * One payment at a time: `begin()` gives an attempt for an order, the caller asks its page, and `send()` sends it once. An attempt in
 * doubt is followed until it is settled, on the next page too.
 */
export class PaymentSession {
  #present: Present = { state: { name: 'idle' } };
  /** The attempt that may be sent, once. */
  #begun: PaymentSubmitDetail | undefined;
  /** The endpoint of the last order. */
  #endpoint: Endpoint = { proxyUrl: '' };
  #resumed: string | undefined;
  readonly #claims: Claims;
  readonly #follower: AttemptFollower;
  readonly #memory: PaidMemory;
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
    this.#memory = new PaidMemory(proxy);
  }

  get state(): SessionState {
    return this.#present.state;
  }

  /** The outcome of the state, if it has one. */
  get outcome(): PaymentOutcome | undefined {
    return this.#present.outcome;
  }

  get attempt(): Attempt | undefined {
    return 'attempt' in this.state ? this.state.attempt : undefined;
  }

  get following(): boolean {
    return this.#follower.isFollowing;
  }

  /** Whether the attempt in doubt may turn out not to have been sent, so that the form is kept as it is. */
  get mayReturn(): boolean {
    return this.following && isUnstored(this.state);
  }

  get #storage(): AttemptStorage {
    return new AttemptStorage(this.#endpoint.proxyUrl);
  }

  /** Returns the outcome that the order has already, once it is known. */
  async recall(order: Order): Promise<PaymentOutcome | undefined> {
    if (hasEnded(this.state)) return this.outcome;
    const found = await this.#present.ending;
    if (found === 'another order') return this.#describe(changedOrder(), order); // the page moved on, and the state stays
    return found === 'nothing' ? undefined : found;
  }

  /** Returns an attempt for `send()`, in place of an earlier one, or the outcome that the order has already. Never rejects. */
  async begin(order: PayableOrder): Promise<PaymentSubmitDetail | PaymentOutcome> {
    const known = await this.recall(order);
    if (known) return known;
    if (this.attempt) return this.begin(order); // another call has begun it meanwhile
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
      if (this.state.name === 'busy') this.#enter({ ...this.state, isUnclear: true }, undefined, this.#present.ending);
    };
    const sent = await sendAttempt({ request, attempt, startedAt, onUnclear }, this.#proxy, this.#storage);
    if (isPaymentError(sent)) return this.#fail(sent, attempt, false);
    if (sent === 'paid') return this.settle(attempt, PAID_BEFORE);
    const result = await this.#readAction(sent, attempt);
    return this.settle(attempt, result, { time: Date.now(), card: request.card });
  }

  /** Ends what was not sent. The state stays if the attempt is not the one to send. */
  fail(cause: unknown, order: Order | Attempt): PaymentOutcome {
    const isOther = 'idempotencyKey' in order && order !== this.#begun;
    return isOther ? this.#describe(toPaymentError(cause), order) : this.#fail(cause, order, false);
  }

  #fail(cause: unknown, order: Order | Attempt, wasSent: boolean): PaymentOutcome {
    const error = toPaymentError(cause);
    const outcome = this.#describe(error, order);
    this.#enter({ name: 'failed', code: error.code, wasSent }, outcome);
    return outcome;
  }

  #describe(error: PaymentError, order: Order | Attempt): PaymentOutcome {
    return { outcome: 'failed', ...describeError(error, order, this.#proxy.mode) };
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

  /** Best effort: this browser may remember that the order was paid. At another price, `begin()` decides. */
  async #recallPaid(order: Order & Pick<Attempt, 'currency'>): Promise<void> {
    const resumed = this.#resumed; // the name of proxy and order
    const { proxyUrl } = this.#endpoint;
    await this.#proxy.loadConfig(proxyUrl);
    const wasPaid = await this.#memory.wasPaid(proxyUrl, order);
    if (!wasPaid || resumed !== this.#resumed || this.#isRunning) return;
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
    if (!this.#isRunning) this.#onchange(this.state);
  };

  follow(): void {
    const { state } = this;
    if (state.name !== 'unknown' && state.name !== 'pending') {
      this.#follower.stop();
      return;
    }
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
      if (this.state !== state) return;
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
    this.#enter({ name: 'idle' });
    return true;
  }

  retryAnyway(): void {
    if (this.state.name !== 'unknown') return;
    this.#forget(this.state.attempt);
    this.#enter({ name: 'idle' });
  }

  #forget(attempt: Attempt): void {
    this.#storage.remove(attempt);
    this.#memory.forget(this.#endpoint.proxyUrl, attempt);
  }

  #question({ idempotencyKey }: Attempt): AttemptQuestion {
    const { proxyUrl, interpretResponse } = this.#endpoint;
    return { ...this.#proxy.address(proxyUrl), interpretResponse, idempotencyKey };
  }

  /** @param isClaim - what the proxy does not confirm is forgotten, with its key */
  #check(attempt: Attempt, time: number, isClaim = false): void {
    const state: Checking = { name: 'checking', attempt, time };
    this.#enter(
      state,
      undefined,
      Promise.resolve().then(() => this.#find(state, isClaim)),
    );
  }

  async #find(state: Checking, isClaim: boolean): Promise<Found> {
    const { attempt } = state;
    const status: AttemptStatus = (await this.#follower.ask(this.#question(attempt))) ?? { state: 'no_answer' };
    const result = status.result && (await this.#readAction(status.result, attempt));
    if (this.state !== state) return 'another order';
    // The storage and the channel belong to all scripts of the origin: the attempt may be that of another order.
    const isOther = status.reference !== undefined && status.reference !== attempt.reference?.normalize();
    const isUnconfirmed = isClaim && (status.state === 'no_answer' || status.state === 'unproven');
    if (isOther || isUnconfirmed || status.state === 'not_found') {
      if (!isUnconfirmed) this.#storage.remove(attempt);
      this.#enter({ name: 'idle' });
      if (isUnconfirmed) void this.#recallPaid(attempt); // it may be a proxy that cannot tell
      return 'nothing';
    }
    return this.#restore(state, status, result, isClaim);
  }

  #restore(
    { attempt, time }: Checking,
    { price }: AttemptStatus,
    result: PayResult | undefined,
    isClaim: boolean,
  ): PaymentOutcome {
    const isNew = isClaim && attempt.reference && !this.#storage.find(attempt.reference);
    if (isNew) this.#storage.save({ ...attempt, startedAt: time }); // a reload finds it again
    // The price may have changed since: only the proxy knows the amount of the attempt.
    const found = { ...attempt, amount: undefined, ...price };
    const known = isClaim && result && 'payment' in result ? { ...result, payment: null } : result;
    return this.settle(found, known ?? failed(unsettled()), { restored: true });
  }

  #readAction(result: PayResult, { reference }: Attempt): PayResult | Promise<PayResult> {
    return 'action' in result ? readAction(result, reference, this.#endpoint.actionOrigins) : result;
  }

  /** Enters the state of a result. */
  settle(attempt: Attempt, result: PayResult, facts: OutcomeFacts = {}): PaymentOutcome {
    const { proxyUrl } = this.#endpoint;
    this.#proxy.hear(result.mode);
    if (result.outcome === 'paid') this.#memory.remember(proxyUrl, attempt);
    if (result.outcome === 'not_charged') this.#forget(attempt);
    const time = facts.time ?? ('time' in this.state ? this.state.time : Date.now());
    const isAction = 'action' in result && result.action !== undefined;
    const afterAction = !('error' in result) && this.#storage.markAction(attempt, isAction);
    const known = { restored: false, ...facts, time, afterAction, mode: this.#proxy.mode };
    const { state, outcome } = conclude(attempt, result, known);
    this.#enter(state, outcome);
    if (outcome.outcome === 'paid') reportPaid(proxyUrl, outcome, this.#receive);
    return outcome;
  }

  /** The proxy sends no payment with this key any more. */
  #endUnsent(attempt: Attempt, reason?: PaymentError): void {
    this.#forget(attempt);
    const text = 'The proxy could not store the attempt. Nothing was sent.';
    const error = isUnstored(this.state) ? new PaymentError('store_unavailable', text) : reason;
    if (error) this.#fail(error, attempt, true);
    else this.#enter({ name: 'idle' });
  }

  /** An attempt is over before the page receives its event: a listener may pay again. */
  #enter(state: SessionState, outcome?: PaymentOutcome, ending?: Promise<Found>): void {
    this.#present = { state, outcome, ending };
    this.#begun = undefined;
    this.follow();
    this.#onchange(state);
  }
}

/** Drops the other members of a request, such as the card. */
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
