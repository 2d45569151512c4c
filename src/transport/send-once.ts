import type { InterpretResponse } from '../contract/interpret.js';
import { PaymentError } from '../contract/errors.js';
import { failed, readResponse, type PayResult, type ReadResponse } from './response.js';
import { withinTime, type Clock } from '../contract/clock.js';
import { fetchJson, type ProxyAddress } from './fetch-json.js';
import {
  ATTEMPT_IN_FLIGHT,
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_REPLAYED,
  JSON_TYPE,
  PAYMENTS_PATH,
  type AnswerBody,
} from '../contract/protocol.js';

/** In characters. Browsers limit the `keepalive` bodies of a page to 64 KiB in all. A payment has about 500 bytes. */
const KEEPALIVE_LIMIT = 16_000;

export interface SendRequest extends ProxyAddress {
  /** JSON, sent as it is. */
  readonly body: string;
  readonly idempotencyKey: string;
  readonly interpretResponse?: InterpretResponse | undefined;
  /**
   * Default: `same-origin`. With `omit`, browsers use separate connections, so that the first request is on a new one,
   * where no browser sends a request twice.
   */
  readonly credentials?: 'same-origin' | 'omit' | undefined;
}

export interface SendResult {
  readonly result: PayResult;
  /** Whether sending again, to an idempotent proxy, may resolve the outcome. */
  readonly inconclusive?: boolean;
  /**
   * Whether the response is about the attempt rather than this request only. A rate limit, a login page or a store that
   * is unavailable say nothing about an earlier request.
   */
  readonly aboutAttempt?: boolean;
  /** Whether the body names the outcome. */
  readonly saysOutcome?: boolean;
}

/** Statuses of gateways, which do not know the outcome. 408 and 425 ask for the same request again. */
const GATEWAY_STATUSES = new Set([408, 425, 502, 503, 504]);

/**
 * Sends a payment once. Never throws.
 * @param limit - in ms, until the end of the response body
 */
export async function sendOnce(request: SendRequest, limit: number, clock: Clock): Promise<SendResult> {
  let response: Response;
  let body: AnswerBody;
  try {
    [response, body] = await withinTime(limit, clock, (signal) =>
      fetchJson(request, PAYMENTS_PATH, {
        method: 'POST',
        headers: { 'Content-Type': JSON_TYPE, [IDEMPOTENCY_KEY]: request.idempotencyKey },
        body: request.body,
        credentials: request.credentials ?? 'same-origin',
        keepalive: request.body.length < KEEPALIVE_LIMIT,
        signal,
      }),
    );
  } catch (cause) {
    const code = cause instanceof DOMException && cause.name === 'TimeoutError' ? 'timeout' : 'connection_lost';
    const error = new PaymentError(code, 'The request was sent, but no complete response arrived.', { cause });
    return { result: failed(error), inconclusive: true };
  }
  try {
    const read = readResponse(response, body, request.interpretResponse, clock.now());
    const replayed = response.headers.get(IDEMPOTENCY_REPLAYED) === 'true';
    return {
      result: read.result,
      inconclusive: !replayed && isInconclusive(response.status, body, read),
      aboutAttempt: replayed || read.isByMerchant || isOfService(read.result),
      saysOutcome: read.reported?.outcome !== undefined,
    };
  } catch (cause) {
    // Another script of the page may have patched built-ins.
    const error = new PaymentError('unreadable_answer', 'The response could not be read.', { cause });
    return { result: failed(error) };
  }
}

function isInconclusive(status: number, body: AnswerBody, { result, isByMerchant, reported }: ReadResponse): boolean {
  if (result.outcome !== 'unknown' || isByMerchant) return false;
  if (reported?.code === ATTEMPT_IN_FLIGHT) return status === 409;
  if (reported?.code !== undefined || reported?.outcome !== undefined) return false; // the outcome is explicit
  return GATEWAY_STATUSES.has(status) || body.kind === 'cut';
}

/** Responses that only the service, or the proxy on its behalf, gives; no gateway does. */
function isOfService(result: PayResult): boolean {
  if (!('error' in result)) return false;
  const { status, code } = result.error;
  return status === 402 || (status === 502 && code === 'service_unreachable');
}
