import { parseConfig } from '../contract/parse.js';
import type { ProxyConfig } from '../contract/schema.js';
import { realClock, withinTime } from '../contract/clock.js';
import { fetchJson, type ProxyAddress } from './fetch-json.js';
import { CONFIG_PATH, PAYMENTS_MODE, toMode } from '../contract/protocol.js';

/** In ms. Short, since Pay waits for it. */
const CONFIG_TIMEOUT = 10_000;

/** Statuses of a proxy without `/config`. Any other error may be temporary, or that of a server in front of the proxy. */
const MISSING = [404, 405];

/** A temporary error of the proxy. */
export class RefusedError extends Error {}

/**
 * Loads the proxy's capabilities.
 * @returns no capabilities if the proxy has no `/config`
 * @throws {RefusedError} if there was a temporary error
 * @throws what `fetch` throws if there was no response
 */
export async function loadProxyConfig(proxy: ProxyAddress): Promise<ProxyConfig> {
  const [response, body] = await withinTime(CONFIG_TIMEOUT, realClock, (signal) =>
    fetchJson(proxy, CONFIG_PATH, { signal }),
  );
  if (!response.ok && !MISSING.includes(response.status)) {
    throw new RefusedError(`The proxy answered ${response.status}.`);
  }
  const config = response.ok && body.kind === 'json' ? parseConfig(body.value) : undefined;
  return { ...config, mode: config?.mode ?? toMode(response.headers.get(PAYMENTS_MODE)) };
}
