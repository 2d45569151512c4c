import { findScenario } from '../../../src/sandbox/scenarios.js';
import type { LedgerEntry } from '../../../src/sandbox/ledger.js';
import { preciseNow } from '../clock.js';
import type { QaHub } from '../hub.js';
import type { Exchange, QaEvents } from '../qa-events.js';
import { AttemptOutcomes } from './attempt-outcomes.js';
import { keyOf, toEntries } from './exchange-entries.js';
import { toCharge, toResolved, toSettled } from './ledger-entries.js';
import type { LogEntry } from './log-entry.js';
import { watchProblems } from './problem-watch.js';
import { watchRequestTimes, type RequestTimes } from './request-times.js';
import { ServerClock } from './server-clock.js';
import { ServerFeed, type FeedListener } from './server-feed.js';
import { watchWidget, type Draft } from './widget-watch.js';

/** Maximum number of the page's own entries. */
const MAX_ENTRIES = 2000;

/** Maximum time until a new state is drawn, in ms. */
const MAX_DRAWING = 100;

/** Collects what happens in the page and on the server, in one order. Fires `change`. */
export class Journal extends EventTarget {
  readonly hub: QaHub;
  readonly attempts = new AttemptOutcomes();
  /** The charges of the order; `null` with a real service, `undefined` until loaded. */
  ledger: readonly LedgerEntry[] | null | undefined;
  /** Whether the server's event stream is connected. */
  isConnected = false;
  /** Entries of the page, newest last. */
  #own: LogEntry[] = [];
  /** Entries of the server, by order. */
  #served = new Map<string, Served>();
  #count = 0;
  #clearedAt = -Infinity;
  #clock = new ServerClock();
  /** Times of the page's requests, by exchange. */
  readonly #times = new Map<string, RequestTimes>();
  #feed: ServerFeed;
  #ends: (() => void)[] = [];
  #endWatch: (() => void) | undefined;
  #states: Partial<Record<'state' | 'valid', LogEntry>> = {};

  constructor(hub: QaHub) {
    super();
    this.hub = hub;
    this.#feed = new ServerFeed(this.#listener);
  }

