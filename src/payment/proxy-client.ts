import type { Mode } from '../contract/protocol.js';
import { loadProxyConfig, type LoadedConfig } from '../transport/config.js';
import { CardEncryption } from './card-encryption.js';
import type { ProxyCapabilities } from './outcome.js';

/**
 * The merchant's proxy and its configuration. `/config` is requested once per URL, and again before a payment if the
 * first request got no response. A proxy without `/config` declares no capabilities.
 */
export class ProxyClient {
  /** Whether `/config` was read, or is known to be missing or unreachable. */
  settled = false;
  /** Mode that the page expects. */
  expectedMode: Mode | undefined;
  /** Mode of the API key, as reported by the proxy. */
  reportedMode: Mode | undefined;
  readonly encryption: CardEncryption;
  #url = '';
  #config: LoadedConfig = {};
  #loading: Promise<void> = Promise.resolve();
  #unreachable = false;
  readonly #onchange: () => void;

  constructor(onchange: () => void) {
    this.#onchange = onchange;
    this.encryption = new CardEncryption(onchange);
  }

  /** The proxy holds the API key, so its word counts first. */
  get mode(): Mode | undefined {
    return this.reportedMode ?? this.expectedMode;
  }

  get capabilities(): ProxyCapabilities {
    const { idempotency = false, recovery = false } = this.#config;
    return { idempotency, recovery, encryption: this.encryption.isRequested };
  }

  /** Whether the proxy reports the state of attempts; `undefined` if it does not respond. */
  async canTell(url: string): Promise<boolean | undefined> {
    await this.ensureConfig(url);
    return this.#unreachable ? undefined : this.capabilities.recovery;
  }

  /** Whether the proxy is known not to report the state of attempts. */
  get neverTells(): boolean {
    return this.settled && !this.#unreachable && !this.capabilities.recovery;
  }

  /** Whether the proxy is known to provide no encryption key. */
  get neverEncrypts(): boolean {
    return this.settled && !this.#unreachable && !this.encryption.isRequested;
  }

  /** Loads `/config`, once per URL. */
  loadConfig(url: string): Promise<void> {
    if (url === this.#url) return this.#loading;
    this.settled = false;
    this.reportedMode = undefined;
    return this.#load(url);
  }

  /** Loads `/config` again if the proxy did not respond, or its encryption key has expired. */
  async ensureConfig(url: string): Promise<void> {
    await this.loadConfig(url);
    if (this.#unreachable || this.encryption.isOutdated) await this.#load(url);
  }

  #load(url: string): Promise<void> {
    this.#url = url;
    this.#loading = loadProxyConfig(url).then(
      (config) => {
        this.#settle(url, config, false);
      },
      () => {
        this.#settle(url, {}, true);
      },
    );
    return this.#loading;
  }

  #settle(url: string, config: LoadedConfig, unreachable: boolean): void {
    if (url !== this.#url) return; // the page has changed to another proxy
    this.#config = config;
    this.#unreachable = unreachable;
    this.reportedMode = config.mode ?? this.reportedMode; // a response may have reported it before
    this.encryption.use(url, config.encryption_key, config.clockOffset);
    this.settled = true;
    this.#onchange();
  }
}
