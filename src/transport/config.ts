import { parseConfig } from '../contract/parse.js';
import type { ProxyConfig } from '../contract/schema.js';
import { realClock, withinTime } from './clock.js';
import { fetchJson } from './fetch-json.js';
import { CONFIG_PATH, PAYMENTS_MODE, toMode } from '../contract/protocol.js';

/** How long the page waits for `/config`, in ms. Pay waits for it, so it is short. */
const CONFIG_TIMEOUT = 10_000;

/** What the proxy can do, and what its answer tells by the way. */
export interface LoadedConfig extends ProxyConfig {
  /** How far its clock is ahead of this one, in ms: with a key that may expire, where it lets the page read that. */
  clockOffset?: number | undefined;
}

/**
 * Asks the proxy what it can do.
 * @returns `{}` when the proxy has no `/config`: then nothing is assumed
 * @throws when no answer came, or one that says to ask again
 */
export async function loadProxyConfig(proxyUrl: string): Promise<LoadedConfig> {
  const [response, body] = await withinTime(CONFIG_TIMEOUT, realClock, (signal) =>
    fetchJson(proxyUrl + CONFIG_PATH, { signal }),
  );
  if (response.status >= 500 || response.status === 429 || response.status === 408) {
    throw new Error(`The proxy answered ${response.status}.`); // passes; that is no proxy without /config
  }
  const config = response.ok && body.kind === 'json' ? parseConfig(body.value) : undefined;
  const clockOffset = Date.parse(response.headers.get('Date') ?? '') - Date.now() || 0;
  return {
    ...config,
    mode: config?.mode ?? toMode(response.headers.get(PAYMENTS_MODE)),
    ...(config?.encryption_key ? { clockOffset } : {}),
  };
}
