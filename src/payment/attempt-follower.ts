import type { InterpretResponse } from '../contract/interpret.js';
import type { AttemptStatus, SettledStatus } from '../transport/attempt-report.js';
import { askAttempt, followAttempt } from '../transport/attempt-status.js';
import type { ProxyAddress } from '../transport/fetch-json.js';
import type { ProxyClient } from './proxy-client.js';

/** An attempt whose outcome is in doubt. */
export interface AttemptQuestion extends ProxyAddress {
  readonly idempotencyKey: string;
  readonly interpretResponse: InterpretResponse;
}

export interface FollowSettings extends AttemptQuestion {
  /** When the attempt was sent, in ms since 1970. */
  readonly since: number;
  /** Whether the proxy rejected the attempt because another one of the same order is in doubt. */
  readonly rejected: boolean;
}

/** Asks the proxy for the outcome of an attempt: once, or until it is settled. */
export class AttemptFollower {
  readonly #proxy: ProxyClient;
  readonly #onend: (news: SettledStatus | undefined) => void;
  #following: AbortController | undefined;

  /** @param onend receives the settled outcome, or `undefined` when following ended without one; not called after `stop()` */
  constructor(proxy: ProxyClient, onend: (news: SettledStatus | undefined) => void) {
    this.#proxy = proxy;
    this.#onend = onend;
  }

  get running(): boolean {
    return this.#following !== undefined;
  }

  /** Asks once. @returns `undefined` if the proxy does not support the question, or does not respond */
  async check(question: AttemptQuestion): Promise<AttemptStatus | undefined> {
    const canTell = await this.#proxy.canTell(question.proxyUrl);
    return canTell ? askAttempt(question) : undefined;
  }

  /** Asks until the attempt is settled. Does nothing if it is running already, or the proxy does not support the question. */
  start(settings: FollowSettings): void {
    if (this.#following || this.#proxy.neverTells) return;
    const following = new AbortController();
    this.#following = following;
    const supportsRecovery = () => this.#proxy.canTell(settings.proxyUrl);
    void followAttempt({ ...settings, isRejected: settings.rejected, signal: following.signal, supportsRecovery }).then(
      (news) => {
        if (this.#following !== following) return;
        this.#following = undefined;
        this.#onend(news);
      },
    );
  }

  stop(): void {
    this.#following?.abort();
    this.#following = undefined;
  }
}
