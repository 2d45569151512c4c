import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { toMode, PAYMENTS_PATH, type Mode } from '../../src/transport/protocol.js';
import type { EncryptionKey } from '../../src/payment/encryption-key.js';
import type { PaymentRequest, PlainPayment } from '../../src/payment/schema.js';
import { CardKey, type Encryption, type RefusedCard } from './card-key.js';
import { createApiKey, createPaymentRecord, errorAnswer, refusedCard, requestBody, TEST_CARDS } from './choices.js';
import { Ledger } from './ledger.js';
import { RequestLog } from './request-log.js';

const REQUESTS_PER_MINUTE = 1000;

/** A stand-in for the payments service: one handler, with or without a socket in front of it. */
export interface Sandbox {
  readonly handle: (request: Request) => Promise<Response>;
  /** The API keys that it takes. */
  readonly keys: Readonly<Record<Mode, string>>;
  /** Public key that cards can be encrypted with, if it has one. */
  readonly encryptionKey: EncryptionKey | undefined;
  readonly ledger: Ledger;
  readonly log: RequestLog;
}

/**
 * Makes a sandbox with fresh keys and an empty ledger. It does what the interface of the payments service says;
 * whatever that does not say is in `choices.ts`.
 * @param options.encryption - gives it a key pair, for cards that pages encrypt
 */
export function createSandbox({ encryption }: { encryption?: Encryption | undefined } = {}): Sandbox {
  const keys = { live: createApiKey('live'), test: createApiKey('test') };
  const cardKey = encryption && new CardKey(encryption);
  const ledger = new Ledger();
  const log = new RequestLog();
  const limiter = new RateLimiterMemory({ points: REQUESTS_PER_MINUTE, duration: 60 });

  async function answer(request: Request): Promise<Response> {
    if (new URL(request.url).pathname !== PAYMENTS_PATH) return errorAnswer(404, 'not_found');
    if (request.method !== 'POST') return errorAnswer(405, 'method_not_allowed', { Allow: 'POST' });
    const mode = modeOf(request.headers.get('Authorization'));
    if (!mode) return errorAnswer(401, 'invalid_api_key');
    const wait = await secondsToWait(limiter, mode);
    if (wait > 0) return errorAnswer(429, 'rate_limited', { 'Retry-After': String(wait) });
    return createPayment(request, mode);
  }

  function modeOf(authorization: string | null): Mode | undefined {
    const match = Object.entries(keys).find(([, key]) => authorization === `Bearer ${key}`);
    return toMode(match?.[0]);
  }

  async function createPayment(request: Request, mode: Mode): Promise<Response> {
    const body = requestBody().safeParse(await request.json().catch(() => undefined));
    if (!body.success) return errorAnswer(400, 'invalid_request');
    const idempotencyKey = request.headers.get('Idempotency-Key');
    const opened = await open(body.data, idempotencyKey);
    if ('refused' in opened) return refusedCard(opened);
    const behaviour = mode === 'test' ? TEST_CARDS[opened.payment_method.card.number] : undefined;
    if (behaviour === 'decline') return errorAnswer(402, 'card_declined');
    const payment = createPaymentRecord(opened, mode, new Date());
    ledger.append({ ...payment, idempotency_key: idempotencyKey });
    return behaviour === 'error_after_charge'
      ? errorAnswer(500, 'internal_error')
      : Response.json(payment, { statusText: 'OK' });
  }

  async function open(payment: PaymentRequest, idempotencyKey: string | null): Promise<PlainPayment | RefusedCard> {
    if (payment.payment_method.card) return payment as PlainPayment;
    return cardKey ? cardKey.open(payment, idempotencyKey, Date.now()) : { refused: 'unreadable' };
  }

  async function handle(request: Request): Promise<Response> {
    const startedAt = Date.now();
    const response = await answer(request);
    log.add(request, response.status, startedAt, Date.now());
    return response;
  }

  return { handle, keys, encryptionKey: cardKey?.publicKey, ledger, log };
}

async function secondsToWait(limiter: RateLimiterMemory, mode: Mode): Promise<number> {
  try {
    await limiter.consume(mode);
    return 0;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw refusal;
  }
}
