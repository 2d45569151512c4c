import { realClock, withinTime } from '../contract/clock.js';
import { isPaymentError, PaymentError } from '../contract/errors.js';
import type { CheckedAction } from '../contract/next-action.js';
import { createIdempotencyKey } from '../contract/protocol.js';
import { failed, type PayResult } from '../transport/response.js';
import { unsettled } from './attempt-key.js';
import { AttemptFollower, type AttemptQuestion } from './attempt-follower.js';
import { AttemptStorage, type RememberedAttempt } from './attempt-storage.js';
import { recallPaid, rememberPaid } from './order-guard-loader.js';
import { describeError, type Attempt, type Order, type PaymentOutcome, type PaymentSubmitDetail } from './outcome.js';
import { listenForPaid, nameOf, reportPaid, stopListening, type PaidNews } from './paid-channel.js';
import type { EarlierOrder, PageFunctions, PaymentRequest, Submission } from './payment-request.js';
import type { ProxyClient } from './proxy-client.js';
import { findUnsettled, priceOf, sendAttempt } from './send-attempt.js';
import {
  awaitsAction,
  hasEnded,
  IN_DOUBT,
  isUnstored,
  toPaymentError,
  type CardEnding,
  type SessionState,
} from './session-state.js';

/** The result of an order that another tab has paid. */
const PAID_BEFORE = { outcome: 'paid', payment: null, status: 200, mode: undefined, replayed: true } as const;

/** One payment at a time. An attempt in doubt is followed until it is settled, on the next page too. */
export class PaymentSession {
  #state: SessionState = { name: 'idle' };
  #paying: Promise<PaymentOutcome> | undefined;
  #checking: Promise<PaymentOutcome | undefined> | undefined;
  /** Counts the times that another payment became possible. A submission that began before must not proceed. */
  #generation = 0;
  #proxyUrl = '';
  #page!: PageFunctions; // with the first attempt
  handedOver?: Omit<RememberedAttempt, 'action'> | undefined;
  #resumed: string | undefined;
  /** An attempt that the proxy does not know. Its key is used again, so that the proxy recognizes a request that is late. */
  #unseen: Attempt | undefined;
  #news: PaidNews | undefined;
  readonly #proxy: ProxyClient;
  readonly #follower: AttemptFollower;
  readonly #onchange: (outcome?: PaymentOutcome) => void;

