import type { LedgerEntry } from 'payment-widget-testing/sandbox/records';
import { findScenario } from 'payment-widget-testing/sandbox/scenarios';
import { preciseNow, type Exchange, type QaEvent } from '../qa-events.js';
import type { Stage } from '../stage.js';
import { toChargeEntry, toExchangeEntry, toSettledEntry, type Draft, type LogEntry } from './log-entry.js';
import { judge, type ElementEvent, type Verdict } from './verdict.js';
import { watchElement, watchProblems } from './watch.js';

const MAX_ENTRIES = 500;

/** Collects what happens to one order, in the page and on the server. Fires `change`. */
export class Journal extends EventTarget {
  isConnected = true;
  readonly #chosen: () => string;
  #reference = '';
  #own: LogEntry[] = [];
  #events: ElementEvent[] = [];
  #submittedAt: number | undefined;
  #served: QaEvent[] = [];
  /** The page's clock minus the server's, at most: an event arrives after it was sent. */
  #offset = Infinity;
  #source: EventSource | undefined;
  #count = 0;
  /** The document whose problems are reported. */
  #watched: Document | undefined;

  /** @param chosen - returns the ID of the selected scenario */
  constructor(chosen: () => string) {
    super();
    this.#chosen = chosen;
    // Browsers allow six connections per server over HTTP/1.1: hidden tabs give up theirs.
    document.addEventListener('visibilitychange', () => {
      this.#connect();
    });
  }

  follow(reference: string): void {
    if (reference === this.#reference) return;
    this.#reference = reference;
    this.#own = [];
    this.#events = [];
    this.#served = [];
    this.#connect();
    this.#notify();
  }

  watch({ widget, window }: Stage): void {
    if (window.document !== this.#watched) {
      this.#watched = window.document;
      watchProblems(window, (draft) => {
        this.add(draft);
      });
    }
    watchElement(widget, (type, detail, draft) => {
      const { reference } = detail;
      if (reference !== undefined && reference !== this.#reference) return; // of a previous order
      // The offline scenario sends no request that would name the card.
      const scenario = findScenario(window.navigator.onLine ? this.#chosen() : 'offline');
      this.#events.push({ type, detail, scenario });
      const now = preciseNow();
      const isOutcome = draft.tone !== undefined && this.#submittedAt !== undefined;
      const duration = isOutcome ? now - (this.#submittedAt ?? now) : undefined;
      if (type === 'payment-submit') this.#submittedAt = now;
      else if (isOutcome) this.#submittedAt = undefined;
      const isSame = type === 'payment-change' && this.#own.at(-1)?.title === type;
      if (isSame) this.#own.pop(); // one entry for each series of keystrokes
      this.add({ ...draft, duration });
    });
  }

  add(draft: Draft): void {
    this.#own = [...this.#own.slice(-MAX_ENTRIES), { ...draft, id: `own ${++this.#count}`, at: preciseNow() }];
    this.#notify();
  }

  get verdict(): Verdict {
    return judge({
      hasReference: this.#reference !== '',
      ledger: this.#ledger,
      events: this.#events,
      exchanges: [...this.#exchanges.values()].map(({ exchange }) => exchange),
    });
  }

  get entries(): readonly LogEntry[] {
    const toPage = (at: number) => at + this.#offset;
    const exchanges = [...this.#exchanges.values()];
    const charges = (this.#ledger ?? []).map((charge) => {
      // The ledger has milliseconds only. A charge follows the request that caused it.
      const isCause = ({ exchange: { hop, request } }: Recorded) =>
        hop === 'service' && request.headers['idempotency-key'] === charge.idempotency_key;
      const sentAt = exchanges.find(isCause)?.at ?? 0;
      return toChargeEntry(toPage(Math.max(Date.parse(charge.charged_at), sentAt + 0.01)), charge);
    });
    const settled = this.#served.flatMap((event) =>
      event.settled ? [toSettledEntry(toPage(event.at), event.settled)] : [],
    );
    const traffic = exchanges.map(({ at, exchange }) => toExchangeEntry(toPage(at), exchange));
    return [...this.#own, ...traffic, ...charges, ...settled].sort((a, b) => a.at - b.at);
  }

  /** The last state of each exchange, oldest first. */
  get #exchanges(): ReadonlyMap<string, Recorded> {
    const all = this.#served.flatMap(({ at, exchange }) => (exchange ? [{ at, exchange }] : []));
    all.sort((a, b) => a.at - b.at);
    return new Map(all.map((recorded) => [recorded.exchange.id, recorded]));
  }

  get #ledger(): readonly LedgerEntry[] | null | undefined {
    return this.#served.findLast(({ ledger }) => ledger !== undefined)?.ledger;
  }

  #connect(): void {
    this.#source?.close();
    if (document.hidden || this.#reference === '') return;
    const source = new EventSource(`/qa/events?${new URLSearchParams({ reference: this.#reference })}`);
    this.#source = source;
    source.onopen = () => {
      this.#served = []; // the server sends all of them
      this.isConnected = true;
    };
    source.onerror = () => {
      this.isConnected = false;
      this.#notify();
    };
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as QaEvent;
      this.#offset = Math.min(this.#offset, preciseNow() - event.sent);
      this.#served.push(event);
      this.#notify();
    };
  }

  #notify(): void {
    this.dispatchEvent(new Event('change'));
  }
}

interface Recorded {
  readonly at: number;
  readonly exchange: Exchange;
}
