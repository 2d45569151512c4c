import type { Changes } from './changes.js';
import type { Changed } from './console-api.js';

/** Changes that come together are told together: a payment makes several. */
const GATHER = 50;
/** So that whatever stands between does not take the connection for dead. */
const HEARTBEAT = 20_000;

/** Server-sent events that say what to ask for again, until nobody listens any more. */
export function streamChanges(changes: Changes, ended: AbortSignal): Response {
  const encoder = new TextEncoder();
  let stop = () => {};
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const changed = new Set<Changed>();
      let timer: NodeJS.Timeout | undefined;
      const send = (text: string) => {
        controller.enqueue(encoder.encode(text));
      };
      const tell = () => {
        timer = undefined;
        for (const what of changed) send(`event: change\ndata: ${what}\n\n`);
        changed.clear();
      };
      const unlisten = changes.listen((what) => {
        changed.add(what);
        timer ??= setTimeout(tell, GATHER);
      });
      const heartbeat = setInterval(() => {
        send(':\n\n');
      }, HEARTBEAT);
      stop = () => {
        unlisten();
        clearTimeout(timer);
        clearInterval(heartbeat);
      };
      ended.addEventListener('abort', stop, { once: true });
      send('retry: 1000\n\n'); // the answer begins, and a restart of the server is noticed soon
    },
    cancel() {
      stop();
    },
  });
  return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
}