  constructor(proxy: ProxyClient, onchange: (outcome?: PaymentOutcome) => void) {
    this.#proxy = proxy;
    this.#onchange = onchange;
    this.#follower = new AttemptFollower(proxy, (news) => {
      const { attempt, state } = this;
      // After a conflict, the news is about another attempt, which may have another price.
      const price = { ...('code' in state && state.code === 'conflict' && { amount: undefined }), ...news?.price };
      if (!news || !attempt) this.#onchange();
      else if (!news.result) this.#endUnseen(attempt);
      else this.settle({ ...attempt, ...price }, news.result, undefined, news.state === 'accepted'); // goes on by the button
    });
  }

  get state(): SessionState {
    return this.#state;
  }

  get attempt(): Attempt | undefined {
    return 'attempt' in this.#state ? this.#state.attempt : undefined;
  }

  /** Whether the attempt in doubt may turn out not to have been sent, so that the form is kept as it is. */
  get mayReturn(): boolean {
    return this.following && isUnstored(this.#state);
  }

  get following(): boolean {
    return this.#follower.running;
  }

  /** The request leaves in the same task, unless something has to be loaded or computed first. Never rejects. */
  pay(submission: Submission): Promise<PaymentOutcome> {
    if (hasEnded(this.#state)) return Promise.resolve(this.#state.outcome);
    return (this.#paying ??= this.#pay(submission));
  }

  #fail(cause: unknown, order: Order | Attempt, wasSent = false, restored?: boolean): PaymentOutcome {
    const error = toPaymentError(cause);
    const outcome = { outcome: 'failed', ...describeError(error, order, this.#proxy.mode, restored) } as const;
    this.#release();
    this.#enter({ name: 'failed', error, wasSent }, outcome);
    return outcome;
  }

  /** The page moved on to another order while a submission waited. The state stays. */
  #abandon(order: Order): PaymentOutcome {
    const error = new PaymentError('submit_prevented', 'The page has changed the order. Nothing was sent.');
    const outcome = { outcome: 'failed', ...describeError(error, order, this.#proxy.mode) } as const;
    this.#onchange(outcome);
    return outcome;
  }

  resume({ amount, currency, reference, proxyUrl, page }: EarlierOrder): void {
    const order = nameOf(proxyUrl, reference);
    const news = this.#news?.order === order ? this.#news : undefined;
    if (this.attempt || this.#paying || !currency || (order === this.#resumed && !news)) return;
    this.#resumed = order;
    this.#proxyUrl = proxyUrl;
    this.#page = page;
    if (news) this.#showPaid(news);
    const stored = news ? undefined : (reference && this.#storage.find(reference)) || this.handedOver;
    this.handedOver = undefined;
    if (!stored) {
      void this.#recallPaid({ amount, currency, reference });
      return;
    }
    const { idempotencyKey, startedAt } = stored;
    this.#checking = this.#check({ amount, currency, reference, idempotencyKey }, startedAt);
  }

  /** At another price, `pay()` decides. */
  async #recallPaid(order: Order & Pick<Attempt, 'currency'>): Promise<void> {
    const resumed = this.#resumed; // with the proxy
    await this.#proxy.loadConfig(this.#proxyUrl);
    if (this.#proxy.capabilities.idempotency) return; // it knows what is paid
    const isPaid = (await recallPaid(this.#proxyUrl, order.reference)) === priceOf(order, this.#proxy);
    if (!isPaid || resumed !== this.#resumed || this.attempt || this.#paying) return;
    const { mode } = this.#proxy;
    this.#showPaid({ ...order, order: '', idempotencyKey: createIdempotencyKey(), mode, status: 200 }, true);
  }

  listen(): void {
    listenForPaid(this.#receive);
  }

  /** `resume()` shows it once the page's order is known, and no attempt runs. */
  readonly #receive = (news: PaidNews): void => {
    this.#news = news;
    if (!this.attempt && !this.#paying) this.#onchange();
  };

  #showPaid({ order: _, mode, status, ...attempt }: PaidNews, isKept = false): void {
    const { reference = '' } = attempt;
    const time = Date.now();
    this.#news = undefined;
    if (this.#proxy.capabilities.recovery && !isKept) this.#storage.save({ ...attempt, reference, startedAt: time });
    const outcome = { outcome: 'paid', ...attempt, mode, status, payment: null, restored: true } as const;
    this.#enter({ name: 'paid', attempt, time, outcome, isKept }, outcome);
  }

  follow(): void {
    const { state } = this;
    if (state.name !== 'unknown' && state.name !== 'pending') return;
    const { code, isRecorded } = state.name === 'unknown' ? state : { code: undefined, isRecorded: true };
    const since = (awaitsAction(state) && state.since) || state.time; // a confirmation at the bank takes its time
    this.#follower.start({ ...this.#question(state.attempt), since, code, isRecorded });
  }

  stopFollowing(): void {
    stopListening(this.#receive);
    this.#follower.stop();
  }

  /** The next `resume()` looks up the order again, and an action may be done. */
  comeBack(): void {
    this.#resumed = undefined;
    if (awaitsAction(this.#state)) this.#checking = this.#check(this.#state.attempt, this.#state.time);
  }

  /** Refused while an attempt runs, and while the same order is in doubt. */
  reset(reference: string | undefined): boolean {
    const { attempt, state } = this;
    const isSameOrder = reference === attempt?.reference;
    if (this.#paying && !attempt) return false;
    if (state.name === 'busy' || (IN_DOUBT.includes(state.name) && isSameOrder)) return false;
    if (attempt && state.name === 'paid' && isSameOrder && !state.isKept) this.#forget(attempt);
    this.#news = this.#resumed = undefined;
    if (!this.#unseen?.reference) this.#unseen = undefined; // its key is not that of the next order
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

  #rememberPaid(reference: string | undefined, price?: string): void {
    if (!this.#proxy.capabilities.idempotency) rememberPaid(this.#proxyUrl, reference, price);
  }

  get #storage(): AttemptStorage {
    return new AttemptStorage(this.#proxyUrl);
  }

  #question({ idempotencyKey, reference }: Attempt): AttemptQuestion {
    return { ...this.#proxy.address(this.#proxyUrl), ...this.#page, idempotencyKey, reference };
  }

  async #check(attempt: Attempt, startedAt: number): Promise<PaymentOutcome | undefined> {
    const state: SessionState = { name: 'checking', attempt, time: startedAt };
    this.#enter(state);
    const news = await this.#follower.check(this.#question(attempt));
    if (this.#state !== state) return undefined; // the page has changed to another order
    this.#checking = undefined;
    if (news?.state === 'not_found') {
      this.#unseen = attempt;
      this.#enter({ name: 'idle' });
      return undefined;
    }
    // The price may have changed since: only the proxy knows the amount of the attempt.
    const found = { ...attempt, amount: undefined, ...news?.price };
    return this.settle(found, news?.result ?? failed(unsettled()), undefined, true);
  }

  async #pay({ currentOrder, collect }: Submission): Promise<PaymentOutcome> {
    const generation = this.#generation;
    const orderAtPress = currentOrder();
    const earlier = await this.#checking; // a microtask at least: the page may add listeners after submit()
    if (earlier) return earlier;
    if (generation !== this.#generation) return this.#abandon(orderAtPress);
    let attempt: PaymentSubmitDetail | undefined;
    let request: PaymentRequest;
    try {
      const collected = collect();
      request = collected instanceof Promise ? await collected : collected;
      const { order } = request;
      this.#proxyUrl = request.proxyUrl;
      this.#page = request.page;
      const stored = findUnsettled(this.#storage, order);
      if (stored && stored.idempotencyKey !== this.#unseen?.idempotencyKey) {
        // Another form or tab has left the order in doubt.
        const outcome = await this.#check({ ...order, idempotencyKey: stored.idempotencyKey }, stored.startedAt);
        if (outcome) return outcome;
        if (generation !== this.#generation) return this.#abandon(order);
      }
      const unseen = this.#unseen?.reference === order.reference ? this.#unseen?.idempotencyKey : undefined;
      attempt = { ...order, idempotencyKey: unseen ?? createIdempotencyKey() };
      const checks = request.confirm(attempt);
      if (!checks) throw new PaymentError('submit_prevented', 'The page has prevented the payment.');
      if (checks.length > 0) {
        this.#enter({ name: 'waiting' });
        request = await collectAgain(request, checks, collect);
      }
    } catch (error) {
      return this.#fail(error, attempt ?? currentOrder());
    }
    return this.#send(request, attempt);
  }

  async #send(request: PaymentRequest, attempt: PaymentSubmitDetail): Promise<PaymentOutcome> {
    const startedAt = Date.now();
    this.#enter({ name: 'busy', attempt, time: startedAt });
    const sent = await sendAttempt({ request, attempt, startedAt }, this.#proxy, this.#storage);
    if (isPaymentError(sent)) return this.#fail(sent, attempt);
    if (sent === 'paid') return this.settle(attempt, PAID_BEFORE);
    return this.settle(attempt, sent, Date.now(), false, request.card);
  }

  settle(attempt: Attempt, result: PayResult, now?: number, restored = false, card?: CardEnding): PaymentOutcome {
    const time = now ?? ('time' in this.#state ? this.#state.time : Date.now());
    const wasUnseen = this.#unseen?.idempotencyKey === attempt.idempotencyKey;
    this.#unseen = undefined;
    if (result.mode) this.#proxy.reportedMode = result.mode;
    if (result.outcome === 'paid') this.#rememberPaid(attempt.reference, priceOf(attempt, this.#proxy));
    if (!('error' in result)) return this.#accept(result, attempt, time, restored, card);
    const { error } = result;
    if (result.outcome === 'not_charged') {
      if (wasUnseen && !result.isRecorded) this.#unseen = attempt;
      else this.#storage.remove(attempt);
      return this.#fail(error, attempt, true, restored);
    }
    const outcome = { outcome: 'unknown', ...describeError(error, attempt, this.#proxy.mode, restored) } as const;
    const { isRecorded } = result;
    this.#enter({ name: 'unknown', attempt, time, outcome, code: error.code, isRecorded }, outcome);
    return outcome;
  }

  #accept(
    { replayed, action: checked, ...answer }: Extract<PayResult, { payment: unknown }>,
    attempt: Attempt,
    time: number,
    restored: boolean,
    card: CardEnding | undefined,
  ): PaymentOutcome {
    const shared = { ...attempt, mode: this.#proxy.mode, restored };
    const state = { name: answer.outcome, attempt, time, card: replayed ? undefined : card }; // the card of that request may differ
    const action = checked as CheckedAction | undefined;
    const afterAction = this.#storage.markAction(attempt, action !== undefined);
    if (action) {
      const outcome = { outcome: 'action_required', ...shared, action } as const;
      this.#enter({ ...state, outcome, action, since: Date.now() }, outcome);
      return outcome;
    }
    const outcome = { ...answer, ...shared, ...(afterAction && { afterAction }) };
    this.#enter({ ...state, outcome }, outcome);
    if (outcome.outcome === 'paid') reportPaid(this.#proxyUrl, outcome, this.#receive);
    return outcome;
  }

  /** It stays in the storage for its key, which a late request must meet. */
  #endUnseen(attempt: Attempt): void {
    this.#unseen = attempt;
    if (isUnstored(this.#state)) {
      const error = new PaymentError('store_unavailable', 'The proxy could not store the attempt. Nothing was sent.');
      this.#fail(error, attempt, true);
    } else this.#open();
  }

  #open(): void {
    this.#release();
    this.#enter({ name: 'idle' });
  }

  #release(): void {
    this.#generation++;
    this.#follower.stop();
    this.#paying = undefined;
    this.#checking = undefined;
  }

  /** An attempt is over before the page receives its event: a listener may pay again. */
  #enter(state: SessionState, outcome?: PaymentOutcome): void {
    this.#state = state;
    if (outcome) this.#paying = undefined;
    this.follow();
    this.#onchange(outcome);
  }
}

const CHECKS_TIMEOUT_MS = 10_000;

/** The page may have changed everything meanwhile, but the shopper agreed to one price of one order. Throws `submit_prevented`. */
async function collectAgain(
  { order, proxyUrl }: PaymentRequest,
  checks: readonly PromiseLike<unknown>[],
  collect: Submission['collect'],
): Promise<PaymentRequest> {
  try {
    await withinTime(CHECKS_TIMEOUT_MS, realClock, () => Promise.all(checks));
  } catch (cause) {
    const message = 'A check of the page has failed, or did not end within 10 seconds. Nothing was sent.';
    throw new PaymentError('submit_prevented', message, { cause });
  }
  const request = await collect(order);
  if (request.order.reference !== order.reference || request.proxyUrl !== proxyUrl) {
    throw new PaymentError('submit_prevented', 'The page has changed the order. Nothing was sent.');
  }
  return request;
}
