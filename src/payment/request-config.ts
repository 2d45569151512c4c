import { CONFIG_PATH } from '../contract/protocol.js';
import { fetchJson, type ProxyAddress } from '../transport/fetch-json.js';

/** Requests `/config` as the element does, to see the response itself. */
export function requestConfig(proxy: ProxyAddress): ReturnType<typeof fetchJson> {
  return fetchJson(proxy, CONFIG_PATH, {});
}
