import { isPaymentError, PaymentError, type PaymentErrorCode } from '../contract/errors.js';
import { loadModule } from '../contract/load-module.js';
import type { CheckedAction } from '../contract/next-action.js';
import { createIdempotencyKey } from '../contract/protocol.js';
import { unsettled } from './attempt-key.js';
import type { AttemptStatus } from './attempt-report.js';
import { AttemptStorage, isRecent, type RememberedAttempt } from './attempt-storage.js';
import { describeError, type Attempt, type Order, type PaymentOutcome, type PaymentSubmitDetail } from './outcome.js';
import { listenForPaid, nameOf, reportPaid, stopListening, type PaidNews } from './paid-channel.js';
import { loadOrderGuard, type ProxyClient } from './proxy-client.js';
import { failed, type AttemptQuestion, type PayAcceptance, type PayFailure, type PayResult } from './proxy-request.js';
import {
  findUnsettled,
  loadSettling,
  priceOf,
  sendAttempt,
  toPaymentError,
  type CardEnding,
  type Endpoint,
  type PayRequest,
} from './send-attempt.js';

/** Times are in ms since 1970. Ended states keep their outcome, which `pay()` returns. */
export type SessionState =
  | { readonly name: 'idle' }
  | {
      readonly name: 'checking';
      readonly attempt: Attempt;
      readonly time: number;
      readonly found: Promise<PaymentOutcome | 'nothing' | 'another order'>;
    }
  | {
      /** For the permission of the page. Nothing is sent before `permit()`. */
      readonly name: 'waiting';
      readonly request: PayRequest;
      readonly submitted: PaymentSubmitDetail;
      readonly ending: Promise<PaymentOutcome>;
      /** The page may have changed everything meanwhile, but the shopper agreed to one price of one order. */
      readonly permit: (request: PayRequest) => void;
      readonly refuse: (reason: unknown) => void;
    }
  | {
      readonly name: 'busy';
      readonly attempt: Attempt;
      readonly time: number;
      readonly ending: Promise<PaymentOutcome>;
    }
  | {
      readonly name: 'paid' | 'pending';
      readonly attempt: Attempt;
      readonly time: number;
      readonly outcome: PaymentOutcome;
      readonly card?: CardEnding | undefined;
      readonly action?: CheckedAction | undefined;
      readonly leave?: (() => void) | undefined;
      readonly since?: number | undefined;
      /** Paid before this page was opened, in this browser, which keeps its record at `reset()`. */
      readonly isKept?: boolean | undefined;
    }
  | {
      readonly name: 'unknown';
      readonly attempt: Attempt;
      readonly time: number;
      readonly outcome: PaymentOutcome;
      readonly code: PaymentErrorCode;
      readonly isRecorded?: boolean | undefined;
    }
  | {
      readonly name: 'failed';
      readonly error: PaymentError;
      readonly wasSent: boolean;
    };

export type EndedState = Extract<SessionState, { outcome: unknown }>;

export function hasEnded(state: SessionState): state is EndedState {
  return 'outcome' in state;
}

/** Whether no proxy may have stored the attempt, and so none has sent it. */
function isUnstored(state: SessionState): boolean {
  return state.name === 'unknown' && state.code === 'store_unavailable';
}

/** For the file that follows an attempt: the network may be gone together with the answer. */
const LOAD_LIMIT_MS = 10 * 60_000;

/** The result of an order that another tab has paid. */
const PAID_BEFORE = { outcome: 'paid', payment: null, status: 200, mode: undefined, replayed: true } as const;

/** One payment at a time. An attempt in doubt is followed until it is settled, on the next page too. */
export class PaymentSession {
  /** In isolated mode, what the page says about an earlier attempt. The proxy is asked; without its answer, there is none. */
  handedOver?: Omit<RememberedAttempt, 'action'> | undefined;
  #state: SessionState = { name: 'idle' };
  /** Of the last order. */
  #endpoint: Endpoint = { proxyUrl: '' };
  #resumed: string | undefined;
  #news: PaidNews | undefined;
  #following: AbortController | undefined;
  readonly #proxy: ProxyClient;
  readonly #onchange: (outcome?: PaymentOutcome) => void;

  constructor(proxy: ProxyClient, onchange: (outcome?: PaymentOutcome) => void) {
    this.#proxy = proxy;
    this.#onchange = onchange;
  }

