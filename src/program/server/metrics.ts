import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { version } from '../../../package.json';
import type { AttemptStore } from '../../proxy/attempts/store.js';
import type { AttemptOutcome, Measurement } from '../../proxy/measurements.js';
import { realClock, startTimer, withinTime, type Clock } from '../../contract/clock.js';
import { countWaiting, listAttempts } from '../../proxy/attempts/list-attempts.js';

/** A metric. No label names an order, an attempt, a client or a card. */
export interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** All values of each label, unless they are fixed for a process. */
  readonly labels?: Readonly<Record<string, readonly string[]>>;
}

const OUTCOMES: readonly AttemptOutcome[] = ['paid', 'pending', 'declined', 'failed', 'unknown'];

/** The metrics of the program: the documentation is made from them. */
export const METRICS = {
  payments_attempts_total: {
    type: 'counter',
    help: 'Attempts that were sent to the payments service. failed: not charged, and not because of the card.',
    labels: { outcome: OUTCOMES },
  },
  payments_unknown_attempts: {
    type: 'gauge',
    help: 'Attempts in the store whose outcome is unknown. Each needs you.',
  },
  payments_oldest_unknown_seconds: {
    type: 'gauge',
    help: 'How long the outcome of the oldest of them has been unknown. 0 if there is none.',
  },
  payments_pending_attempts: {
    type: 'gauge',
    help: 'Attempts in the store that the service has accepted with 202 and that nothing has settled yet.',
  },
  payments_oldest_pending_seconds: {
    type: 'gauge',
    help: 'How long the oldest of them has been pending. 0 if there is none.',
  },
  payments_service_duration_seconds: {
    type: 'histogram',
    help: 'Duration of requests to the payments service, retries one by one. none: no readable response.',
    labels: { status: ['2xx', '3xx', '4xx', '5xx', 'none'] },
  },
  payments_limited_total: {
    type: 'counter',
    help: 'Requests that were refused by a limit: of all requests to the service, of an order, of a client, of questions for networks.',
    labels: { limit: ['service', 'reference', 'client', 'networks'] },
  },
  payments_store_errors_total: {
    type: 'counter',
    help: 'Failed or slow steps of the store.',
  },
  payments_settled_total: {
    type: 'counter',
    help: 'Webhooks to SETTLED_URL. A failed one is repeated.',
    labels: { result: ['delivered', 'failed'] },
  },
  payments_settled_waiting: {
    type: 'gauge',
    help: 'Webhooks in the store that SETTLED_URL has not accepted yet.',
  },
  payments_build_info: {
    type: 'gauge',
    help: 'Always 1. Its labels name the version of the package and the mode, test or live.',
    labels: { version: [], mode: [] },
  },
} as const satisfies Readonly<Record<string, Metric>>;

type Name = keyof typeof METRICS;

/** In seconds. The proxy waits at most 30 s for the service, so what is above was cut off. */
const BUCKETS = [0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 15, 20, 25, 30];

/** The metrics of a running program. */
export interface Metrics {
  /** Counts what the proxy reports. */
  readonly onMeasurement: (measurement: Measurement) => void;
  /** Shows all metrics in the text format of Prometheus. */
  readonly show: () => Promise<Response>;
}

/** @param store - with the values of the mode */
export function createMetrics(mode: string, store: AttemptStore, clock = realClock): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const attempts = createCounter(registry, 'payments_attempts_total');
  const durations = createHistogram(registry, 'payments_service_duration_seconds');
  const limited = createCounter(registry, 'payments_limited_total');
  const errors = createCounter(registry, 'payments_store_errors_total');
  const settled = createCounter(registry, 'payments_settled_total');
  const setGauges = createGauges(registry);
  createGauge(registry, 'payments_build_info').set({ version, mode }, 1);
  const readBacklog = createBacklogReader(store, clock, () => {
    errors.inc();
  });
  return {
    onMeasurement(measurement) {
      switch (measurement.kind) {
        case 'attempt':
          attempts.inc({ outcome: measurement.outcome });
          break;
        case 'service_request':
          durations.observe({ status: classOf(measurement.status) }, measurement.seconds);
          break;
        case 'limited':
          limited.inc({ limit: measurement.limit });
          break;
        case 'store_error':
          errors.inc();
          break;
        case 'settled':
          settled.inc({ result: measurement.result });
      }
    },
    async show() {
      const backlog = await readBacklog();
      setGauges({
        payments_unknown_attempts: backlog?.unknown.length,
        payments_oldest_unknown_seconds: backlog && ageOfOldest(backlog.unknown, clock.now()),
        payments_pending_attempts: backlog?.pending.length,
        payments_oldest_pending_seconds: backlog && ageOfOldest(backlog.pending, clock.now()),
        payments_settled_waiting: backlog?.waiting,
      });
      return new Response(await registry.metrics(), {
        headers: { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' },
      });
    },
  };
}

