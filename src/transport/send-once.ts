import type { InterpretResponse } from '../contract/interpret.js';
import { PaymentError } from '../contract/errors.js';
import { failed, interpret, type PayResult, type Reading } from './answer.js';
import { withinTime, type Clock } from './clock.js';
import { fetchJson } from './fetch-json.js';
import {
  ATTEMPT_IN_FLIGHT,
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_REPLAYED,
  JSON_TYPE,
  PAYMENTS_PATH,
  type AnswerBody,
} from '../contract/protocol.js';

/** Browsers refuse a larger body, and share 64 KiB between all such requests of a page; a payment takes half of one. */
const KEEPALIVE_LIMIT = 16_000;

/** What is sent. */
export interface TryRequest {
  /** Absolute URL of the merchant's proxy. */
  readonly proxyUrl: string;
  /** The request body, already JSON. Sent as it is. */
  readonly body: string;
  readonly idempotencyKey: string;
  readonly interpretResponse?: InterpretResponse | undefined;
  /**
   * Whether cookies go along; to the page's own origin they do. Browsers keep requests without them on connections of
   * their own, so that the first one is on a new connection, and on those no browser sends anything twice.
   */
  readonly credentials?: 'same-origin' | 'omit' | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** What came of sending once. */
export interface Try {
  readonly result: PayResult;
  /** Whether sending the same once more may tell what this one did not, at a proxy that keeps keys apart. */
  readonly inconclusive?: boolean;
  /**
   * Whether the answer speaks of the attempt, and not only of this one request. A "not charged" of a rate limit, of a
   * login page's 403 or of a proxy whose store is away says nothing of an earlier request that has charged.
   */
  readonly aboutAttempt?: boolean;
  /** Whether the answer says itself what happened to the money, and not only by its status. */
  readonly saysOutcome?: boolean;
}

/** Gateways, which stand between and cannot know; 408 and 425 ask for the same once more. */
const PASSING = new Set([408, 425, 502, 503, 504]);

/** Sends a payment once. Never throws. `limit` is in ms, the answer's body included. */
export async function sendOnce(request: TryRequest, limit: number, clock: Clock): Promise<Try> {
  let response: Response;
  let body: AnswerBody;
  try {
    [response, body] = await withinTime(limit, clock, (signal) =>
      fetchJson(
        request.proxyUrl + PAYMENTS_PATH,
        {
          method: 'POST',
          headers: { 'Content-Type': JSON_TYPE, [IDEMPOTENCY_KEY]: request.idempotencyKey },
          body: request.body,
          credentials: request.credentials ?? 'same-origin',
          keepalive: request.body.length < KEEPALIVE_LIMIT,
          signal,
        },
        request.fetch,
      ),
    );
  } catch (cause) {
    const code = cause instanceof DOMException && cause.name === 'TimeoutError' ? 'timeout' : 'connection_lost';
    const error = new PaymentError(code, 'The request was sent, but no whole answer came back.', { cause });
    return { result: failed(error), inconclusive: true };
  }
  try {
    const reading = interpret(response, body, request.interpretResponse, clock.now());
    const replayed = response.headers.get(IDEMPOTENCY_REPLAYED) === 'true';
    return {
      result: reading.result,
      inconclusive: !replayed && isInconclusive(response.status, body, reading),
      aboutAttempt: replayed || reading.decided || isOfService(reading.result),
      saysOutcome: reading.told?.outcome !== undefined,
    };
  } catch (cause) {
    // Whatever another script has done to the page: the shopper is not left without a word.
    const error = new PaymentError('unreadable_answer', 'The answer could not be read.', { cause });
    return { result: failed(error) };
  }
}

function isInconclusive(status: number, body: AnswerBody, { result, decided, told }: Reading): boolean {
  if (result.outcome !== 'unknown' || decided) return false;
  if (told?.code === ATTEMPT_IN_FLIGHT) return status === 409;
  if (told?.code !== undefined || told?.outcome !== undefined) return false; // it says what happened
  return PASSING.has(status) || body.kind === 'cut';
}

/** Answers that are given only when the attempt has been to the service, or tried: no gateway makes them. */
function isOfService(result: PayResult): boolean {
  if (!('error' in result)) return false;
  const { status, code } = result.error;
  return status === 402 || (status === 502 && code === 'service_unreachable');
}
