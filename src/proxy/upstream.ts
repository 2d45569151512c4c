import type { PaymentRequest } from '../payment/schema.js';
import { serializeRequest } from '../payment/serialize.js';
import {
  IDEMPOTENCY_KEY,
  JSON_TYPE,
  judge,
  PAYMENTS_PATH,
  readAnswer,
  RETRY_AFTER,
  type AnswerBody,
} from '../transport/protocol.js';
import type { PaymentProxyOptions } from './options.js';
import { ProblemError } from './problem.js';

/** How long the service may take, in ms; less than the widget waits for us. */
const UPSTREAM_TIMEOUT = 30_000;

/** Node's codes for a connection that was never made. Any other failure may have come after the service charged. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Sends a payment to the service, once, and passes back its status, JSON body and `Retry-After`, nothing else.
 * @throws {ProblemError} when there is no answer to pass back; its outcome says whether money may have moved
 */
export async function sendUpstream(
  payment: PaymentRequest,
  idempotencyKey: string,
  options: PaymentProxyOptions,
): Promise<Response> {
  const request = new Request(new URL(options.baseUrl).href.replace(/\/+$/, '') + PAYMENTS_PATH, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${options.apiKey}`,
      'Content-Type': JSON_TYPE,
      Accept: JSON_TYPE,
      [IDEMPOTENCY_KEY]: idempotencyKey,
    },
    body: serializeRequest(payment, options.buildRequest),
    redirect: 'manual', // a followed redirect would carry the card to another address
    signal: AbortSignal.timeout(UPSTREAM_TIMEOUT), // never the shopper's: closing a tab does not undo a charge
  });
  try {
    const answer = await (options.fetch ?? fetch)(request);
    return passBack(answer, await readAnswer(answer));
  } catch (cause) {
    throw describeFailure(cause);
  }
}

function passBack(answer: Response, body: AnswerBody): Response {
  const { status } = answer;
  const verdict = judge(status, body);
  const redirected = answer.type === 'opaqueredirect' || (status >= 300 && status < 400);
  if (redirected || status > 599 || ('code' in verdict && verdict.code === 'unreadable_answer')) {
    throw new ProblemError(502, 'unreadable_answer', 'The payments service gave an answer that cannot be read.', {
      outcome: 'unknown',
    });
  }
  const headers = new Headers();
  const retryAfter = answer.headers.get(RETRY_AFTER);
  if (retryAfter !== null) headers.set(RETRY_AFTER, retryAfter);
  if (body.kind !== 'json') return new Response(null, { status, headers });
  headers.set('Content-Type', JSON_TYPE);
  return new Response(body.text, { status, headers });
}

/** From the first byte on, whatever goes wrong leaves the outcome open, unless it is known that nothing left. */
function describeFailure(cause: unknown): ProblemError {
  if (cause instanceof ProblemError) return cause;
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return new ProblemError(504, 'timeout', 'The payments service did not answer in time.', {
      outcome: 'unknown',
      cause,
    });
  }
  if (cause instanceof Error && NEVER_CONNECTED.has(codeOf(cause.cause))) {
    return new ProblemError(502, 'service_unreachable', 'The payments service cannot be reached. Nothing was sent.', {
      cause,
    });
  }
  return new ProblemError(502, 'connection_lost', 'The connection to the payments service broke.', {
    outcome: 'unknown',
    cause,
  });
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