function settingsOf(registry: Registry, name: Name) {
  const { help, labels = {} }: Metric = METRICS[name];
  return { name, help, labelNames: Object.keys(labels), registers: [registry] };
}

/** Starts at 0 for each value of its label, so that a first increase is visible. */
function createCounter(registry: Registry, name: Name): Counter {
  const counter = new Counter(settingsOf(registry, name));
  for (const [label, value] of labelsOf(name)) counter.inc({ [label]: value }, 0);
  return counter;
}

function createHistogram(registry: Registry, name: Name): Histogram {
  const histogram = new Histogram({ ...settingsOf(registry, name), buckets: BUCKETS });
  for (const [label, value] of labelsOf(name)) histogram.zero({ [label]: value });
  return histogram;
}

function labelsOf(name: Name): (readonly [label: string, value: string])[] {
  const { labels = {} }: Metric = METRICS[name];
  return Object.entries(labels).flatMap(([label, values]) => values.map((value) => [label, value] as const));
}

const createGauge = (registry: Registry, name: Name): Gauge => new Gauge(settingsOf(registry, name));

/** @returns a function that sets gauges. Without a value, a gauge is not shown. */
function createGauges(registry: Registry): (values: Readonly<Partial<Record<Name, number | undefined>>>) => void {
  const gauges = new Map<string, Gauge>();
  return (values) => {
    for (const [name, value] of Object.entries(values) as [Name, number | undefined][]) {
      const gauge = gauges.get(name) ?? createGauge(registry, name);
      gauges.set(name, gauge);
      if (value === undefined) gauge.remove();
      else gauge.set(value);
    }
  };
}

function classOf(status = 0): string {
  return status >= 200 && status < 600 ? `${Math.floor(status / 100)}xx` : 'none';
}

/** In seconds. Another machine may have a clock that is ahead. */
function ageOfOldest(times: readonly Date[], now: number): number {
  const oldest = Math.min(...times.map((time) => time.getTime()));
  return times.length === 0 ? 0 : Math.max(0, (now - oldest) / 1000);
}

/** What waits in the store, for all processes that share it. */
export interface Backlog {
  /** Since when the outcome of each attempt is unknown. */
  readonly unknown: readonly Date[];
  /** Since when each attempt is pending. */
  readonly pending: readonly Date[];
  /** Webhooks that were not accepted yet. */
  readonly waiting: number;
}

/** Times in ms. */
const TIMES = {
  /** The store is read again after this time. */
  fresh: 10_000,
  /** How long a scrape waits for the store. */
  patience: 2000,
  /** Then reading has failed. */
  limit: 30_000,
  /** What was read is shown for so long. */
  stale: 60_000,
};

/**
 * Creates a function that resolves with what waits in a store, or nothing if that is not known. It never rejects, and reads the store
 * every ten seconds at most.
 * @param store - with the values of one mode
 * @param onError - called when reading has failed
 */
export function createBacklogReader(
  store: AttemptStore,
  clock: Clock,
  onError: () => void,
): () => Promise<Backlog | undefined> {
  let latest: { readonly backlog: Backlog; readonly at: number } | undefined;
  let reading: Promise<void> | undefined;
  let startedAt = -Infinity;
  const isYounger = (at: number, limit: number) => {
    const age = clock.now() - at;
    return age >= 0 && age < limit; // negative if the clock was set back
  };
  const start = () => {
    startedAt = clock.now();
    let stopTimer: () => void;
    const overdue = new Promise<never>((_resolve, reject) => {
      const fail = () => {
        reject(new Error('The store does not respond.'));
      };
      stopTimer = startTimer(TIMES.limit, clock, fail); // it must not delay the end of the program
    });
    reading = Promise.race([readBacklog(store, clock), overdue])
      .then((backlog) => {
        latest = { backlog, at: clock.now() };
      }, onError)
      .finally(() => {
        stopTimer();
        reading = undefined;
      });
  };
  return async () => {
    if (!reading && !isYounger(startedAt, TIMES.fresh)) start();
    const { patience } = TIMES;
    if (reading) await withinTime(patience, clock, async () => reading).catch(() => undefined);
    return latest && isYounger(latest.at, TIMES.stale) ? latest.backlog : undefined;
  };
}

async function readBacklog(store: AttemptStore, clock: Clock): Promise<Backlog> {
  const [unknown, pending]: [Date[], Date[]] = [[], []];
  for await (const { state, since } of listAttempts(store, { open: true }, clock)) {
    if (state === 'unknown') unknown.push(since);
    else if (state === 'pending') pending.push(since);
  }
  return { unknown, pending, waiting: await countWaiting(store) };
}
