import type { Mode } from '../contract/protocol.js';
import type { ProxyConfig } from '../contract/schema.js';
import { fetchJson, type ProxyAddress } from '../transport/fetch-json.js';
import { loadOrderGuard } from './order-guard-loader.js';
import type { ProxyCapabilities } from './outcome.js';
import { loadProxyConfig, RefusedError } from './proxy-config.js';

/**
 * The merchant's proxy and its configuration. `/config` is requested once per URL, for all forms that appear together, and
 * again before a payment if the first request got no response. A proxy without `/config` declares no capabilities.
 */
export class ProxyClient {
  /** Whether `/config` was read, or is known to be missing or unreachable. */
  settled = false;
  /** Mode that the page expects. */
  expectedMode: Mode | undefined;
  /** Mode of the API key, as reported by the proxy. */
  reportedMode: Mode | undefined;
  readonly #orderToken: () => string | undefined;
  readonly #onchange: () => void;
  #url = '';
  /** The order token of the last request for `/config`. */
  #token: string | undefined;
  #config: ProxyConfig = {};
  #loading: Promise<void> = Promise.resolve();
  /** Why the last request for `/config` failed: a temporary error, or no response. */
  #failure: 'refused' | 'silent' | undefined;

  /**
   * @param onchange called when the configuration was loaded, or cannot be
   * @param orderToken returns the page's present order token
   */
  constructor(onchange: () => void, orderToken: () => string | undefined = () => undefined) {
    this.#onchange = onchange;
    this.#orderToken = orderToken;
  }

  /** The proxy holds the API key, so its word counts first. */
  get mode(): Mode | undefined {
    return this.reportedMode ?? this.expectedMode;
  }

  get capabilities(): ProxyCapabilities {
    const { idempotency = false, recovery = false } = this.#config;
    return { idempotency, recovery };
  }

  /** Identifiers of the brands that the proxy accepts; `undefined` if it accepts all. */
  get brands(): readonly string[] | undefined {
    return this.#config.brands;
  }

  /** Whether the proxy knows the networks of cards. */
  get knowsNetworks(): boolean {
    return this.#config.networks === true;
  }

  /** Whether the last request for `/config` got no response at all. */
  get isSilent(): boolean {
    return this.#failure === 'silent';
  }

  /** Whether the proxy is known not to report the state of attempts. */
  get neverTells(): boolean {
    return this.settled && !this.#failure && !this.capabilities.recovery;
  }

  /** Whether the proxy reports the state of attempts; `undefined` if it does not respond. */
  async canTell(url: string): Promise<boolean | undefined> {
    await this.ensureConfig(url);
    return this.#failure ? undefined : this.capabilities.recovery;
  }

  /** Sends a GET request to the proxy. */
  ask(path: string, signal: AbortSignal): ReturnType<typeof fetchJson> {
    return fetchJson(this.address(this.#url), path, { signal });
  }

  /** The proxy at `url`, for requests. */
  address(url: string): ProxyAddress {
    return { proxyUrl: url, orderToken: this.#orderToken };
  }

  /** Loads `/config`: once per URL, and again with a new order token if the proxy has refused the last one. */
  loadConfig(url: string): Promise<void> {
    const isRenewed = this.#failure && this.#token !== this.#orderToken();
    if (url === this.#url && !isRenewed) return this.#loading;
    this.settled = false;
    this.reportedMode = undefined;
    return this.#load(url);
  }

  /**
   * Loads `/config` again if the proxy did not respond.
   * @returns `undefined` if it is there already
   */
  ensureConfig(url: string): Promise<void> | undefined {
    const loading = this.loadConfig(url);
    const ensure = () => (this.#failure ? this.#load(url) : undefined);
    return this.settled ? ensure() : loading.then(ensure);
  }

  #load(url: string): Promise<void> {
    this.#url = url;
    this.#token = this.#orderToken();
    this.#loading = loadProxyConfig(this.address(url)).then(
      (config) => {
        this.#settle(url, config);
      },
      (error: unknown) => {
        this.#settle(url, {}, error instanceof RefusedError ? 'refused' : 'silent');
      },
    );
    return this.#loading;
  }

  #settle(url: string, config: ProxyConfig, failure?: 'refused' | 'silent'): void {
    if (url !== this.#url) return; // the page has changed to another proxy
    this.#config = config;
    this.#failure = failure;
    this.settled = true;
    this.reportedMode = config.mode ?? this.reportedMode; // a response may have reported it before
    if (!failure && !config.idempotency) void loadOrderGuard().catch(() => undefined); // the payment tries again
    this.#onchange();
  }
}
