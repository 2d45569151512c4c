import { parseConfig } from '../contract/parse.js';
import type { ProxyConfig } from '../contract/schema.js';
import { realClock, withinTime } from './clock.js';
import { fetchJson } from './fetch-json.js';
import { CONFIG_PATH, PAYMENTS_MODE, toMode } from '../contract/protocol.js';

/** In ms. Short, since Pay waits for it. */
const CONFIG_TIMEOUT = 10_000;

export interface LoadedConfig extends ProxyConfig {
  /** How far the proxy's clock is ahead, in ms. Set with an encryption key, which may expire. */
  clockOffset?: number | undefined;
}

/**
 * Loads the proxy's capabilities.
 * @returns no capabilities if the proxy has no `/config`
 * @throws if there was no response, or a temporary error
 */
export async function loadProxyConfig(proxyUrl: string): Promise<LoadedConfig> {
  const [response, body] = await withinTime(CONFIG_TIMEOUT, realClock, (signal) =>
    fetchJson(proxyUrl + CONFIG_PATH, { signal }),
  );
  if (response.status >= 500 || response.status === 429 || response.status === 408) {
    throw new Error(`The proxy answered ${response.status}.`); // temporary, so the proxy may have /config
  }
  const config = response.ok && body.kind === 'json' ? parseConfig(body.value) : undefined;
  const clockOffset = Date.parse(response.headers.get('Date') ?? '') - Date.now() || 0;
  return {
    ...config,
    mode: config?.mode ?? toMode(response.headers.get(PAYMENTS_MODE)),
    ...(config?.encryption_key ? { clockOffset } : {}),
  };
}
