import { PaymentError } from '../contract/errors.js';
import { failed, type PayResult } from './answer.js';
import { realClock, type Clock } from './clock.js';
import { askAttempt } from './attempt-status.js';
import { delayBeforeNext } from './backoff.js';
import { sendOnce, type Try, type TryRequest } from './send-once.js';

export type { PayResult } from './answer.js';

/** More than a proxy takes (40 s) and less than the whole attempt (55 s), so that there is time to ask once more. */
const TRY_TIMEOUT = 45_000;

/** How often it is looked whether the browser is online again, in ms. */
const ONLINE_CHECK = 250;

export interface PayOptions extends TryRequest {
  /** Limit for the whole attempt with all its waiting, in ms. */
  readonly timeout: number;
  /** Limit for each time that it is sent, in ms; 45000. Without `idempotent` only `timeout` counts. */
  readonly tryTimeout?: number | undefined;
  /**
   * Whether the proxy has declared `idempotency: true`, so that it sends on one payment however often it gets the
   * same key. Without it, the default, a payment is sent exactly once.
   */
  readonly idempotent?: boolean | undefined;
  /** Whether the proxy has declared `recovery: true`, so that it can be asked what became of an attempt. */
  readonly recovery?: boolean | undefined;
  /** The platform's, if left out. */
  readonly clock?: Clock | undefined;
  /** Whether there is a network; `navigator.onLine`, if left out. */
  readonly online?: (() => boolean) | undefined;
}

/** How an attempt ended, and how far that can be relied on: see {@link Try}. */
type Ending = Pick<Try, 'result' | 'aboutAttempt' | 'saysOutcome'>;

/**
 * Makes one attempt to pay and says how it ended. Never throws. The connection may break after the service has
 * charged, so anything that is not certain ends as `unknown`. To learn what happened, the same bytes are sent again
 * under the same key, but only to a proxy that is `idempotent`, and only as long as nobody has said what happened.
 */
export async function pay(options: PayOptions): Promise<PayResult> {
  const { online = isOnline } = options;
  if (!online()) return failed(new PaymentError('offline', 'The browser is offline, nothing was sent.'));
  const ending = await send(options, online);
  const { result, aboutAttempt } = ending;
  return options.recovery && result.outcome === 'not_charged' && !aboutAttempt ? confirm(ending, options) : result;
}

async function send(options: PayOptions, online: () => boolean): Promise<Ending> {
  const { timeout, tryTimeout = TRY_TIMEOUT, clock = realClock } = options;
  const deadline = clock.now() + timeout;
  const timeLeft = () => deadline - clock.now();

  if (!options.idempotent) return sendOnce(options, timeout, clock);

  let doubt: Ending | undefined;
  for (let tries = 1; ; tries++) {
    const ending = await sendOnce(options, Math.min(tryTimeout, timeLeft()), clock);
    const { result } = ending;
    if (!ending.inconclusive) {
      // What was refused now may have been charged by the request before.
      return doubt && result.outcome === 'not_charged' && !ending.aboutAttempt ? doubt : ending;
    }
    doubt = ending;
    const retryAfter = 'error' in result ? result.error.retryAfter : undefined;
    const delay = delayBeforeNext(tries, retryAfter, clock.random());
    if (delay >= timeLeft()) return doubt; // nothing could be sent after that wait, so the shopper need not wait either
    await clock.sleep(delay);
    while (!online() && timeLeft() > 0) await clock.sleep(Math.min(ONLINE_CHECK, timeLeft()));
    if (timeLeft() <= 0) return doubt;
  }
}

/**
 * Asks the proxy before a refusal is believed that says nothing of the attempt, such as a gateway's. Browsers send a
 * request again by themselves when a connection breaks: the refusal may be of the second copy, and the first charged.
 */
async function confirm({ result, saysOutcome }: Ending, options: PayOptions): Promise<PayResult> {
  const news = await askAttempt(options);
  if (news.result) return news.result.outcome === 'not_charged' ? result : news.result;
  if (news.state === 'not_found' || (news.state === 'no_answer' && saysOutcome)) return result;
  const code = news.state === 'processing' ? 'attempt_in_flight' : 'attempt_unknown';
  return failed(new PaymentError(code, 'The request was refused, but it may have been sent before.'), result.mode);
}

function isOnline(): boolean {
  const { navigator } = globalThis as { navigator?: { onLine?: boolean } }; // servers have none
  return navigator?.onLine !== false;
}
