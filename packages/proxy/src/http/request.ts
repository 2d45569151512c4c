import {
  IDEMPOTENCY_KEY,
  isIdempotencyKey,
  isTimeout,
  JSON_TYPE,
  type Clock,
  type PaymentRequest,
  type Mode,
  PAYMENTS_MODE,
} from 'payment-widget/contract';
import { findFlaw, type JsonFlaw } from '../base/json.js';
import { invalidMembers, ProblemError } from '../base/problem.js';
import { readBytes, TooLongError } from '../base/read-bytes.js';
import { paymentRequest } from '../order/schema.js';

/** A payment takes about half a kilobyte. */
const MAX_BODY_BYTES = 16 * 1024;
const BODY_TIMEOUT_MS = 10_000;
/** The rest of the body is not read, so HTTP/1.1 servers should close the connection. */
const CLOSE = { Connection: 'close' };
/** Limits the length of the response. */
const MAX_ERRORS = 20;
/** A payment has three levels. */
const MAX_DEPTH = 8;

/** @throws {ProblemError} 400, 408, 413, 415, or 500 `body_already_read`; it never quotes the body */
export async function readPaymentMessage(request: Request, clock: Clock) {
  const type = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== JSON_TYPE) throw new ProblemError(415, 'invalid_request', `Expected Content-Type: ${JSON_TYPE}.`);
  if (request.headers.get('Content-Encoding')) {
    throw new ProblemError(415, 'invalid_request', 'Content-Encoding is not supported. Send the body uncompressed.');
  }
  const idempotencyKey = request.headers.get(IDEMPOTENCY_KEY);
  if (!isIdempotencyKey(idempotencyKey)) throw invalidKey();
  return { idempotencyKey, body: parseJson(await readText(request, clock)) };
}

/** @throws {ProblemError} 403 `mode_mismatch` if the page shows another mode, for example that of a cached configuration */
export function checkMode({ headers }: Request, mode: Mode): void {
  const shown = headers.get(PAYMENTS_MODE);
  if (shown === null || shown === mode) return;
  const key = mode === 'live' ? 'a Live key' : 'a Test key';
  throw new ProblemError(
    403,
    'mode_mismatch',
    `The page shows another mode, but the proxy has ${key}. Nothing was sent.`,
  );
}

/** @throws {ProblemError} 422 with members by JSON Pointers, at whose fields the widget shows the errors; it never quotes values */
export function parsePayment(body: unknown): PaymentRequest {
  // One message for all issues: with a zod locale of the host program, messages would quote the request.
  const parsed = paymentRequest().safeParse(body, { error: () => 'Invalid input' });
  if (parsed.success) return parsed.data;
  // Names of metadata members come from the request, so they are not quoted.
  const toPointer = (path: PropertyKey[]) => (path[0] === 'metadata' ? ['metadata'] : path).join('/');
  const issues = parsed.error.issues.slice(0, MAX_ERRORS);
  const errors = issues.map(({ path, message }) => ({ pointer: `/${toPointer(path)}`, detail: message }));
  throw invalidMembers('The payment is invalid. See errors. Nothing was sent.', errors);
}

export function invalidKey(): ProblemError {
  return new ProblemError(400, 'invalid_request', `Expected ${IDEMPOTENCY_KEY}: 22 to 255 base64url characters.`);
}

async function readText(request: Request, clock: Clock): Promise<string> {
  await Promise.resolve(); // adapters then abort a request that a body parser has read; a client cannot leave so fast
  if (request.bodyUsed || request.body?.locked || request.signal.aborted) throw bodyAlreadyRead(request);
  try {
    const bytes = await readBytes(request.body, { bytes: MAX_BODY_BYTES, ms: BODY_TIMEOUT_MS }, clock);
    if (bytes.length === 0 && Number(request.headers.get('Content-Length')) > 0) throw bodyAlreadyRead(request);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof ProblemError) throw cause;
    if (cause instanceof TooLongError) {
      const text = `The body is too long. Expected at most ${MAX_BODY_BYTES} bytes.`;
      throw new ProblemError(413, 'invalid_request', text, { headers: CLOSE });
    }
    if (isTimeout(cause)) {
      const text = `The body did not arrive within ${BODY_TIMEOUT_MS / 1000} s, or other code, such as a body parser, has read it.`;
      throw new ProblemError(408, 'invalid_request', text, { headers: CLOSE });
    }
    throw new ProblemError(400, 'invalid_request', 'The body is not valid UTF-8.', { cause });
  }
}

function bodyAlreadyRead(request: Request): ProblemError {
  // Adapters take a body that was read for a client that has disconnected, and send no response after an abort.
  if (request.signal.aborted) Object.defineProperty(request, 'signal', { value: new AbortController().signal });
  const text = 'Other code, such as a body parser, has read the body before the proxy. Nothing was sent.';
  return new ProblemError(500, 'body_already_read', text, { headers: CLOSE });
}

const FLAWS: Readonly<Record<JsonFlaw, string>> = {
  too_deep: `The body is nested too deeply. Expected at most ${MAX_DEPTH} levels.`,
  name_twice: 'The body has two members with the same name.',
  name_of_prototype: 'The body has a member named __proto__, constructor or prototype.',
};

function parseJson(text: string): unknown {
  const flaw = findFlaw(text, MAX_DEPTH);
  if (flaw) throw new ProblemError(400, 'invalid_request', FLAWS[flaw]);
  try {
    return JSON.parse(text);
  } catch {
    throw new ProblemError(400, 'invalid_request', 'The body is not JSON.'); // the parser's message would quote the body
  }
}
