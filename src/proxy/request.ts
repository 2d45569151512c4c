import { paymentRequest, type PaymentRequest } from '../contract/schema.js';
import { IDEMPOTENCY_KEY, isIdempotencyKey, JSON_TYPE } from '../contract/protocol.js';
import { findFlaw, type JsonFlaw } from './json-text.js';
import { ProblemError } from './problem.js';
import { readBody, TooLongError } from './read-body.js';
import { OverdueError } from './timeouts.js';

/** A payment takes about half a kilobyte. */
const MAX_BODY_BYTES = 16 * 1024;
/** How long it may take to arrive, in ms. */
const BODY_TIMEOUT = 10_000;
/** Nobody reads the rest of such a body, so HTTP/1.1 servers are told to hang up. Later versions do without. */
const CLOSE = { Connection: 'close' };
/** A refusal is not many times as long as what is refused. */
const MAX_ERRORS = 20;
/** A payment is three deep. */
const MAX_DEPTH = 8;

/** What a browser asked for, checked. */
export interface IncomingPayment {
  readonly payment: PaymentRequest;
  readonly idempotencyKey: string;
}

/**
 * Reads and checks a payment request.
 * @throws {ProblemError} 400, 408, 413, 415 or 422; its text names members, never what stood in them
 */
export async function readPayment(request: Request): Promise<IncomingPayment> {
  const type = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== JSON_TYPE) throw new ProblemError(415, 'invalid_request', `Expected Content-Type: ${JSON_TYPE}.`);
  if (request.headers.get('Content-Encoding')) {
    throw new ProblemError(415, 'invalid_request', 'Expected no Content-Encoding: nothing is unpacked here.');
  }
  const idempotencyKey = request.headers.get(IDEMPOTENCY_KEY);
  if (!isIdempotencyKey(idempotencyKey)) {
    throw new ProblemError(400, 'invalid_request', `Expected ${IDEMPOTENCY_KEY}: 22 or more base64url characters.`);
  }
  // One text for all issues: a locale that the host program has set in zod would quote what was sent.
  const parsed = paymentRequest().safeParse(parseJson(await readText(request)), { error: () => 'Invalid input' });
  if (parsed.success) return { payment: parsed.data, idempotencyKey };
  // Names of metadata are the sender's own words, so they are not repeated.
  const named = (path: PropertyKey[]) => (path[0] === 'metadata' ? ['metadata'] : path).join('/');
  const errors = parsed.error.issues
    .slice(0, MAX_ERRORS)
    .map(({ path, message }) => ({ pointer: `/${named(path)}`, detail: message }));
  throw new ProblemError(422, 'invalid_request', 'The body does not have the expected shape.', { members: { errors } });
}

async function readText(request: Request): Promise<string> {
  try {
    const bytes = await readBody(request.body, { bytes: MAX_BODY_BYTES, ms: BODY_TIMEOUT });
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof TooLongError) {
      throw new ProblemError(413, 'invalid_request', `Expected at most ${MAX_BODY_BYTES} bytes.`, { headers: CLOSE });
    }
    if (cause instanceof OverdueError) {
      const text = `Expected the whole body within ${BODY_TIMEOUT / 1000} s.`;
      throw new ProblemError(408, 'invalid_request', text, { headers: CLOSE });
    }
    throw new ProblemError(400, 'invalid_request', 'The body could not be read as UTF-8 text.', { cause });
  }
}

const FLAWS: Readonly<Record<JsonFlaw, string>> = {
  too_deep: 'The body is nested too deeply.',
  name_twice: 'The body has two members of the same name.',
  name_of_prototype: 'The body has a member with a name that is not allowed.',
};

function parseJson(text: string): unknown {
  const flaw = findFlaw(text, MAX_DEPTH);
  if (flaw) throw new ProblemError(400, 'invalid_request', FLAWS[flaw]);
  try {
    return JSON.parse(text);
  } catch {
    throw new ProblemError(400, 'invalid_request', 'The body is not JSON.'); // the parser's message would quote it
  }
}
