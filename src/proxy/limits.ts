import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { PaymentDraft } from '../contract/schema.js';
import { RETRY_AFTER, type Mode } from '../contract/protocol.js';
import { ProblemError } from './problem.js';
import type { RedisClient } from './attempts/stores/redis.js';
import { OverdueError, within } from './timeouts.js';

/** Limits of a proxy. Each is a whole number, or `false` for none. */
export interface LimitOptions {
  /** Requests to the service in a minute; 900, since the service allows 1000. */
  requestsPerMinute?: number | false;
  /** Attempts for one order in ten minutes; 10. Who tries out stolen cards uses one order for many. */
  attemptsPerReference?: number | false;
  /** Attempts of one client in ten minutes; 20. It needs `clientId`. */
  attemptsPerClient?: number | false;
  /**
   * Who asks, such as the address that your server or the one in front of it has seen. A `Request` has no address, so
   * without this function there is no limit for each client.
   */
  clientId?: (request: Request) => string | undefined | Promise<string | undefined>;
  /** Asked when an order or a client has no attempts left: true lets this one through. The request's body is read. */
  humanCheck?: (request: Request, draft: PaymentDraft) => boolean | Promise<boolean>;
  /** Counts for all proxies together. While it cannot be reached, each counts for itself. */
  redis?: RedisClient;
}

/** How long Redis may take to count, in ms. */
const REDIS_TIME = 1000;
/** Ten minutes, in seconds. */
const WINDOW = 600;

const BUSY = 'Too many payments at once. Nothing was sent.';

interface Limiters {
  readonly service?: RateLimiterAbstract | undefined;
  readonly reference?: RateLimiterAbstract | undefined;
  readonly client?: RateLimiterAbstract | undefined;
}

export interface Limits {
  /**
   * Takes a payment from all limits that it counts for.
   * @throws {ProblemError} 429 with `Retry-After`, when there is nothing left
   */
  readonly takeFromLimits: (draft: PaymentDraft, request: Request) => Promise<void>;
  /** Takes one more request to the service, for a payment that is sent again. False when there is none left. */
  readonly takeResend: () => Promise<boolean>;
}

/** Makes the limits. Their library is loaded with the first payment, and only if there is a limit. */
export function createLimits(options: LimitOptions = {}, mode: Mode): Limits {
  const { clientId, humanCheck } = options;
  let loading: Promise<Limiters> | undefined;
  const load = () => (loading ??= createLimiters(options, mode));
  const takeResend = async () => (await secondsToWait((await load()).service, 'service')) === 0;
  const takeFromLimits: Limits['takeFromLimits'] = async (draft, request) => {
    const { service, reference, client } = await load();
    const full = await secondsUntilRoom(service, 'service'); // looked at first: who cannot be served leaves no trace
    if (full > 0) refuse(full, BUSY);
    const name = client && (await clientId?.(request));
    const waits = [
      await secondsToWait(reference, draft.reference && `reference:${draft.reference}`),
      await secondsToWait(client, name && `client:${name}`),
    ];
    const wait = Math.max(...waits);
    if (wait > 0 && !(await humanCheck?.(request, draft))) {
      refuse(wait, 'Too many attempts for this order or from this client. Nothing was sent.');
    }
    const busy = await secondsToWait(service, 'service');
    if (busy > 0) refuse(busy, BUSY);
  };
  return { takeFromLimits, takeResend };
}

async function createLimiters(options: LimitOptions, mode: Mode): Promise<Limiters> {
  const { requestsPerMinute = 900, attemptsPerReference = 10, attemptsPerClient = 20, clientId, redis } = options;
  if (!requestsPerMinute && !attemptsPerReference && !attemptsPerClient) return {};
  const { RateLimiterMemory, RateLimiterRedis } = await import('rate-limiter-flexible');
  const create = (points: number | false, duration: number): RateLimiterAbstract | undefined => {
    if (points === false) return undefined;
    const settings = { keyPrefix: `payments-limits:${mode}`, points, duration };
    const memory = new RateLimiterMemory(settings);
    if (!redis) return memory;
    const client = { storeClient: redis, useRedisPackage: 'evalSha' in redis, rejectIfRedisNotReady: true };
    return new RateLimiterRedis({ ...settings, ...client, insuranceLimiter: memory });
  };
  return {
    service: create(requestsPerMinute, 60),
    reference: create(attemptsPerReference, WINDOW),
    client: clientId && create(attemptsPerClient, WINDOW),
  };
}

/** 0 where there is something left, or no limit. */
async function secondsToWait(limiter: RateLimiterAbstract | undefined, name: string | undefined): Promise<number> {
  if (!limiter || !name) return 0;
  try {
    await asked(limiter, (counter) => counter.consume(name));
    return 0;
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    const { msBeforeNext } = refusal as { msBeforeNext: number };
    return Math.max(1, Math.ceil(msBeforeNext / 1000));
  }
}

/** As {@link secondsToWait}, and takes nothing. */
async function secondsUntilRoom(limiter: RateLimiterAbstract | undefined, name: string): Promise<number> {
  const state = limiter && (await asked(limiter, (counter) => counter.get(name)));
  return state && state.remainingPoints <= 0 ? Math.max(1, Math.ceil(state.msBeforeNext / 1000)) : 0;
}

/** A Redis that does not answer in time is as good as none: there is a limiter for that. */
async function asked<T>(limiter: RateLimiterAbstract, ask: (counter: RateLimiterAbstract) => Promise<T>): Promise<T> {
  try {
    return await within(REDIS_TIME, ask(limiter));
  } catch (error) {
    const { insuranceLimiter: insurance } = limiter as { insuranceLimiter?: RateLimiterAbstract };
    if (!(error instanceof OverdueError) || !insurance) throw error;
    return ask(insurance);
  }
}

function refuse(seconds: number, detail: string): never {
  throw new ProblemError(429, 'rate_limited', detail, { headers: { [RETRY_AFTER]: String(seconds) } });
}
