import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_REFERENCE } from '../../src/contract/limits.js';
import type { Ledger } from '../../src/sandbox/ledger.js';
import { preciseNow } from './clock.js';
import type { OrderHistory } from './order-history.js';
import type { QaEvents } from './qa-events.js';

/** The part of the ledger that the event stream uses. */
export type WatchedLedger = Pick<Ledger, 'entries' | 'onAppend'>;

export interface EventsOptions {
  readonly history: OrderHistory;
  /** `undefined` with a real service. */
  readonly ledger: WatchedLedger | undefined;
  /** Interval of `clock` events, in ms. */
  readonly heartbeat?: number;
}

/** Maximum buffer for a slow client, in bytes. The client reconnects and gets the rest. */
const MAX_BUFFER = 4_000_000;

/** Handles `GET /qa/events?reference=…`, see {@link QaEvents}. */
export function createEventsServer({ history, ledger, heartbeat = 15_000 }: EventsOptions) {
  // Event numbers restart with the server. A client from a previous run gets everything.
  const run = randomUUID().slice(0, 8);

  return (request: IncomingMessage, response: ServerResponse): void => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const reference = query.get('reference') ?? '';
    const isInvalid = reference === '' || reference.length > MAX_REFERENCE;
    if (request.method !== 'GET' || isInvalid) {
      response.writeHead(isInvalid ? 400 : 405).end();
      return;
    }

    const send = <Name extends keyof QaEvents>(name: Name, data: QaEvents[Name], id?: string) => {
      if (response.writableLength > MAX_BUFFER) response.destroy();
      response.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    };
    const sendTime = () => {
      send('clock', preciseNow());
    };
    const sendLedger = () => {
      send('ledger', ledger ? ledger.entries(reference) : null);
    };

    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no', // prevents buffering in proxies
    });
    response.write('retry: 1000\n');
    sendTime();
    const cleanups = [
      history.follow(reference, lastEventNumber(request, query, run), ({ number, name, data }) => {
        sendTime();
        send(name, data, `${run}-${number}`);
      }),
    ];
    sendLedger();
    const stopWatching = ledger?.onAppend((entry) => {
      if (entry.reference !== reference) return;
      sendTime();
      sendLedger();
    });
    if (stopWatching) cleanups.push(stopWatching);
    const timer = setInterval(sendTime, heartbeat);
    response.once('close', () => {
      clearInterval(timer);
      for (const cleanup of cleanups) cleanup();
    });
  };
}

/** The last event that the client received: browsers send a header, pages the `after` parameter. */
function lastEventNumber(request: IncomingMessage, query: URLSearchParams, run: string): number {
  const [before, number] = String(request.headers['last-event-id'] ?? query.get('after') ?? '').split('-');
  return before === run && /^\d+$/.test(number ?? '') ? Number(number) : 0;
}
