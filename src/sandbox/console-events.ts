import type { ChangeNotifier } from './change-notifier.js';
import type { ChangeTopic } from './console-api.js';

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
