import { isPaymentErrorCode, PaymentError } from '../errors.js';
import { parseProblem, parseReport } from '../payment/answers.js';
import { ordinary } from '../payment/own.js';
import type { AttemptReport, Problem } from '../payment/schema.js';
import { askMerchant, codeOf, type InterpretResponse, type PaymentMeaning, type PayResult } from './answer.js';
import { realClock, withinTime, type Clock } from './clock.js';
import {
  ATTEMPTS_PATH,
  JSON_TYPE,
  judge,
  PAYMENTS_MODE,
  readAnswer,
  toMode,
  type AnswerBody,
  type Mode,
} from './protocol.js';
import { maskSecrets, type LeakListener, type SentCard } from './secrets.js';

/** How long one question may take, in ms. */
const QUESTION_TIMEOUT = 10_000;

/** Seconds before each question; the last one again and again. */
const DELAYS = [1, 2, 4, 8, 15, 30] as const;
const LAST_DELAY = 30;

/** How long an attempt is followed, in ms. */
const FOLLOW_LIMIT = 10 * 60_000;

export interface AskOptions {
  /** Absolute URL of the merchant's proxy. */
  readonly proxyUrl: string;
  readonly idempotencyKey: string;
  readonly onLeak?: LeakListener | undefined;
  /** The card, where it is known still. */
  readonly card?: SentCard | undefined;
  /** As for the payment itself: the merchant may know what the service's body means. */
  readonly interpretResponse?: InterpretResponse | undefined;
  /** The platform's, if left out. */
  readonly fetch?: typeof fetch | undefined;
  readonly clock?: Clock | undefined;
}

export interface FollowOptions extends AskOptions {
  /** When the attempt was started, in ms since 1970; now, if left out. What an older one has behind it is left out. */
  readonly since?: number | undefined;
  /** Whether the proxy can tell, asked before each question until there is an answer; always, if left out. */
  readonly canTell?: (() => Promise<boolean | undefined>) | undefined;
  /** Whether an attempt that the proxy has not seen is not going to be seen any more: it was turned away. */
  readonly isTurnedAway?: boolean | undefined;
  /** Ends the following. */
  readonly signal: AbortSignal;
}

/** How an attempt ended, for certain. */
export type SettledResult =
  Extract<PayResult, { payment: unknown }> | { outcome: 'not_charged'; error: PaymentError; mode: Mode | undefined };

/**
 * What the proxy says of an attempt now. `accepted`: the service has taken it and not finished. `not_found`: it has not seen it, which a request that is late may still
 * change. `no_answer`: it could not be asked, or what it said makes no sense.
 */
export type AttemptNews =
  | SettledNews
  | { readonly state: 'accepted'; readonly result: SettledResult; readonly price?: AttemptPrice }
  | { readonly state: 'processing' | 'unknown' | 'not_found' | 'no_answer'; readonly price?: AttemptPrice };

export interface SettledNews {
  readonly state: 'settled';
  readonly result: SettledResult;
  readonly price?: AttemptPrice;
}

/** What was to be paid, where the proxy says so: a page that was loaded again may be at another price. */
export type AttemptPrice = Partial<Pick<AttemptReport, 'amount' | 'currency'>>;

/** Asks the proxy once what became of an attempt. Never throws, and sends nothing to the service. */
export async function askAttempt(options: AskOptions): Promise<AttemptNews> {
  const { proxyUrl, idempotencyKey, clock = realClock, fetch: ask = fetch } = options;
  try {
    return await withinTime(QUESTION_TIMEOUT, clock, async (signal) => {
      const response = await ask(`${proxyUrl}${ATTEMPTS_PATH}${encodeURIComponent(idempotencyKey)}`, {
        headers: { Accept: JSON_TYPE },
        credentials: 'same-origin',
        redirect: 'manual',
        cache: 'no-store',
        signal,
      });
      const body = maskSecrets(await readAnswer(response), options.onLeak, options.card);
      if (response.status === 404 && body.kind !== 'page') return { state: 'not_found' }; // a page is a gateway's
      if (response.status !== 200) return { state: 'no_answer' };
      const report = readReport(body);
      if (!report) return { state: 'no_answer' };
      const { amount, currency } = report;
      const news = read(report, toMode(response.headers.get(PAYMENTS_MODE)), options.interpretResponse);
      return amount && currency ? { ...news, price: { amount, currency } } : news;
    });
  } catch {
    return { state: 'no_answer' }; // whatever it was, only the next question helps
  }
}

