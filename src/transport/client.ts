import { PaymentError } from '../contract/errors.js';
import { failed, type PayResult } from './response.js';
import { realClock, type Clock } from '../contract/clock.js';
import { askAttempt } from './attempt-status.js';
import { sendOnce, type SendRequest, type SendResult } from './send-once.js';

export type { PayResult } from './response.js';

type Failure = Extract<PayResult, { error: unknown }>;

/** More than a proxy takes (40 s), and 10 s less than the attempt (55 s), which leaves time for another try. */
const TRY_TIMEOUT_MS = 45_000;

/**
 * From the end of the first request whose outcome is uncertain: then the shopper reads about the doubt. At a proxy
 * that cannot be asked, only sending again can resolve it, with the whole time of the attempt.
 */
const DOUBT_LIMIT_MS = 10_000;

const ONLINE_CHECK_INTERVAL_MS = 250;

const BASE_DELAY_MS = 300;
const MAX_DELAY_MS = 4000;
const RETRY_AFTER_SPREAD = 0.2;

export interface PayOptions extends SendRequest {
  /** Milliseconds, for the whole attempt. */
  readonly timeout: number;
  /** Milliseconds. Default: 45000. Without `idempotent`, only `timeout` applies. */
  readonly tryTimeout?: number | undefined;
  /** Whether the proxy reports the outcome of attempts. Default: false. */
  readonly recovery?: boolean | undefined;
  readonly clock?: Clock | undefined;
  /** Default: `navigator.onLine`. */
  readonly online?: (() => boolean) | undefined;
}

/**
 * Never throws. The connection may break after the service has charged, so any uncertain outcome is `unknown`: an
 * `idempotent` proxy gets the same bytes again, under the same key.
 */
export async function pay(options: PayOptions): Promise<PayResult> {
  const { online = isOnline } = options;
  if (!online()) return failed(new PaymentError('offline', 'The browser is offline. Nothing was sent.'));
  const ending = await send(options, online);
  return options.recovery && isUnconfirmed(ending) ? confirm(ending, options) : ending.result;
}

async function send(options: PayOptions, online: () => boolean): Promise<SendResult> {
  const { timeout, tryTimeout = TRY_TIMEOUT_MS, clock = realClock } = options;
  let deadline = clock.now() + timeout;
  const timeLeft = () => deadline - clock.now();

  if (!options.idempotent) return sendOnce(options, timeout, clock);

  let unknown: SendResult | undefined;
  for (let tries = 1; ; tries++) {
    const ending = await sendOnce(options, Math.min(tryTimeout, timeLeft()), clock);
    const { result } = ending;
    if (!ending.inconclusive) {
      // An earlier request may have charged, even if this one was rejected.
      return unknown && isUnconfirmed(ending) ? unknown : ending;
    }
    if (options.recovery) deadline = Math.min(deadline, clock.now() + DOUBT_LIMIT_MS);
    unknown = ending;
    const retryAfter = 'error' in result ? result.error.retryAfter : undefined;
    const delay = delayBeforeNext(tries, retryAfter, clock.random());
    if (delay >= timeLeft()) return unknown; // no time for another request
    await clock.sleep(delay);
    while (!online() && timeLeft() > 0) await clock.sleep(Math.min(ONLINE_CHECK_INTERVAL_MS, timeLeft()));
    if (timeLeft() <= 0) return unknown;
  }
}

/** In ms. Full jitter, also on top of `Retry-After` (in seconds), since many shoppers may receive the same value. */
export function delayBeforeNext(tries: number, retryAfter: number | undefined, random: number): number {
  const backOff = random * Math.min(BASE_DELAY_MS * 2 ** (tries - 1), MAX_DELAY_MS);
  const minimum = (retryAfter ?? 0) * 1000 * (1 + RETRY_AFTER_SPREAD * random);
  return Math.max(backOff, minimum);
}

function isUnconfirmed({ result }: SendResult): boolean {
  return result.outcome === 'not_charged' && !result.isRecorded;
}

/**
 * Browsers send a request again by themselves when a connection breaks: a rejection that is not about the attempt
 * may answer the second copy, after the first one has charged.
 */
async function confirm({ result, saysOutcome }: SendResult, options: PayOptions): Promise<PayResult> {
  const status = await askAttempt(options);
  if (status.result?.outcome === 'not_charged') return { ...(result as Failure), isRecorded: true };
  if (status.result) return status.result;
  if (status.state === 'not_found' || (status.state === 'no_answer' && saysOutcome)) return result;
  const code = status.state === 'processing' ? 'attempt_in_flight' : 'attempt_unknown';
  const { error } = result as Failure;
  const message = `${error.message} An earlier copy of the request may have been charged.`;
  return failed(new PaymentError(code, message), result.mode, status.state === 'unknown');
}

function isOnline(): boolean {
  const { navigator } = globalThis as { navigator?: { onLine?: boolean } }; // Node 20 has none
  return navigator?.onLine !== false;
}
