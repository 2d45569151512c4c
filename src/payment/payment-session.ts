import { isPaymentError, PaymentError } from '../contract/errors.js';
import { createIdempotencyKey } from '../contract/protocol.js';
import { AttemptFollower } from './attempt-follower.js';
import type { AttemptStatus } from './attempt-report.js';
import { AttemptStorage } from './attempt-storage.js';
import { EarlierAttempts, type Claim, type EarlierAttempt } from './earlier-attempts.js';
import { describeError, type Attempt, type Order, type PaymentOutcome, type PaymentSubmitDetail } from './outcome.js';
import { listenForPaid, reportPaid, stopListening, type PaidNews } from './paid-channel.js';
import { PaidMemory } from './paid-memory.js';
import type { ProxyClient } from './proxy-client.js';
import { failed, PAID_BEFORE, type PayResult } from './proxy-request.js';
import {
  isSending,
  sendAttempt,
  toPaymentError,
  type Endpoint,
  type PayableOrder,
  type PayRequest,
} from './send-attempt.js';
import { conclude, hasEnded, type KnownFacts, type SessionState } from './session-state.js';

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
  readonly #earlier: EarlierAttempts;
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
    this.#earlier = new EarlierAttempts(handedOver);
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
    const { amount, currency, reference } = order;
    const submitted = { amount, currency, reference };
    for (;;) {
      const known = await this.recall(order);
      if (known) return known;
      if (this.attempt) continue; // another call has begun it meanwhile
      this.#endpoint = endpointOf(order);
      const stored = this.#earlier.findStored(order.proxyUrl, submitted);
      if (!stored || isSending(stored.attempt)) break;
      this.#check(stored); // another form or tab has left the order in doubt
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
    this.#enter({ state: { name: 'busy', attempt, time }, ending });
    return ending;
  }

  async #exchange(attempt: PaymentSubmitDetail, request: PayRequest, startedAt: number): Promise<PaymentOutcome> {
    const onUnclear = () => {
      if (this.state.name === 'busy') this.#enter({ ...this.#present, state: { ...this.state, isUnclear: true } });
    };
    const sent = await sendAttempt({ request, attempt, startedAt, onUnclear }, this.#proxy, this.#storage);
    if (isPaymentError(sent)) return this.#fail(sent, attempt);
    return this.settle(attempt, sent, { time: Date.now(), card: request.card });
  }

  /** Ends what was not sent. The state stays if the attempt is not the one to send. */
  fail(cause: unknown, order: Order | Attempt): PaymentOutcome {
    const isOther = 'idempotencyKey' in order && order !== this.#begun;
    return isOther ? this.#describe(toPaymentError(cause), order) : this.#fail(cause, order);
  }

  #fail(cause: unknown, order: Order | Attempt): PaymentOutcome {
    const error = toPaymentError(cause);
    const outcome = this.#describe(error, order);
    this.#enter({ state: { name: 'failed', code: error.code, wasSent: false }, outcome });
    return outcome;
  }

  #describe(error: PaymentError, order: Order | Attempt): PaymentOutcome {
    return { outcome: 'failed', ...describeError(error, order, this.#proxy.mode) };
  }

  /** Looks for an earlier attempt of the order, once. */
  resume({ amount, currency, reference, ...endpoint }: Order & Endpoint): void {
    const order = { amount, currency, reference };
    if (this.#isRunning || !currency || !this.#earlier.isNew(endpoint.proxyUrl, order)) return;
    this.#endpoint = endpoint;
    const earlier = this.#earlier.find(endpoint.proxyUrl, { ...order, currency });
    if (earlier) this.#check(earlier);
    else void this.#recallPaid({ ...order, currency });
  }

  get #isRunning(): boolean {
    return this.attempt !== undefined || this.#begun !== undefined;
  }

  /** Best effort: this browser may remember that the order was paid. At another price, `begin()` decides. */
  async #recallPaid(order: Order & Pick<Attempt, 'currency'>): Promise<void> {
    const { lookedUp } = this.#earlier;
    const wasPaid = await this.#memory.wasPaid(this.#endpoint.proxyUrl, order);
    if (!wasPaid || lookedUp !== this.#earlier.lookedUp || this.#isRunning) return;
    const known = { restored: true, time: Date.now(), afterAction: false, isKept: true, mode: this.#proxy.mode };
    this.#enter(conclude({ ...order, idempotencyKey: createIdempotencyKey() }, PAID_BEFORE, known));
  }

  listen(): void {
    listenForPaid(this.#receive);
  }

  /** `resume()` asks the proxy once the page's order is known, and no attempt runs. */
  readonly #receive = (news: PaidNews): void => {
    this.#earlier.receive(news);
    if (!this.#isRunning) this.#onchange(this.state);
  };

  follow(): void {
    const { state } = this;
    const isOpen = state.name === 'unknown' || state.name === 'pending';
    if (isOpen) void this.#follower.follow(state, this.#endpoint, this.#onReport);
    else this.#follower.stop();
  }

  readonly #onReport = (status: AttemptStatus | undefined): void => {
    const { state } = this;
    if (!status || !hasEnded(state)) {
      this.#onchange(state);
    } else if (status.state === 'not_found') {
      // The proxy sends no payment with this key any more.
      const error = isUnstored(state) ? notStored() : status.error;
      if (error) this.settle(state.attempt, failed(error));
      else this.#abandon(state.attempt);
    } else if (status.result) {
      // After a conflict, the report is about another attempt, which may have another price.
      const isOther = state.name === 'unknown' && state.code === 'conflict';
      const price = { ...(isOther && { amount: undefined }), ...status.price };
      const restored = status.state === 'accepted'; // then the shopper goes on by the button
      this.settle({ ...state.attempt, ...price }, status.result, { restored });
    }
  };

  stopFollowing(): void {
    stopListening(this.#receive);
    this.#follower.stop();
  }

  /** The next `resume()` looks up the order again, and an action may be done. */
  comeBack(): void {
    this.#earlier.lookedUp = undefined;
    if (this.state.name === 'pending' && this.state.action) this.#check(this.state);
  }

  /** Returns false while an attempt runs, and while the same order is in doubt. */
  reset(reference: string | undefined): boolean {
    const { state } = this;
    if (this.#begun || state.name === 'busy') return false;
    if ('attempt' in state && state.attempt.reference === reference) {
      if (state.name !== 'paid') return false;
      if (!state.isKept) this.#forget(state.attempt);
    }
    this.#earlier.forget();
    this.#enter({ state: { name: 'idle' } });
    return true;
  }

  retryAnyway(): void {
    if (this.state.name === 'unknown') this.#abandon(this.state.attempt);
  }

  #abandon(attempt: Attempt): void {
    this.#forget(attempt);
    this.#enter({ state: { name: 'idle' } });
  }

  #forget(attempt: Attempt): void {
    this.#storage.remove(attempt);
    this.#memory.forget(this.#endpoint.proxyUrl, attempt);
  }

  #check(earlier: EarlierAttempt): void {
    const state: Checking = { name: 'checking', attempt: earlier.attempt, time: earlier.time };
    const ending = Promise.resolve().then(() => this.#ask(earlier, state));
    this.#enter({ state, ending });
  }

  async #ask(earlier: EarlierAttempt, state: Checking): Promise<Found> {
    const report = await this.#follower.ask(earlier.attempt, this.#endpoint);
    if (this.state !== state) return 'another order';
    const found = this.#earlier.judge(this.#endpoint.proxyUrl, earlier, report);
    if (typeof found === 'object') return this.settle(found.attempt, found.result, { restored: true });
    this.#enter({ state: { name: 'idle' } });
    if (found === 'unconfirmed') void this.#recallPaid(earlier.attempt); // it may be a proxy that cannot tell
    return 'nothing';
  }

  /** Enters the state of a result. */
  settle(attempt: Attempt, result: PayResult, facts: Partial<KnownFacts> = {}): PaymentOutcome {
    const { proxyUrl } = this.#endpoint;
    this.#proxy.hear(result.mode);
    if (result.outcome === 'paid') this.#memory.remember(proxyUrl, attempt);
    if (result.outcome === 'not_charged') this.#forget(attempt);
    const time = facts.time ?? ('time' in this.state ? this.state.time : Date.now());
    const isAction = 'action' in result && result.action !== undefined;
    const afterAction = !('error' in result) && this.#storage.markAction(attempt, isAction);
    const known = { restored: false, ...facts, time, afterAction, mode: this.#proxy.mode };
    const conclusion = conclude(attempt, result, known);
    this.#enter(conclusion);
    if (conclusion.outcome.outcome === 'paid') reportPaid(proxyUrl, attempt, this.#receive);
    return conclusion.outcome;
  }

  /** An attempt is over before the page receives its event: a listener may pay again. */
  #enter(present: Present): void {
    this.#present = present;
    this.#begun = undefined;
    this.follow();
    this.#onchange(present.state);
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

function notStored(): PaymentError {
  return new PaymentError('store_unavailable', 'The proxy could not store the attempt. Nothing was sent.');
}