/**
 * Asks the proxy again and again, until it knows what became of an attempt or ten minutes are over: after 1, 2, 4, 8,
 * 15, 30, 30 … seconds, and a last time at their end; at once where that has passed, as on a computer that slept.
 * Never throws.
 * @returns `undefined` when the time was up, or the signal fired, before anybody knew, or nobody ever will
 */
export async function followAttempt(options: FollowOptions): Promise<SettledNews | undefined> {
  const { clock = realClock, signal } = options;
  const started = options.since ?? clock.now();
  const timeLeft = () => Math.max(0, started + FOLLOW_LIMIT - clock.now());
  let step = firstStep(clock.now() - started);
  let canTell = options.canTell ? undefined : true;

  do {
    await clock.sleep(Math.min(delayBefore(step++), timeLeft()), signal);
    if (signal.aborted) return undefined;
    canTell ??= await options.canTell?.();
    if (canTell === false) return undefined;
    const news = canTell ? await askAttempt(options) : undefined;
    if (news?.state === 'settled') return news;
    if (news?.state === 'not_found' && options.isTurnedAway) return undefined;
  } while (timeLeft() > 0);
  return undefined;
}

/** Milliseconds. */
function delayBefore(step: number): number {
  return (DELAYS[step] ?? LAST_DELAY) * 1000;
}

/** The first question that is still ahead when an attempt is so old. */
function firstStep(age: number): number {
  let step = 0;
  for (let asked = delayBefore(0); asked <= age && step < DELAYS.length; asked += delayBefore(step)) step++;
  return step;
}

function readReport(body: AnswerBody): AttemptReport | undefined {
  return body.kind === 'json' ? parseReport(body.value) : undefined;
}

/** The state is the proxy's word about the money; status and error only say more of it. */
function read(report: AttemptReport, mode: Mode | undefined, decide: InterpretResponse | undefined): AttemptNews {
  const isAccepted = report.state === 'unknown' && report.status === 202;
  if (isAccepted)
    return { state: 'accepted', result: { outcome: 'pending', payment: report.payment, status: 202, mode } };
  if (report.state === 'processing' || report.state === 'unknown') return { state: report.state };
  const told = report.state === 'failed' ? readProblem(report.error) : undefined;
  const outcome = (told ? undefined : decideBy(decide, report)) ?? meaningOf(report);
  if (outcome === 'unknown') return { state: 'unknown' };
  if (outcome === 'not_charged') {
    return { state: 'settled', result: { outcome, error: toError(report.status, told), mode } };
  }
  const { status = 200, payment, error } = report;
  const state = outcome === 'pending' ? 'accepted' : 'settled'; // or it would be settled again and again
  return { state, result: { outcome, payment: payment ?? error ?? null, status, mode } };
}

function meaningOf({ state, status }: AttemptReport): PaymentMeaning {
  if (state === 'failed') return 'not_charged';
  return status === 202 ? 'pending' : 'paid';
}

/** The merchant's code reads the service's body, as it does in the answer of a payment. */
function decideBy(decide: InterpretResponse | undefined, report: AttemptReport): PaymentMeaning | undefined {
  const { state, status = state === 'succeeded' ? 200 : undefined, payment, error } = report;
  const body = state === 'succeeded' ? payment : error;
  if (status === undefined || body === undefined || body === null) return undefined;
  return askMerchant(decide, { status, headers: new Headers(), body });
}

/** The proxy's own problem document. It always names the outcome, and no media type tells it from the service's here. */
function readProblem(error: unknown): Problem | undefined {
  const parsed = parseProblem(error);
  return parsed?.outcome && parsed;
}

function toError(status: number | undefined, told: Problem | undefined): PaymentError {
  const outcome = 'not_charged';
  const code = isPaymentErrorCode(told?.code) ? told.code : codeOf(judge(status ?? 0, { kind: 'none' }), outcome);
  const message = told?.detail ?? told?.title ?? 'The proxy says that the attempt has failed.';
  return new PaymentError(code, message, { outcome, status, cause: ordinary(told && { ...told }) });
}
