import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_REFERENCE } from '../../src/contract/limits.js';
import type { LedgerEntry } from '../sandbox/ledger.js';
import { preciseNow } from './clock.js';
import type { OrderHistory } from './order-history.js';
import type { QaEvents } from './traffic.js';

/** What is asked of the sandbox's ledger. */
export interface WatchedLedger {
  entries(reference?: string): readonly LedgerEntry[];
  /** @returns ends it */
  onAppend(listener: (entry: LedgerEntry) => void): () => void;
}

export interface EventsOptions {
  readonly history: OrderHistory;
  /** `undefined` with a real service. */
  readonly ledger: WatchedLedger | undefined;
  /** How often those who listen are told that the connection stands, in ms. */
  readonly heartbeat?: number;
}

/** What may wait for a slow listener, in bytes. It comes again and is told the rest. */
const MAX_WAITING = 4_000_000;

/** Answers `GET /qa/events?reference=…` with what happens to an order: see {@link QaEvents}. */
export function createEventsServer({ history, ledger, heartbeat = 15_000 }: EventsOptions) {
  // The numbers are those of this start: whoever has heard of another one is told everything.
  const run = randomUUID().slice(0, 8);

  return (request: IncomingMessage, response: ServerResponse): void => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const reference = query.get('reference') ?? '';
    const isWrong = reference === '' || reference.length > MAX_REFERENCE;
    if (request.method !== 'GET' || isWrong) {
      response.writeHead(isWrong ? 400 : 405).end();
      return;
    }

    const send = <Name extends keyof QaEvents>(name: Name, data: QaEvents[Name], id?: string) => {
      if (response.writableLength > MAX_WAITING) response.destroy();
      response.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    };
    const tellTime = () => {
      send('clock', preciseNow());
    };
    const tellLedger = () => {
      send('ledger', ledger ? ledger.entries(reference) : null);
    };

    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no', // a gateway that collects what it passes on would hold everything up
    });
    response.write('retry: 1000\n');
    tellTime();
    const ends = [
      history.follow(reference, heardUpTo(request, query, run), ({ number, name, data }) => {
        tellTime();
        send(name, data, `${run}-${number}`);
      }),
    ];
    tellLedger();
    const stopWatching = ledger?.onAppend((entry) => {
      if (entry.reference !== reference) return;
      tellTime();
      tellLedger();
    });
    if (stopWatching) ends.push(stopWatching);
    const timer = setInterval(tellTime, heartbeat);
    response.once('close', () => {
      clearInterval(timer);
      for (const end of ends) end();
    });
  };
}

/** Browsers say it by a header when they come back by themselves, and pages by `after` when they do. */
function heardUpTo(request: IncomingMessage, query: URLSearchParams, run: string): number {
  const [before, number] = String(request.headers['last-event-id'] ?? query.get('after') ?? '').split('-');
  return before === run && /^\d+$/.test(number ?? '') ? Number(number) : 0;
}
