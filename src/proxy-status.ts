import type { ProxyCapabilities } from './events.js';
import type { ProxyConfig } from './payment/schema.js';
import { loadProxyConfig } from './transport/config.js';
import type { Mode } from './transport/protocol.js';

/**
 * What is known of the merchant's proxy: asked once per address, and again before a payment when the first
 * question got no answer at all. A proxy without `/config` declares nothing, which is fine.
 */
export class ProxyStatus {
  /** Whether the question has been settled, by an answer or by its lack. */
  settled = false;
  /** What kind of key the proxy holds, by its own word. */
  reportedMode: Mode | undefined;
  #url = '';
  #config: ProxyConfig = {};
  #answer: Promise<void> = Promise.resolve();
  #unreachable = false;
  readonly #onSettled: () => void;

  constructor(onSettled: () => void) {
    this.#onSettled = onSettled;
  }

  get capabilities(): ProxyCapabilities {
    const { idempotency = false, recovery = false, encryption_key: key } = this.#config;
    return { idempotency, recovery, encryption: Boolean(key) };
  }

  /** Asks once more if no answer came yet, and tells whether the proxy can be asked about attempts, if that is known now. */
  async canTell(url: string): Promise<boolean | undefined> {
    await this.askAgain(url);
    return this.#unreachable ? undefined : this.capabilities.recovery;
  }

  /** Whether it is known that the proxy cannot be asked about attempts. */
  get neverTells(): boolean {
    return this.settled && !this.#unreachable && !this.capabilities.recovery;
  }

  /** Asks the proxy at `url`, unless it has been asked. */
  ask(url: string): Promise<void> {
    if (url === this.#url) return this.#answer;
    this.settled = false;
    this.reportedMode = undefined;
    return this.#load(url);
  }

  /** As {@link ask}, and once more if that got no answer. */
  async askAgain(url: string): Promise<void> {
    await this.ask(url);
    if (this.#unreachable) await this.#load(url);
  }

  #load(url: string): Promise<void> {
    this.#url = url;
    this.#answer = loadProxyConfig(url).then(
      (config) => {
        this.#settle(url, config, false);
      },
      () => {
        this.#settle(url, {}, true);
      },
    );
    return this.#answer;
  }

  #settle(url: string, config: ProxyConfig, unreachable: boolean): void {
    if (url !== this.#url) return; // the page has moved to another proxy meanwhile
    this.#config = config;
    this.#unreachable = unreachable;
    this.reportedMode = config.mode ?? this.reportedMode; // an answer may have said it before
    this.settled = true;
    this.#onSettled();
  }
}
