import { setTimeout as wait } from 'node:timers/promises';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { PAYMENTS_PATH, type Mode } from '../../src/contract/protocol.js';
import type { EncryptionKey } from '../../src/contract/encryption-key.js';
import type { PaymentRequest, PlainPayment } from '../../src/contract/schema.js';
import { Database } from '../data/database.js';
import { chooseBehaviour, DELAYS, type Delays } from './behaviours.js';
import { CardKey, type Encryption, type RefusedCard } from './card-key.js';
import { Changes } from './changes.js';
import { createPaymentRecord, errorAnswer, refusedCard, requestBody } from './choices.js';
import type { Credential } from './console-api.js';
import { Credentials } from './credentials.js';
import { Idempotency } from './idempotency.js';
import { takeKeys } from './keys.js';
import { Ledger } from './ledger.js';
import { Payments } from './payments.js';
import { RequestLog } from './request-log.js';
import { Settings } from './settings.js';
import { SocketFault } from './socket-fault.js';
import { Deliveries } from './webhooks/deliveries.js';
import { Endpoints } from './webhooks/endpoints.js';

const REQUESTS_PER_MINUTE = 1000;

/** A stand-in for the payments service: one handler, with or without a socket in front of it. */
export interface Sandbox {
  /** Rejects with a {@link SocketFault}, as `fetch` would, where the connection breaks. */
  readonly handle: (request: Request) => Promise<Response>;
  /** API keys that it takes, unless they are revoked. */
  readonly keys: Readonly<Record<Mode, string>>;
  /** Public key that cards can be encrypted with, if it has one. */
  readonly encryptionKey: EncryptionKey | undefined;
  readonly ledger: Ledger;
  readonly log: RequestLog;
  readonly credentials: Credentials;
  readonly settings: Settings;
  readonly endpoints: Endpoints;
  readonly deliveries: Deliveries;
  readonly changes: Changes;
  /** Sends no event any more, and waits for what is being written. The database can be opened again then. */
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** Gives it a key pair, for cards that pages encrypt. */
  readonly encryption?: Encryption | undefined;
  /** Where its state is; in memory if left out. */
  readonly database?: Database;
  /** Keys that it should take; new ones come in the place of those that are missing or revoked. */
  readonly keys?: Partial<Record<Mode, string>>;
  /** How long after each try to deliver an event the next one comes, in ms. */
  readonly retryAfter?: readonly number[];
  readonly delays?: Delays;
}

/**
 * Makes a sandbox; without options one with fresh keys and an empty ledger. It does what the interface of the payments
 * service says; whatever that does not say is in `choices.ts` and `behaviours.ts`.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { encryption, database = Database.inMemory(), delays = DELAYS } = options;
  const changes = new Changes();
  const credentials = new Credentials(database, changes);
  const settings = new Settings(database, changes);
  const endpoints = new Endpoints(database, changes);
  const deliveries = new Deliveries(database, endpoints, changes, options.retryAfter);
  const keys = takeKeys(credentials, options.keys);
  const cardKey = encryption && new CardKey(encryption, database);
  const ledger = new Ledger(database.table('ledger'));
  const payments = new Payments(ledger, deliveries, settings);
  const idempotency = new Idempotency(ledger);
  const log = new RequestLog(database);
  const limiter = new RateLimiterMemory({ points: REQUESTS_PER_MINUTE, duration: 60 });

  async function answer(request: Request, credential: Credential | undefined): Promise<Response> {
    if (new URL(request.url).pathname !== PAYMENTS_PATH) return errorAnswer(404, 'not_found');
    if (request.method !== 'POST') return errorAnswer(405, 'method_not_allowed', { Allow: 'POST' });
    if (!credential || credential.revokedAt !== null) return errorAnswer(401, 'invalid_api_key');
    await credentials.markUsed(credential);
    const { kind: mode } = credential;
    const seconds = await secondsToWait(limiter, mode);
    if (seconds > 0) return errorAnswer(429, 'rate_limited', { 'Retry-After': String(seconds) });
    const idempotencyKey = request.headers.get('Idempotency-Key');
    if (idempotencyKey === null || !settings.current.honoursIdempotency) return createPayment(request, mode);
    return idempotency.once(mode, idempotencyKey, () => createPayment(request, mode));
  }

  async function createPayment(request: Request, mode: Mode): Promise<Response> {
    const body = requestBody().safeParse(await request.json().catch(() => undefined));
    if (!body.success) return errorAnswer(400, 'invalid_request');
    const idempotencyKey = request.headers.get('Idempotency-Key');
    const opened = await open(body.data, idempotencyKey);
    if ('refused' in opened) return refusedCard(opened);
    const behave = chooseBehaviour(request.headers, mode, opened.payment_method.card.number);
    if (!behave) return errorAnswer(400, 'unknown_scenario');
    const record = createPaymentRecord(opened, mode, new Date());
    return behave({
      record,
      authorization: request.headers.get('Authorization') ?? '',
      charge: () => payments.charge(record, idempotencyKey),
      abandon: () => payments.fail(record, idempotencyKey),
      delays,
    });
  }

  async function open(payment: PaymentRequest, idempotencyKey: string | null): Promise<PlainPayment | RefusedCard> {
    if (payment.payment_method.card) return payment as PlainPayment;
    return cardKey ? cardKey.open(payment, idempotencyKey, Date.now()) : { refused: 'unreadable' };
  }

  async function handle(request: Request): Promise<Response> {
    const startedAt = Date.now();
    const credential = credentials.find(bearerOf(request));
    const answering = answer(request, credential);
    const status = await answering.then((response) => response.status, statusOfFault);
    const early = startedAt + settings.current.latencyMs - Date.now();
    if (early > 0) await wait(early);
    await log.add(request, status, startedAt, Date.now(), credential?.kind);
    changes.tell('overview');
    return answering;
  }

  return {
    handle,
    keys,
    encryptionKey: cardKey?.publicKey,
    ledger,
    log,
    credentials,
    settings,
    endpoints,
    deliveries,
    changes,
    async close() {
      deliveries.close();
      await database.close();
    },
  };
}

/** What the service itself believes to have answered. */
function statusOfFault(error: unknown): number {
  if (error instanceof SocketFault) return error.status;
  throw error;
}

/** What comes behind "Bearer"; a scheme that is written in any other way is none. */
function bearerOf(request: Request): string {
  return /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? '';
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
