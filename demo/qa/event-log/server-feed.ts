import { preciseNow } from '../clock.js';
import type { QaEvents } from '../qa-events.js';

/** Callbacks for server events and the connection state. */
export interface FeedListener {
  clock(server: number, page: number): void;
  exchange(exchange: QaEvents['exchange']): void;
  ledger(ledger: QaEvents['ledger']): void;
  resolved(resolved: QaEvents['resolved']): void;
  settled(settled: QaEvents['settled']): void;
  connected(isConnected: boolean): void;
}

/** Debounce while a reference is being typed, in ms. */
const PAUSE = 250;

/**
 * Subscribes to the server's events of an order. Pauses while the page is hidden, because browsers allow only six
 * connections per server over HTTP/1.1. Missed events are sent after resuming.
 */
export class ServerFeed {
  readonly #listener: FeedListener;
  #source: EventSource | undefined;
  #reference = '';
  #after = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(listener: FeedListener) {
    this.#listener = listener;
  }

  start(): void {
    document.addEventListener('visibilitychange', this.#onVisibility);
    this.#open();
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#close();
  }

  follow(reference: string): void {
    if (reference === this.#reference) return;
    this.#close();
    const isFirst = this.#reference === '';
    this.#reference = reference;
    this.#after = '';
    this.#timer = setTimeout(this.#open, isFirst ? 0 : PAUSE);
  }

  readonly #onVisibility = (): void => {
    if (document.hidden) this.#close();
    else this.#open();
  };

  readonly #open = (): void => {
    if (this.#source || document.hidden || this.#reference === '') return;
    const query = new URLSearchParams({ reference: this.#reference, after: this.#after });
    const source = new EventSource(`/qa/events?${query}`);
    this.#source = source;
    source.onopen = () => {
      this.#listener.connected(true);
    };
    source.onerror = () => {
      this.#listener.connected(false);
      if (source.readyState !== EventSource.CLOSED) return; // the browser reconnects
      this.#close();
      this.#timer = setTimeout(this.#open, 2000);
    };
    const on = <Name extends keyof QaEvents>(name: Name, handle: (data: QaEvents[Name]) => void) => {
      source.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        this.#after = lastEventId || this.#after;
        handle(JSON.parse(data) as QaEvents[Name]);
      });
    };
    on('clock', (server) => {
      this.#listener.clock(server, preciseNow());
    });
    for (const name of ['exchange', 'ledger', 'resolved', 'settled'] as const) {
      on(name, (data) => {
        (this.#listener[name] as (data: unknown) => void)(data);
      });
    }
  };

  #close(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = undefined;
  }
}
