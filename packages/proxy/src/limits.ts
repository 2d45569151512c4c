import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import {
  isTimeout,
  RETRY_AFTER,
  withinTime,
  type Clock,
  type ErrorOutcome,
  type Mode,
  type PaymentDraft,
} from 'payment-widget/contract';
import { cached } from './attempts/in-process.js';
import { networkOf } from './client-address.js';
import type { Measure, Measurement } from './log.js';
import type { LimitOptions } from './options.js';
import { ProblemError } from './problem.js';
import { LIMITS_TABLE } from './stores/postgres-migration.js';

const SHARED_TIMEOUT_MS = 1000;
/** A shopper may type several cards before one is paid, and a page may ask for several attempts. */
const QUESTIONS_PER_ATTEMPT = 3;
const WINDOW_SECONDS = 600;

const TRIED_OFTEN =
  'Too many attempts for this order or from this client. Retry after the time in Retry-After. Nothing was sent.';
const BUSY = 'Too many payments at once. Retry after the time in Retry-After. Nothing was sent.';
const ASKED_OFTEN = 'Too many questions for unknown attempts. Retry after the time in Retry-After.';
const LOOKED_UP_OFTEN = 'Too many questions for the networks of cards. Retry after the time in Retry-After.';

type Limiters = Partial<Record<'service' | 'reference' | 'client' | 'lookups', RateLimiterAbstract | undefined>>;

type Limit = Extract<Measurement, { kind: 'limited' }>['limit'];

export type Limits = ReturnType<typeof createLimits>;

/** The library is loaded with the first payment. */
export function createLimits(options: LimitOptions = {}, mode: Mode, measure: Measure, clock: Clock) {
  const { humanCheck } = options;
  const clientOf = async (request: Request) => {
    const id = await options.clientId?.(request);
    return id && networkOf(id);
  };
  const load = cached(() => createLimiters(options, mode));

  function refuse(limit: Limit, seconds: number, detail: string, outcome: ErrorOutcome = 'not_charged'): never {
    measure({ kind: 'limited', limit });
    throw new ProblemError(429, 'rate_limited', detail, { outcome, headers: { [RETRY_AFTER]: String(seconds) } });
  }

  const takeResend = async () => {
    const isAllowed = (await secondsToWait((await load()).service, 'service', clock)) === 0;
    if (!isAllowed) measure({ kind: 'limited', limit: 'service' });
    return isAllowed;
  };

  /** @throws {ProblemError} 429 with `Retry-After` */
  const takeFromLimits = async (draft: PaymentDraft, request: Request): Promise<void> => {
    const { service, reference, client } = await load();
    const full = await secondsUntilRoom(service, 'service', clock); // checked first, so that a rejected payment is not counted
    if (full > 0) refuse('service', full, BUSY);
    const name = client && (await clientOf(request));
    let isHuman: boolean | undefined;
    const check = async (limit: Limit, wait: number) => {
      if (wait === 0 || (isHuman ??= (await humanCheck?.(request, draft)) === true)) return;
      refuse(limit, wait, TRIED_OFTEN);
    };
    await check('client', await secondsToWait(client, name && `client:${name}`, clock)); // first, so that it cannot block an order
    await check('reference', await secondsToWait(reference, draft.reference && `reference:${draft.reference}`, clock));
    const busy = await secondsToWait(service, 'service', clock);
    if (busy > 0) refuse('service', busy, BUSY);
  };

  /** @throws {ProblemError} 429 with `Retry-After` */
  const takeQuestion = async (request: Request, what: 'lookups' | 'attempts'): Promise<void> => {
    const { service, lookups } = await load();
    const name = lookups && (await clientOf(request));
    const ofClient = await secondsToWait(lookups, name && `${what}:${name}`, clock);
    const wait = ofClient || (await secondsToWait(service, what, clock));
    if (wait === 0) return;
    if (what === 'lookups') refuse('networks', wait, LOOKED_UP_OFTEN);
    refuse('attempts', wait, ASKED_OFTEN, 'unknown');
  };
  return { takeFromLimits, takeResend, takeQuestion };
}

async function createLimiters(options: LimitOptions, mode: Mode): Promise<Limiters> {
  const { requestsPerMinute = 900, attemptsPerClient = 20, clientId, redis, postgres } = options;
  const { attemptsPerReference = clientId && attemptsPerClient ? attemptsPerClient + 10 : 10 } = options;
  const { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis } = await import('rate-limiter-flexible');
  const create = (points: number | false, duration: number): RateLimiterAbstract | undefined => {
    if (points === false) return undefined;
    const settings = { keyPrefix: `payments-limits:${mode}`, points, duration };
    const memory = new RateLimiterMemory(settings);
    const shared = { ...settings, insuranceLimiter: memory };
    if (redis) {
      const client = { storeClient: redis, useRedisPackage: 'evalSha' in redis, rejectIfRedisNotReady: true };
      return new RateLimiterRedis({ ...shared, ...client });
    }
    return postgres ? new RateLimiterPostgres({ ...shared, ...inPostgres(postgres) }) : memory;
  };
  return {
    service: create(requestsPerMinute, 60),
    reference: create(attemptsPerReference, WINDOW_SECONDS),
    client: clientId && create(attemptsPerClient, WINDOW_SECONDS),
    lookups: clientId && create(attemptsPerClient && attemptsPerClient * QUESTIONS_PER_ATTEMPT, WINDOW_SECONDS),
  };
}

/** The library passes one object, a pool takes two arguments. */
function inPostgres(pool: NonNullable<LimitOptions['postgres']>) {
  const query = async ({ text, values }: { readonly text: string; readonly values: unknown[] }) => {
    const { rows } = await pool.query(text, values);
    return { rows, rowCount: rows.length };
  };
  return { storeClient: { query }, storeType: 'pool', tableName: LIMITS_TABLE, tableCreated: true };
}

/** Uses the limiter in memory if Redis or PostgreSQL does not respond in time. */
async function ask<T>(
  limiter: RateLimiterAbstract,
  clock: Clock,
  question: (counter: RateLimiterAbstract) => Promise<T>,
): Promise<T> {
  const { insuranceLimiter: insurance } = limiter as { insuranceLimiter?: RateLimiterAbstract };
  if (!insurance) return question(limiter); // in memory
  try {
    return await withinTime(SHARED_TIMEOUT_MS, clock, () => question(limiter));
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return question(insurance);
  }
}

/** Counts one request and returns 0, or returns the seconds until there is room. */
async function secondsToWait(
  limiter: RateLimiterAbstract | undefined,
  name: string | null | undefined,
  clock: Clock,
): Promise<number> {
  if (!limiter || !name) return 0;
  try {
    await ask(limiter, clock, (counter) => counter.consume(name));
    return 0;
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    return secondsOf(refusal as RateLimiterRes);
  }
}

async function secondsUntilRoom(limiter: RateLimiterAbstract | undefined, name: string, clock: Clock): Promise<number> {
  const state = limiter && (await ask(limiter, clock, (counter) => counter.get(name)));
  return state && state.remainingPoints <= 0 ? secondsOf(state) : 0;
}

const secondsOf = ({ msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>) =>
  Math.max(1, Math.ceil(msBeforeNext / 1000));