  get state(): SessionState {
    return this.#state;
  }

  get attempt(): Attempt | undefined {
    return 'attempt' in this.#state ? this.#state.attempt : undefined;
  }

  get following(): boolean {
    return this.#following !== undefined;
  }

  /** Whether the attempt in doubt may turn out not to have been sent, so that the form is kept as it is. */
  get mayReturn(): boolean {
    return this.following && isUnstored(this.#state);
  }

  get #storage(): AttemptStorage {
    return new AttemptStorage(this.#endpoint.proxyUrl);
  }

  /** The request leaves in the task of `permit()`, unless something has to be loaded or computed first. Never rejects. */
  pay(request: PayRequest): Promise<PaymentOutcome> {
    const { state } = this;
    const { order } = request;
    if ('ending' in state) return state.ending;
    if (hasEnded(state) || state.name === 'checking') {
      return this.recall(order).then((outcome) => outcome ?? this.pay(request));
    }
    this.#endpoint = withoutCard(request);
    const stored = findUnsettled(this.#storage, order);
    if (stored) {
      // Another form or tab has left the order in doubt.
      this.#check({ ...order, idempotencyKey: stored.idempotencyKey }, stored.startedAt);
      return this.pay(request);
    }
    return this.#askPage(request);
  }

  /** The outcome that the order has already, once it is known. */
  async recall(order: Order): Promise<PaymentOutcome | undefined> {
    const { state } = this;
    if (hasEnded(state)) return state.outcome;
    if (state.name !== 'checking') return undefined;
    const found = await state.found;
    if (found === 'another order') return this.#abandon(order);
    return found === 'nothing' ? undefined : found;
  }

  #askPage(request: PayRequest): Promise<PaymentOutcome> {
    const { order, proxyUrl } = request;
    const submitted = { ...order, idempotencyKey: createIdempotencyKey() };
    let end: (outcome: PaymentOutcome | Promise<PaymentOutcome>) => void = () => undefined;
    const ending = new Promise<PaymentOutcome>((resolve) => (end = resolve));
    const refuse = (reason: unknown) => {
      if (this.#state === waiting) end(this.fail(reason, submitted));
    };
    const permit = (last: PayRequest) => {
      const isSameOrder = last.order.reference === order.reference && last.proxyUrl === proxyUrl;
      if (!isSameOrder) refuse(changedOrder());
      else if (this.#state === waiting) end(this.#send(last, submitted, ending));
    };
    const waiting: SessionState = { name: 'waiting', request, submitted, ending, permit, refuse };
    this.#enter(waiting);
    return ending;
  }

  async #send(
    request: PayRequest,
    attempt: PaymentSubmitDetail,
    ending: Promise<PaymentOutcome>,
  ): Promise<PaymentOutcome> {
    const startedAt = Date.now();
    this.#endpoint = withoutCard(request);
    this.#enter({ name: 'busy', attempt, time: startedAt, ending });
    const sent = await sendAttempt({ request, attempt, startedAt }, this.#proxy, this.#storage);
    if (isPaymentError(sent)) return this.fail(sent, attempt);
    if (sent === 'paid') return this.settle(attempt, PAID_BEFORE);
    return this.settle(attempt, await this.#readAction(sent, attempt), Date.now(), false, request.card);
  }

  /** Nothing was sent. */
  fail(cause: unknown, order: Order | Attempt): PaymentOutcome {
    return this.#fail(cause, order);
  }

  #fail(cause: unknown, order: Order | Attempt, wasSent = false, restored = false): PaymentOutcome {
    const error = toPaymentError(cause);
    const outcome = { outcome: 'failed', ...describeError(error, order, this.#proxy.mode, restored) } as const;
    this.#endFollowing();
    this.#enter({ name: 'failed', error, wasSent }, outcome);
    return outcome;
  }

  /** The page moved on to another order while a submission waited. The state stays. */
  #abandon(order: Order): PaymentOutcome {
    const outcome = { outcome: 'failed', ...describeError(changedOrder(), order, this.#proxy.mode) } as const;
    this.#onchange(outcome);
    return outcome;
  }

  resume({ amount, currency, reference, ...endpoint }: Order & Endpoint): void {
    const order = nameOf(endpoint.proxyUrl, reference);
    const isNews = this.#news?.order === order;
    if (this.#isRunning || !currency || (order === this.#resumed && !isNews)) return;
    this.#resumed = order;
    this.#endpoint = endpoint;
    const saved = this.#storage.find(reference);
    const isAboutSaved = isNews && saved?.idempotencyKey === this.#news?.idempotencyKey;
    const stored = isAboutSaved ? undefined : saved;
    const news = isNews && !stored ? this.#news : undefined; // later, since any script of the origin can report some
    if (news) this.#news = undefined;
    const { handedOver } = this;
    const ofOrder = handedOver?.reference === reference ? handedOver : undefined; // the page may have gone on to another
    if (ofOrder) this.handedOver = undefined;
    const told = news && { idempotencyKey: news.idempotencyKey, startedAt: Date.now() };
    const claimed = ofOrder && isRecent(ofOrder) ? ofOrder : told;
    const found = stored ?? claimed;
    if (found) {
      this.#check({ amount, currency, reference, idempotencyKey: found.idempotencyKey }, found.startedAt, !stored);
    } else {
      void this.#recallPaid({ amount, currency, reference });
    }
  }

  get #isRunning(): boolean {
    return this.attempt !== undefined || this.#state.name === 'waiting';
  }

  /** Best effort. At another price, `pay()` decides. */
  async #recallPaid(order: Order & Pick<Attempt, 'currency'>): Promise<void> {
    const resumed = this.#resumed; // with the proxy
    const { proxyUrl } = this.#endpoint;
    await this.#proxy.loadConfig(proxyUrl);
    if (this.#proxy.capabilities.idempotency) return; // it knows what is paid
    const price = await loadOrderGuard()
      .then(({ paidOrders }) => paidOrders.find(proxyUrl, order.reference))
      .catch(() => undefined);
    if (price !== priceOf(order, this.#proxy) || resumed !== this.#resumed || this.#isRunning) return;
    const attempt = { ...order, idempotencyKey: createIdempotencyKey() };
    const { mode } = this.#proxy;
    const outcome = { outcome: 'paid', ...attempt, mode, status: 200, payment: null, restored: true } as const;
    this.#enter({ name: 'paid', attempt, time: Date.now(), outcome, isKept: true }, outcome);
  }

  listen(): void {
    listenForPaid(this.#receive);
  }

  /** `resume()` asks the proxy once the page's order is known, and no attempt runs. */
  readonly #receive = (news: PaidNews): void => {
    this.#news = news;
    if (!this.#isRunning) this.#onchange();
  };

  follow(): void {
    const { state } = this;
    if (state.name === 'unknown') void this.#follow(state, state.time);
    if (state.name === 'pending') void this.#follow(state, state.since ?? state.time); // a confirmation at the bank takes its time
  }

  async #follow(state: Extract<EndedState, { name: 'unknown' | 'paid' | 'pending' }>, since: number): Promise<void> {
    if (this.#following || this.#proxy.neverTells) return;
    const { signal } = (this.#following = new AbortController());
    const { code, isRecorded } = 'code' in state ? state : { code: undefined, isRecorded: true };
    const proxy = this.#proxy;
    const question = this.#question(state.attempt);
    let status: AttemptStatus | undefined;
    try {
      const { followAttempt } = await loadSettling(Date.now() + LOAD_LIMIT_MS, { signal, after: question });
      status = await followAttempt({
        ...this.#question(state.attempt),
        get binds() {
          return proxy.capabilities.binding; // may become known later
        },
        since,
        isRecorded,
        isRejected: code === 'conflict' && isRecorded, // another attempt for the order is in doubt
        endsWithAction: code !== undefined && code !== 'action_refused', // else the shopper knows of it, or cannot do it
        signal,
        supportsRecovery: () => this.#proxy.canTell(question.proxyUrl),
        isIdempotent: () => code === 'store_unavailable' || this.#proxy.capabilities.idempotency,
      });
    } catch {
      // The file could not be loaded: the outcome stays as it is.
    }
    if (signal.aborted) return;
    this.#following = undefined;
    await this.#onReport(status);
  }

  #endFollowing(): void {
    this.#following?.abort();
    this.#following = undefined;
  }

  async #onReport(status: AttemptStatus | undefined): Promise<void> {
    const { state } = this;
    if (!status || !('attempt' in state)) {
      this.#onchange();
    } else if (status.state === 'not_found') {
      this.#endUnsent(state.attempt, status.error);
    } else if (status.result) {
      const result = await this.#readAction(status.result, state.attempt);
      if (this.#state !== state) return;
      // After a conflict, the report is about another attempt, which may have another price.
      const price = { ...('code' in state && state.code === 'conflict' && { amount: undefined }), ...status.price };
      this.settle({ ...state.attempt, ...price }, result, undefined, status.state === 'accepted'); // goes on by the button
    }
  }

  stopFollowing(): void {
    stopListening(this.#receive);
    this.#endFollowing();
  }

  /** The next `resume()` looks up the order again, and an action may be done. */
  comeBack(): void {
    const { state } = this;
    this.#resumed = undefined;
    if (state.name === 'pending' && state.action) this.#check(state.attempt, state.time);
  }

  /** Refused while an attempt runs, and while the same order is in doubt. */
  reset(reference: string | undefined): boolean {
    const { state } = this;
    if (state.name === 'waiting' || state.name === 'busy') return false;
    if ('attempt' in state && state.attempt.reference === reference) {
      if (state.name !== 'paid') return false;
      if (!state.isKept) this.#forget(state.attempt);
    }
    this.#news = this.#resumed = undefined;
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
    void loadOrderGuard()
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

  /** @param isClaim - of the page, or of another form: what the proxy does not confirm is forgotten, with its key */
  #check(attempt: Attempt, time: number, isClaim = false): void {
    this.#endFollowing(); // there is one answer
    const question = this.#question(attempt);
    const find = async () => {
      const status = await this.#ask(question);
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
      return this.settle(found, known ?? failed(unsettled()), undefined, true);
    };
    const state: SessionState = { name: 'checking', attempt, time, found: Promise.resolve().then(find) };
    this.#enter(state);
  }

  /** In doubt if its action is refused: the service has the payment. */
  async #readAction(result: PayResult, { reference }: Attempt): Promise<PayResult> {
    if (!('action' in result)) return result;
    try {
      const { readAction, leavePage } = await loadModule('next-action', import('./next-action.js'));
      const action = readAction(result.action, reference, this.#endpoint.actionOrigins);
      const leave = () => {
        leavePage(action);
      };
      return { ...result, action, leave };
    } catch (cause) {
      return failed(new PaymentError('action_refused', (cause as Error).message, { cause }), result.mode, true);
    }
  }

  settle(attempt: Attempt, result: PayResult, now?: number, restored = false, card?: CardEnding): PaymentOutcome {
    const time = now ?? ('time' in this.#state ? this.#state.time : Date.now());
    this.#proxy.hear(result.mode);
    if (result.outcome === 'paid') this.#rememberPaid(attempt.reference, priceOf(attempt, this.#proxy));
    return 'error' in result
      ? this.#refuse(result, attempt, time, restored)
      : this.#accept(result, attempt, time, restored, card);
  }

  #refuse({ outcome: kind, error, isRecorded }: PayFailure, attempt: Attempt, time: number, restored: boolean) {
    if (kind === 'not_charged') {
      this.#forget(attempt);
      return this.#fail(error, attempt, true, restored);
    }
    const outcome = { outcome: 'unknown', ...describeError(error, attempt, this.#proxy.mode, restored) } as const;
    this.#enter({ name: 'unknown', attempt, time, outcome, code: error.code, isRecorded }, outcome);
    return outcome;
  }

  #accept(
    { replayed, action: checked, leave, ...answer }: PayAcceptance,
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
      this.#enter({ ...state, outcome, action, leave, since: Date.now() }, outcome);
      return outcome;
    }
    const outcome = { ...answer, ...shared, ...(afterAction && { afterAction }) };
    this.#enter({ ...state, outcome }, outcome);
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
    this.#endFollowing();
    this.#enter({ name: 'idle' });
  }

  /** An attempt is over before the page receives its event: a listener may pay again. */
  #enter(state: SessionState, outcome?: PaymentOutcome): void {
    this.#state = state;
    this.follow();
    this.#onchange(outcome);
  }
}

const withoutCard = ({ payment: _, ...endpoint }: PayRequest): Endpoint => endpoint;

function changedOrder(): PaymentError {
  return new PaymentError('submit_prevented', 'The page has changed the order. Nothing was sent.');
}