  start(): void {
    this.#ends = [
      this.hub.on('change', ({ detail }) => {
        if (detail.includes('reference')) this.#onReference();
        if (detail.includes('stage')) this.#onStage();
        this.#notify();
      }),
      this.hub.on('note', ({ detail }) => {
        this.#add({ kind: 'note', at: preciseNow(), source: 'tester', title: detail.text, details: [] });
      }),
    ];
    this.#onReference();
    this.#onStage();
    this.#feed.start();
  }

  stop(): void {
    this.#feed.stop();
    this.#endWatch?.();
    for (const end of this.#ends) end();
  }

  /** All entries in order of time. */
  get entries(): readonly LogEntry[] {
    const served = [...this.#served].flatMap(([reference, { exchanges, resolved, charges }]) => {
      const sent = new Set<string>();
      const traffic = [...exchanges.values()].flatMap((exchange) => {
        const key = exchange.hop === 'page' ? keyOf(exchange) : undefined;
        const isAgain = key !== undefined && sent.has(key);
        if (key !== undefined) sent.add(key);
        return toEntries(exchange, reference, isAgain, this.#times.get(exchange.id));
      });
      return [...traffic, ...resolved, ...charges];
    });
    return [...this.#own, ...served]
      .map((entry, index) => ({ entry, index, at: this.timeOf(entry) }))
      .filter(({ at }) => at > this.#clearedAt)
      .sort((a, b) => a.at - b.at || a.index - b.index)
      .map(({ entry }) => entry);
  }

  /** The time of an entry by the page's clock. */
  timeOf({ at, clock }: LogEntry): number {
    return clock === 'server' ? this.#clock.toPage(at) : at;
  }

  /** The exchanges of the current order, oldest first. */
  get exchanges(): readonly Exchange[] {
    return [...(this.#served.get(this.hub.state.reference)?.exchanges.values() ?? [])];
  }

  /** Hides all entries so far. The ledger stays. */
  clear(): void {
    this.#own = [];
    this.#clearedAt = preciseNow();
    this.#notify();
  }

  readonly #listener: FeedListener = {
    clock: (server, page) => {
      this.#clock.receive(server, page);
    },
    exchange: (exchange) => {
      const { exchanges } = this.#current;
      exchanges.set(exchange.id, exchange);
      const submitted = this.attempts.submittedAt(keyOf(exchange));
      if (exchange.hop === 'page' && submitted !== undefined) this.#clock.confirm(submitted, exchange.at);
      this.#align(exchange);
      this.#placeCharges();
      this.#notify();
    },
    ledger: (ledger) => {
      this.ledger = ledger;
      this.#placeCharges();
      this.#notify();
    },
    resolved: (resolved) => {
      this.#current.resolved.push(toResolved(resolved, this.hub.state.reference));
      this.#notify();
    },
    settled: (settled) => {
      this.#current.resolved.push(toSettled(settled, this.hub.state.reference));
      this.#notify();
    },
    connected: (isConnected) => {
      this.isConnected = isConnected;
      this.#notify();
    },
  };

  /** The server had the request after the page sent it, and its response before the page had it. */
  #align({ id, at, duration }: Exchange): void {
    const times = this.#times.get(id);
    if (!times || duration === undefined) return;
    this.#clock.confirm(times.start, at);
    this.#clock.receive(at + duration, times.end);
  }

  get #current(): Served {
    const { reference } = this.hub.state;
    const served = this.#served.get(reference) ?? { exchanges: new Map(), resolved: [], charges: [] };
    this.#served.set(reference, served);
    return served;
  }

  /** The ledger has milliseconds only. Moves a charge behind the request that caused it. */
  #placeCharges(): void {
    const current = this.#current;
    const services = [...current.exchanges.values()].filter(({ hop }) => hop === 'service');
    const before = new Map(current.charges.map((entry) => [entry.id, entry]));
    current.charges = (this.ledger ?? []).map((charge) => {
      const entry = toCharge(charge, services.find((exchange) => keyOf(exchange) === charge.idempotency_key)?.at);
      const known = before.get(entry.id);
      return known?.at === entry.at ? known : entry; // keeps unchanged entries, to avoid re-rendering
    });
  }

  #onReference(): void {
    this.ledger = undefined;
    this.attempts.setReference(this.hub.state.reference);
    this.#feed.follow(this.hub.state.reference);
    this.#nameOrder();
  }

  /**
   * Adds the reference to the frame's URL. Requests without an order, such as `/config`, then carry it in `Referer`.
   */
  #nameOrder(): void {
    const { stage, reference } = this.hub.state;
    if (!stage) return;
    const { pathname } = stage.window.location;
    stage.window.history.replaceState(null, '', `${pathname}?${new URLSearchParams({ reference })}`);
  }

  #onStage(): void {
    this.#endWatch?.();
    this.#endWatch = undefined;
    this.#states = {};
    const { stage } = this.hub.state;
    if (!stage) return;
    this.#nameOrder();
    const ends = [
      watchProblems(stage.window, (draft) => {
        this.#add(draft);
      }),
      watchRequestTimes(stage.window, (id, times) => {
        if (this.#times.has(id)) return;
        this.#times.set(id, times);
        const exchange = this.#current.exchanges.get(id);
        if (exchange) this.#align(exchange);
        this.#own = this.#own.map((entry) => (isLateBusy(entry, times) ? { ...entry, at: times.start } : entry));
        this.#notify();
      }),
      watchWidget(stage.widget, {
        event: (type, detail, draft) => {
          // The offline scenario sends no request that would name the card.
          const unchosen = stage.window.navigator.onLine ? undefined : findScenario('offline');
          const duration = this.attempts.record(type, detail, draft.at, this.hub.state.scenario ?? unchosen);
          this.#add({ ...draft, ...(duration !== undefined && { duration }) });
        },
        state: (name, value, before) => {
          this.#onState(name, value, before);
        },
      }),
    ];
    this.#endWatch = () => {
      for (const end of ends) end();
    };
  }

  /** Logs a state change, and sets the duration of the previous state. */
  #onState(name: 'state' | 'valid', value: string, before: string | undefined): void {
    const at = preciseNow();
    const ended = this.#states[name];
    if (ended) {
      const duration = at - ended.at;
      this.#own = this.#own.map((entry) => (entry.id === ended.id ? { ...entry, duration } : entry));
    }
    if (name === 'state') this.attempts.state = value;
    const [title, note] = name === 'state' ? [value, before && `${before} → ${value}`] : [`valid: ${value}`, undefined];
    const details = [{ label: 'Change', content: `${name}: ${before ?? 'none'} → ${value}` }];
    this.#states[name] = this.#add({ kind: 'state', at, source: 'element', title, ...(note && { note }), details });
  }

  #add(draft: Draft): LogEntry {
    const { reference } = this.hub.state;
    const entry: LogEntry = { ...draft, id: `own ${++this.#count}`, reference, clock: 'page' };
    this.#own = [...this.#own.slice(-MAX_ENTRIES), entry];
    this.#notify();
    return entry;
  }

  #notify(): void {
    this.dispatchEvent(new Event('change'));
  }
}

/** A state is seen when the element is drawn. A request that the element sent shortly before shows that it was busy. */
function isLateBusy({ kind, title, at }: LogEntry, { start }: RequestTimes): boolean {
  return kind === 'state' && title === 'busy' && at > start && at - start < MAX_DRAWING;
}

interface Served {
  readonly exchanges: Map<string, QaEvents['exchange']>;
  readonly resolved: LogEntry[];
  charges: LogEntry[];
}
