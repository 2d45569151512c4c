import type { PaymentErrorCode } from '../contract/errors.js';
import type { AttemptStatus } from '../transport/attempt-report.js';
import { askAttempt, followAttempt } from '../transport/attempt-status.js';
import type { ProxyAddress } from '../transport/fetch-json.js';
import type { PayResult } from '../transport/response.js';
import type { PageFunctions } from './session-state.js';
import type { ProxyClient } from './proxy-client.js';
import { checkAction } from './send-attempt.js';

type CheckedStatus = Pick<AttemptStatus, 'state' | 'price'> & { readonly result?: PayResult | undefined };

export interface AttemptQuestion extends ProxyAddress, PageFunctions {
  readonly idempotencyKey: string;
  readonly reference: string | undefined;
}

interface FollowSettings extends AttemptQuestion {
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly code: PaymentErrorCode | undefined;
  readonly isRecorded?: boolean | undefined;
}

/** Asks the proxy for the outcome of an attempt: once, or until it is settled. */
export class AttemptFollower {
  readonly #proxy: ProxyClient;
  readonly #onend: (news: CheckedStatus | undefined) => void;
  #following: AbortController | undefined;

  /** `onend` gets `undefined` when following ended without an outcome; it is not called after `stop()`. */
  constructor(proxy: ProxyClient, onend: (news: CheckedStatus | undefined) => void) {
    this.#proxy = proxy;
    this.#onend = onend;
  }

  get running(): boolean {
    return this.#following !== undefined;
  }

  /** `undefined` if the proxy does not support the question, or does not respond. */
  async check(question: AttemptQuestion): Promise<CheckedStatus | undefined> {
    const canTell = await this.#proxy.canTell(question.proxyUrl);
    return checkStatus(canTell ? await askAttempt(question) : undefined, question);
  }

  start({ code, ...settings }: FollowSettings): void {
    if (this.#following || this.#proxy.neverTells) return;
    const following = new AbortController();
    this.#following = following;
    const supportsRecovery = () => this.#proxy.canTell(settings.proxyUrl);
    const isIdempotent = () => code === 'store_unavailable' || this.#proxy.capabilities.idempotency;
    void followAttempt({
      ...settings,
      isRejected: code === 'conflict' && settings.isRecorded, // another attempt for the order is in doubt
      endsWithAction: code !== undefined && code !== 'action_refused', // else the shopper knows of it, or cannot do it
      signal: following.signal,
      supportsRecovery,
      isIdempotent,
    }).then(async (status) => {
      const news = await checkStatus(status, settings);
      if (this.#following !== following) return;
      this.#following = undefined;
      this.#onend(news);
    });
  }

  stop(): void {
    this.#following?.abort();
    this.#following = undefined;
  }
}

async function checkStatus(
  status: CheckedStatus | undefined,
  question: AttemptQuestion,
): Promise<CheckedStatus | undefined> {
  return status?.result
    ? { ...status, result: await checkAction(status.result, question.reference, question) }
    : status;
}
