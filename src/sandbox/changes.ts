import { EventEmitter } from 'node:events';
import type { ChangeTopic } from './console-api.js';

/** Notifies the console about changes. */
export class ChangeNotifier {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  notify(...changed: readonly ChangeTopic[]): void {
    for (const what of changed) this.#emitter.emit('change', what);
  }

  /** @returns a function that removes the listener */
  listen(listener: (changed: ChangeTopic) => void): () => void {
    this.#emitter.on('change', listener);
    return () => this.#emitter.off('change', listener);
  }

  /**
   * Calls the listener when there will be no more changes.
   * @returns a function that removes the listener
   */
  onClose(listener: () => void): () => void {
    this.#emitter.once('close', listener);
    return () => this.#emitter.off('close', listener);
  }

  close(): void {
    this.#emitter.emit('close');
  }
}

/** Changes within this time are sent together, in ms. */
const GATHER = 50;
/** Interval of heartbeats that keep the connection open, in ms. */
const HEARTBEAT = 20_000;

/** Streams server-sent events that name what has changed. */
export function streamChanges(changes: ChangeNotifier, ended: AbortSignal): Response {
  const encoder = new TextEncoder();
  let stop = () => {};
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const changed = new Set<ChangeTopic>();
      let timer: NodeJS.Timeout | undefined;
      const send = (text: string) => {
        controller.enqueue(encoder.encode(text));
      };
      const flush = () => {
        timer = undefined;
        for (const what of changed) send(`event: change\ndata: ${what}\n\n`);
        changed.clear();
      };
      const unlisten = changes.listen((what) => {
        changed.add(what);
        timer ??= setTimeout(flush, GATHER);
      });
      const heartbeat = setInterval(() => {
        send(':\n\n');
      }, HEARTBEAT);
      const unlistenToEnd = changes.onClose(() => {
        stop();
        controller.close(); // the page connects again
      });
      stop = () => {
        unlisten();
        unlistenToEnd();
        clearTimeout(timer);
        clearInterval(heartbeat);
      };
      ended.addEventListener('abort', stop, { once: true });
      send('retry: 1000\n\n'); // sends the headers; clients reconnect soon after a restart
    },
    cancel() {
      stop();
    },
  });
  return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
}
