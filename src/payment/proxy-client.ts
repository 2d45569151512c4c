import { CardEncryption } from './card-encryption.js';
import type { ProxyCapabilities } from '../element/events.js';
import { loadProxyConfig, type LoadedConfig } from '../transport/config.js';
import type { Mode } from '../contract/protocol.js';

/**
 * What is known of the merchant's proxy: asked once per address, and again before a payment when the first
 * question got no answer at all. A proxy without `/config` declares nothing, which is fine.
 */
export class ProxyStatus {
  /** Whether the question has been settled, by an answer or by its lack. */
  settled = false;
  /** What kind of key the proxy holds, by its own word. */
  reportedMode: Mode | undefined;
  readonly encryption: CardEncryption;
  #url = '';
  #config: LoadedConfig = {};
  #answer: Promise<void> = Promise.resolve();
  #unreachable = false;
  readonly #onSettled: () => void;

  constructor(onSettled: () => void) {
    this.#onSettled = onSettled;
    this.encryption = new CardEncryption(onSettled);
  }

  get capabilities(): ProxyCapabilities {
    const { idempotency = false, recovery = false } = this.#config;
    return { idempotency, recovery, encryption: this.encryption.isWanted };
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

  /** Whether it is known that the proxy gives no key to encrypt cards with. */
  get neverEncrypts(): boolean {
    return this.settled && !this.#unreachable && !this.encryption.isWanted;
  }

  /** Asks the proxy at `url`, unless it has been asked. */
  ask(url: string): Promise<void> {
    if (url === this.#url) return this.#answer;
    this.settled = false;
    this.reportedMode = undefined;
    return this.#load(url);
  }

  /** As {@link ask}, and once more if that got no answer, or a key that does no longer. */
  async askAgain(url: string): Promise<void> {
    await this.ask(url);
    if (this.#unreachable || this.encryption.isOutdated) await this.#load(url);
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

  #settle(url: string, config: LoadedConfig, unreachable: boolean): void {
    if (url !== this.#url) return; // the page has moved to another proxy meanwhile
    this.#config = config;
    this.#unreachable = unreachable;
    this.reportedMode = config.mode ?? this.reportedMode; // an answer may have said it before
    this.encryption.take(url, config.encryption_key, config.clockOffset);
    this.settled = true;
    this.#onSettled();
  }
}
