import type { AttemptStore } from '../../proxy/attempts/store.js';
import { realClock, withinTime } from '../../contract/clock.js';
import type { Metrics } from './metrics.js';

/** In ms. */
const STORE_LIMIT = 2000;

/** What the paths for operations know of the program. */
export interface Health {
  readonly store: AttemptStore;
  readonly metrics: Metrics;
  readonly isStopping: () => boolean;
}

type Show = (health: Health) => Response | Promise<Response>;

/** Paths for operations, such as probes of an orchestrator. */
const ROUTES: Readonly<Record<string, Show>> = {
  '/healthz': () => say(200, 'ok'),
  '/readyz': showReadiness,
  '/metrics': ({ metrics }) => metrics.show(),
};

/** @returns `undefined` for a path that is not for operations */
export async function showOperations(request: Request, health: Health): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const show = ROUTES[pathname];
  if (!show) return undefined;
  if (request.method !== 'GET' && request.method !== 'HEAD') return say(405, 'Expected GET.', { Allow: 'GET, HEAD' });
  return show(health);
}

async function showReadiness({ store, isStopping }: Health): Promise<Response> {
  if (isStopping()) return say(503, 'stopping');
  try {
    await withinTime(STORE_LIMIT, realClock, () => store.read(['readiness']));
    return say(200, 'ok');
  } catch {
    return say(503, 'the store does not respond');
  }
}

function say(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  });
}
