import { realClock, withinTime } from '../contract/clock.js';
import { parseConfig } from '../contract/parse.js';
import { CONFIG_PATH, PAYMENTS_MODE, toMode } from '../contract/protocol.js';
import type { ProxyConfig } from '../contract/schema.js';
import { fetchJson, type ProxyAddress } from '../transport/fetch-json.js';

/** Short, since Pay waits for it. */
const TIMEOUT_MS = 10_000;

/** Statuses of a proxy without `/config`. Any other error may be temporary, or that of a server in front of the proxy. */
const MISSING = [404, 405];

export class RefusedError extends Error {}

const running = new Map<string, Promise<ProxyConfig>>();

/**
 * A form that appears later asks again, since the proxy may have changed.
 * Throws a `RefusedError`, or what `fetch` throws if there was no response.
 */
export function loadProxyConfig(proxy: ProxyAddress): Promise<ProxyConfig> {
  const key = JSON.stringify([proxy.proxyUrl, proxy.orderToken?.()]);
  const known = running.get(key);
  if (known) return known;
  const loading = load(proxy).finally(() => running.delete(key));
  running.set(key, loading);
  return loading;
}

async function load(proxy: ProxyAddress): Promise<ProxyConfig> {
  const [response, body] = await withinTime(TIMEOUT_MS, realClock, (signal) =>
    fetchJson(proxy, CONFIG_PATH, { signal }),
  );
  if (!response.ok && !MISSING.includes(response.status)) {
    throw new RefusedError(`The proxy answered ${response.status}.`);
  }
  const config = response.ok && body.kind === 'json' ? parseConfig(body.value) : undefined;
  return { ...config, mode: config?.mode ?? toMode(response.headers.get(PAYMENTS_MODE)) };
}
