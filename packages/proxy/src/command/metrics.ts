import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { version } from '../../package.json';
import { realClock, withinTime, type Clock } from 'payment-widget/contract';
import { countWaiting, listAttempts } from '../attempts/list-attempts.js';
import type { AttemptOutcome, Measurement } from '../log/measurements.js';
import type { AttemptStore } from '../stores/store.js';

/** No label names an order, an attempt, a client or a card. All values of each label are given, unless they are fixed for a process. */
export type Metric = readonly [
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  labels?: Readonly<Record<string, readonly string[]>>,
];

const OUTCOMES: readonly AttemptOutcome[] = ['paid', 'pending', 'declined', 'failed', 'unknown'];

type Limit = Extract<Measurement, { kind: 'limited' }>['limit'];

const LIMITS: readonly Limit[] = ['service', 'reference', 'client', 'networks', 'attempts'];

export const METRICS = {
  payments_attempts_total: [
    'counter',
    'Attempts that were sent to the payments service. failed: not charged, and not because of the card.',
    { outcome: OUTCOMES },
  ],
  payments_unknown_attempts: ['gauge', 'Attempts in the store whose outcome is unknown. Each needs you.'],
  payments_oldest_unknown_seconds: [
    'gauge',
    'How long the outcome of the oldest of them has been unknown. 0 if there is none.',
  ],
  payments_pending_attempts: [
    'gauge',
    'Attempts in the store that the service has accepted with 202 and that nothing has settled yet.',
  ],
  payments_oldest_pending_seconds: ['gauge', 'How long the oldest of them has been pending. 0 if there is none.'],
  payments_service_duration_seconds: [
    'histogram',
    'Duration of requests to the payments service, retries one by one. none: no readable response.',
    { status: ['2xx', '3xx', '4xx', '5xx', 'none'] },
  ],
  payments_limited_total: [
    'counter',
    'Requests that were refused by a limit: of all requests to the service, of an order, of a client, of questions for networks or unknown attempts.',
    { limit: LIMITS },
  ],
  payments_store_errors_total: ['counter', 'Failed or slow steps of the store.'],
  payments_settled_total: [
    'counter',
    'Webhooks to SETTLED_URL. A failed one is repeated.',
    { result: ['delivered', 'failed'] },
  ],
  payments_settled_waiting: ['gauge', 'Webhooks in the store that SETTLED_URL has not accepted yet.'],
  payments_build_info: [
    'gauge',
    'Always 1. Its labels name the version of the package and the mode, test or live.',
    { version: [], mode: [] },
  ],
} as const satisfies Readonly<Record<string, Metric>>;

type Name = keyof typeof METRICS;

/** Bounds in seconds. The proxy waits at most 30 s for the service, so what is above was cut off. */
const BUCKETS = [0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 15, 20, 25, 30];

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(mode: string, store: AttemptStore, clock = realClock) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = {
    attempt: createCounter(registry, 'payments_attempts_total'),
    limited: createCounter(registry, 'payments_limited_total'),
    store_error: createCounter(registry, 'payments_store_errors_total'),
    settled: createCounter(registry, 'payments_settled_total'),
  };
  const durations = new Histogram({ ...configOf(registry, 'payments_service_duration_seconds'), buckets: BUCKETS });
  for (const status of METRICS.payments_service_duration_seconds[2].status) durations.zero({ status });
  const gauges = BACKLOG.map((name) => new Gauge(configOf(registry, name)));
  new Gauge(configOf(registry, 'payments_build_info')).set({ version, mode }, 1);
  return {
    onMeasurement: (measurement: Measurement): void => {
      if (measurement.kind === 'service_request') {
        durations.observe({ status: classOf(measurement.status) }, measurement.seconds);
      } else {
        const { kind, ...labels } = measurement;
        counters[kind].inc(labels);
      }
    },
    async show(): Promise<Response> {
      const backlog = await withinTime(PATIENCE_MS, clock, () => readBacklog(store, clock)).catch(() => {
        counters.store_error.inc();
      });
      for (const [index, gauge] of gauges.entries()) {
        const value = backlog?.[index];
        if (value === undefined) gauge.remove();
        else gauge.set(value);
      }
      return new Response(await registry.metrics(), {
        headers: { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' },
      });
    },
  };
}

/** Prometheus itself waits for 10 s. */
const PATIENCE_MS = 5000;

const BACKLOG = [
  'payments_unknown_attempts',
  'payments_oldest_unknown_seconds',
  'payments_pending_attempts',
  'payments_oldest_pending_seconds',
  'payments_settled_waiting',
] as const satisfies readonly Name[];

function configOf(registry: Registry, name: Name) {
  const [, help, labels = {}]: Metric = METRICS[name];
  return { name, help, labelNames: Object.keys(labels), registers: [registry] };
}

/** Starts at 0 for each value of its label, so that a first increase is visible. */
function createCounter(registry: Registry, name: Name): Counter {
  const counter = new Counter(configOf(registry, name));
  const [, , labels = {}]: Metric = METRICS[name];
  for (const [label, values] of Object.entries(labels)) for (const value of values) counter.inc({ [label]: value }, 0);
  return counter;
}

function classOf(status = 0): string {
  return status >= 200 && status < 600 ? `${Math.floor(status / 100)}xx` : 'none';
}

/** @returns the values of {@link BACKLOG} */
async function readBacklog(store: AttemptStore, clock: Clock): Promise<readonly number[]> {
  const since: Readonly<Record<string, Date[]>> = { unknown: [], pending: [] };
  for await (const attempt of listAttempts(store, { open: true }, clock)) since[attempt.state]?.push(attempt.since);
  const counts = Object.values(since).flatMap((times) => [times.length, secondsSinceFirst(times, clock.now())]);
  return [...counts, await countWaiting(store)];
}

/** Another machine may have a clock that is ahead. */
function secondsSinceFirst(times: readonly Date[], now: number): number {
  const oldest = Math.min(now, ...times.map((time) => time.getTime()));
  return (now - oldest) / 1000;
}
