import type { PaymentErrorCode } from '../contract/errors.js';
import type { AttemptStatus } from './attempt-report.js';
import type { ProxyClient } from './proxy-client.js';
import type { AttemptQuestion } from './proxy-request.js';
import { loadSettling } from './send-attempt.js';
import type { FollowedStatus, FollowOptions } from './settle-attempt.js';

const LOAD_LIMIT_MS = 10 * 60_000;

/** Asks the proxy for the outcome of an attempt: once, or until it is settled. */
export class AttemptFollower {
  readonly #proxy: ProxyClient;
  readonly #onend: (status: FollowedStatus | undefined) => void;
  #following: AbortController | undefined;

  /** `onend` gets `undefined` when following ended without an outcome; it is not called after `stop()`. */
  constructor(proxy: ProxyClient, onend: (status: FollowedStatus | undefined) => void) {
    this.#proxy = proxy;
    this.#onend = onend;
  }

  get running(): boolean {
    return this.#following !== undefined;
  }

  /** `undefined` if the proxy does not support the question, or does not respond. */
  async check(question: AttemptQuestion): Promise<AttemptStatus | undefined> {
    if (!(await this.#proxy.canTell(question.proxyUrl))) return undefined;
    const settling = await loadSettling(0).catch(() => undefined);
    return settling?.askAttempt(question);
  }

  start(
    question: AttemptQuestion,
    { since, code, isRecorded }: Pick<FollowOptions, 'since' | 'isRecorded'> & { code: PaymentErrorCode | undefined },
  ): void {
    if (this.#following || this.#proxy.neverTells) return;
    const following = new AbortController();
    this.#following = following;
    void follow({
      ...question,
      since,
      isRecorded,
      isRejected: code === 'conflict' && isRecorded, // another attempt for the order is in doubt
      endsWithAction: code !== undefined && code !== 'action_refused', // else the shopper knows of it, or cannot do it
      signal: following.signal,
      supportsRecovery: () => this.#proxy.canTell(question.proxyUrl),
      isIdempotent: () => code === 'store_unavailable' || this.#proxy.capabilities.idempotency,
    }).then((status) => {
      if (this.#following !== following) return;
      this.#following = undefined;
      this.#onend(status);
    });
  }

  stop(): void {
    this.#following?.abort();
    this.#following = undefined;
  }
}

async function follow(options: FollowOptions): Promise<FollowedStatus | undefined> {
  try {
    const { followAttempt } = await loadSettling(Date.now() + LOAD_LIMIT_MS, undefined, options.signal);
    return await followAttempt(options);
  } catch {
    return undefined;
  }
}
