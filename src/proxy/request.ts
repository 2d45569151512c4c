import { paymentRequest, type PaymentRequest } from '../payment/schema.js';
import { IDEMPOTENCY_KEY, isIdempotencyKey, JSON_TYPE } from '../transport/protocol.js';
import { ProblemError } from './problem.js';

/** A payment takes about half a kilobyte. */
const MAX_BODY_BYTES = 16 * 1024;

/** What a browser asked for, checked. */
export interface IncomingPayment {
  readonly payment: PaymentRequest;
  readonly idempotencyKey: string;
}

/**
 * Reads and checks a payment request.
 * @throws {ProblemError} 400, 413, 415 or 422; its text names members, never what stood in them
 */
export async function readPayment(request: Request): Promise<IncomingPayment> {
  const type = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== JSON_TYPE) throw new ProblemError(415, 'invalid_request', `Expected Content-Type: ${JSON_TYPE}.`);
  const idempotencyKey = request.headers.get(IDEMPOTENCY_KEY);
  if (!isIdempotencyKey(idempotencyKey)) {
    throw new ProblemError(400, 'invalid_request', `Expected ${IDEMPOTENCY_KEY}: 22 or more base64url characters.`);
  }
  const parsed = paymentRequest().safeParse(parseJson(await readBody(request)));
  if (parsed.success) return { payment: parsed.data, idempotencyKey };
  // Names of metadata are the sender's own words, so they are not repeated.
  const named = (path: PropertyKey[]) => (path[0] === 'metadata' ? ['metadata'] : path).join('/');
  const errors = parsed.error.issues.map(({ path, message }) => ({ pointer: `/${named(path)}`, detail: message }));
  throw new ProblemError(422, 'invalid_request', 'The body does not have the expected shape.', { members: { errors } });
}

async function readBody(request: Request): Promise<string> {
  const chunks = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  try {
    // The length header is the sender's word only, so the bytes are counted as they come.
    for await (const chunk of request.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BODY_BYTES)
        throw new ProblemError(413, 'invalid_request', `Expected at most ${MAX_BODY_BYTES} bytes.`);
      text += chunks.decode(chunk, { stream: true });
    }
    return text + chunks.decode();
  } catch (cause) {
    if (cause instanceof ProblemError) throw cause;
    throw new ProblemError(400, 'invalid_request', 'The body could not be read as UTF-8 text.', { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProblemError(400, 'invalid_request', 'The body is not JSON.'); // the parser's message would quote it
  }
}
