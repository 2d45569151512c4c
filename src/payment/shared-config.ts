import type { ProxyConfig } from '../contract/schema.js';
import { loadProxyConfig } from '../transport/config.js';
import type { ProxyAddress } from '../transport/fetch-json.js';

/** Requests that are running, by proxy URL and order token. */
const running = new Map<string, Promise<ProxyConfig>>();

/**
 * Loads `/config`. Forms that ask for it at the same time share one request: a page shows its forms together, and a form that
 * appears later asks again, since the proxy may have changed.
 * @throws if there was no response, or a temporary error
 */
export function loadSharedConfig(proxy: ProxyAddress): Promise<ProxyConfig> {
  const key = JSON.stringify([proxy.proxyUrl, proxy.orderToken?.()]);
  const known = running.get(key);
  if (known) return known;
  const loading = loadProxyConfig(proxy).finally(() => running.delete(key));
  running.set(key, loading);
  return loading;
}
