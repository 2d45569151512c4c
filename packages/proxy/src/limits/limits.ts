import { RETRY_AFTER, type Clock, type ErrorOutcome, type Mode, type PaymentDraft } from 'payment-widget/contract';
import { ProblemError } from '../base/problem.js';
import type { Measure, Measurement } from '../log/measurements.js';
import { DEFAULTS, type LimitOptions } from '../options/options.js';
import { networkOf } from './client-address.js';
import { createMemoryCounters, withFallback, type Count, type Counters } from './counters.js';
import { createPostgresCounters } from './postgres-counters.js';
import { createRedisCounters } from './redis-counters.js';

/** A shopper may type several cards before one is paid, and a page may ask for several attempts. */
const QUESTIONS_PER_ATTEMPT = 3;
const SERVICE_WINDOW_MS = 60_000;
const WINDOW_MS = 600_000;
const UNLIMITED = Number.MAX_SAFE_INTEGER;

const TRIED_OFTEN =
  'Too many attempts for this order or from this client. Retry after the time in Retry-After. Nothing was sent.';
const BUSY = 'Too many payments at once. Retry after the time in Retry-After. Nothing was sent.';
const ASKED_OFTEN = 'Too many questions for unknown attempts. Retry after the time in Retry-After.';
const LOOKED_UP_OFTEN = 'Too many questions for the networks of cards. Retry after the time in Retry-After.';

type Limit = Extract<Measurement, { kind: 'limited' }>['limit'];

interface LimitCount extends Count {
  readonly limit: Limit;
}

/** A limit that leaves no room, and the seconds until it does. */
interface Reached {
  readonly limit: Limit;
  readonly seconds: number;
}

/** What a payment was counted for. */
export type Counted = readonly Count[];

export type Limits = ReturnType<typeof createLimits>;

export function createLimits(options: LimitOptions = {}, mode: Mode, measure: Measure, clock: Clock) {
  const { humanCheck, clientId } = options;
  const { requestsPerMinute = DEFAULTS.requestsPerMinute, attemptsPerClient = DEFAULTS.attemptsPerClient } = options;
  const byClient = clientId && attemptsPerClient ? attemptsPerClient : 0;
  const { attemptsPerReference = byClient + DEFAULTS.attemptsPerReference } = options;
  const questionsPerClient = attemptsPerClient && attemptsPerClient * QUESTIONS_PER_ATTEMPT;
  const counters = openCounters(options, clock);

  const clientOf = async (request: Request) => {
    const id = await clientId?.(request);
    return id && networkOf(id);
  };

  const count = (limit: Limit, name: string | null | undefined, most: number | false, windowMs: number) =>
    name && most !== false ? [{ limit, name: `${mode}:${name}`, most, windowMs }] : [];

  async function countsOf({ reference }: PaymentDraft, request: Request, isHuman = false): Promise<LimitCount[]> {
    const client = await clientOf(request);
    const unlessHuman = (most: number | false) => (isHuman && most !== false ? UNLIMITED : most);
    return [
      ...count('service', 'service', requestsPerMinute, SERVICE_WINDOW_MS),
      ...count('client', client && `client:${client}`, unlessHuman(attemptsPerClient), WINDOW_MS),
      ...count('reference', reference && `reference:${reference}`, unlessHuman(attemptsPerReference), WINDOW_MS),
    ];
  }

  /** Counts a request for all of its limits, or for none if one is reached. */
  async function take(counts: readonly LimitCount[]): Promise<Reached | undefined> {
    const full = counts.length > 0 ? await counters.take(counts) : undefined;
    const limit = full && counts[full.index]?.limit;
    return limit && { limit, seconds: Math.max(1, Math.ceil(full.waitMs / 1000)) };
  }

  function refuse({ limit, seconds }: Reached, detail: string, outcome: ErrorOutcome = 'not_charged'): never {
    measure({ kind: 'limited', limit });
    throw new ProblemError(429, 'rate_limited', detail, { outcome, headers: { [RETRY_AFTER]: String(seconds) } });
  }

  return {
    /** @returns undefined if a limit is reached */
    async count(draft: PaymentDraft, request: Request): Promise<Counted | undefined> {
      const counts = await countsOf(draft, request);
      return (await take(counts)) ? undefined : counts;
    },

    /**
     * Asks `humanCheck` above the limits of an order and of a client.
     * @throws {ProblemError} 429 with `Retry-After`
     */
    async admit(draft: PaymentDraft, request: Request): Promise<Counted> {
      let counts = await countsOf(draft, request);
      let reached = await take(counts);
      if (reached && reached.limit !== 'service' && (await humanCheck?.(request, draft)) === true) {
        counts = await countsOf(draft, request, true);
        reached = await take(counts);
      }
      if (reached) refuse(reached, reached.limit === 'service' ? BUSY : TRIED_OFTEN);
      return counts;
    },

    /** Gives back the counts of a request that turned out to be a repeated one. */
    giveBack: (counted: Counted): Promise<void> =>
      counted.length > 0 ? counters.giveBack(counted) : Promise.resolve(),

    async takeResend(): Promise<boolean> {
      const reached = await take(count('service', 'service', requestsPerMinute, SERVICE_WINDOW_MS));
      if (reached) measure({ kind: 'limited', limit: 'service' });
      return !reached;
    },

    /** @throws {ProblemError} 429 with `Retry-After` */
    async takeQuestion(request: Request, what: 'lookups' | 'attempts'): Promise<void> {
      const limit = what === 'lookups' ? 'networks' : 'attempts';
      const client = await clientOf(request);
      const reached = await take([
        ...count(limit, client && `${what}:${client}`, questionsPerClient, WINDOW_MS),
        ...count(limit, what, requestsPerMinute, SERVICE_WINDOW_MS),
      ]);
      if (!reached) return;
      if (what === 'lookups') refuse(reached, LOOKED_UP_OFTEN);
      refuse(reached, ASKED_OFTEN, 'unknown');
    },
  };
}

function openCounters({ redis, postgres }: LimitOptions, clock: Clock): Counters {
  const memory = createMemoryCounters(clock);
  const shared = redis ? createRedisCounters(redis) : postgres && createPostgresCounters(postgres);
  return shared ? withFallback(shared, memory, clock) : memory;
}
