import { withinTime, type Clock } from '../contract/clock.js';
import { PaymentError, type PaymentErrorCode } from '../contract/errors.js';
import { readAnswer, type AnswerBody, type InterpretResponse } from '../contract/answer.js';
import { own } from '../contract/security.js';
import {
  ATTEMPT_IN_FLIGHT,
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_REPLAYED,
  JSON_TYPE,
  ORDER_TOKEN,
  PAYMENTS_PATH,
} from '../contract/protocol.js';
import { failed, readResponse, type PayFailure, type PayResult, type ReadResponse } from './response.js';

export interface ProxyAddress {
  readonly proxyUrl: string;
  /** Called for each request: the page may have renewed it. */
  readonly orderToken?: (() => string | undefined) | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** JSON under the media type of a page counts, too. Default: true, since `/config` and `/attempts` are recognized. */
  readonly isKnown?: boolean | undefined;
}

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

/**
 * A script of the page may have added options to `Object.prototype`, which `fetch` takes: ours inherit nothing.
 * Throws what `fetch` throws, also when the connection breaks within the body, and if the body is too long.
 */
export async function fetchJson(
  { proxyUrl, orderToken, fetch: send = fetch, isKnown = true }: ProxyAddress,
  path: string,
  init: Init,
): Promise<[Response, AnswerBody]> {
  const token = orderToken?.();
  const options = own<RequestInit>({
    credentials: 'same-origin',
    redirect: 'manual', // a redirect would send the card to another address
    cache: 'no-store',
    ...init,
  });
  options.headers = { Accept: JSON_TYPE, ...(token && { [ORDER_TOKEN]: token }), ...own(init).headers };
  const response = await send(proxyUrl + path, options);
  return [response, await readAnswer(response, isKnown)];
}

/** In characters. Browsers limit the `keepalive` bodies of a page to 64 KiB in all. A payment has about 500 bytes. */
const KEEPALIVE_LIMIT = 16_000;

export interface SendRequest extends ProxyAddress {
  readonly body: string;
  readonly idempotencyKey: string;
  readonly interpretResponse?: InterpretResponse | undefined;
  /** Whether sending again is safe. Default: false, one request. */
  readonly idempotent?: boolean | undefined;
  /** With `omit`, browsers use a new connection, where no browser sends a request twice. Default: `same-origin`. */
  readonly credentials?: 'same-origin' | 'omit' | undefined;
}

export interface SendResult {
  readonly result: PayResult;
  /** Whether sending again may resolve the outcome. */
  readonly inconclusive?: boolean;
  readonly saysOutcome?: boolean;
}

/** Never throws. The limit ends with the response body. */
export async function sendOnce(request: SendRequest, limitMs: number, clock: Clock): Promise<SendResult> {
  let response: Response;
  let body: AnswerBody;
  let read: ReadResponse;
  try {
    [response, body] = await withinTime(limitMs, clock, (signal) =>
      fetchJson({ isKnown: false, ...request }, PAYMENTS_PATH, {
        method: 'POST',
        headers: { 'Content-Type': JSON_TYPE, [IDEMPOTENCY_KEY]: request.idempotencyKey },
        body: request.body,
        credentials: request.credentials ?? 'same-origin',
        keepalive: request.body.length < KEEPALIVE_LIMIT,
        signal,
      }),
    );
    read = readResponse(response, body, request.interpretResponse, clock.now());
  } catch (cause) {
    const code = cause instanceof DOMException && cause.name === 'TimeoutError' ? 'timeout' : 'connection_lost';
    const error = new PaymentError(code, 'The request was sent, but no complete response arrived.', { cause });
    return { result: failed(error), inconclusive: true };
  }
  if (request.idempotent && body.kind === 'none' && 'payment' in read.result && !read.isOwn) {
    // Any server can answer 200 without a body. The proxy answers the next request as a replay.
    const error = new PaymentError('unreadable_answer', 'The response is empty.', { status: response.status });
    return { result: failed(error), inconclusive: true };
  }
  const replayed = response.headers.get(IDEMPOTENCY_REPLAYED) === 'true';
  const { result } = read;
  return {
    result: 'error' in result ? failed(result.error, result.mode, replayed || isRecorded(result, read)) : result,
    inconclusive: !replayed && isInconclusive(response.status, body, read),
    saysOutcome: read.reported?.outcome !== undefined,
  };
}

/** Whether another server has answered in place of the proxy, the answer is cut, or the attempt is in progress. */
function isInconclusive(
  status: number,
  body: AnswerBody,
  { result, isByMerchant, reported, isOwn }: ReadResponse,
): boolean {
  if (result.outcome !== 'unknown' || isByMerchant) return false;
  if (reported?.code === ATTEMPT_IN_FLIGHT) return status === 409;
  return !isOwn || body.kind === 'cut';
}

/** Codes of the proxy for an attempt that may have left no record. */
const UNRECORDED: readonly PaymentErrorCode[] = ['attempt_in_flight', 'store_unavailable'];

/** A rate limit, a login page or a store that is unavailable say nothing about an earlier request. */
function isRecorded({ outcome, error }: PayFailure, { isByMerchant, isOwn }: ReadResponse): boolean {
  if (outcome === 'unknown') return isOwn && !UNRECORDED.includes(error.code);
  if (error.status === 402 || (isByMerchant && isOwn)) return true;
  return error.code === 'idempotency_key_reused' || (error.status === 502 && error.code === 'service_unreachable');
}
