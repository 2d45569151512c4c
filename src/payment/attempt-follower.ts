import type { AttemptStatus } from './attempt-report.js';
import type { ProxyClient } from './proxy-client.js';
import type { AttemptQuestion } from './proxy-request.js';
import { loadSettling } from './send-attempt.js';
import type { EndedState } from './session-state.js';

/** The network may be gone together with the answer, so the file that asks is loaded again for ten minutes. */
const LOAD_LIMIT_MS = 10 * 60_000;

/** Asks the proxy about one attempt until its outcome is certain, or cannot become known. */
export class AttemptFollower {
  readonly #proxy: ProxyClient;
  #following: AbortController | undefined;

  constructor(proxy: ProxyClient) {
    this.#proxy = proxy;
  }

  get isFollowing(): boolean {
    return this.#following !== undefined;
  }

  /** Returns `undefined` if the proxy does not support the question, or does not respond. */
  async ask(question: AttemptQuestion): Promise<AttemptStatus | undefined> {
    if (!(await this.#proxy.canTell(question.proxyUrl))) return undefined;
    const settling = await loadSettling(0, { after: question }).catch(() => undefined);
    return settling?.askAttempt({ ...question, binds: this.#proxy.capabilities.binding });
  }

  /** Calls `onend` once, with `undefined` if the outcome cannot become known, unless `stop()` is called before. */
  async follow(
    question: AttemptQuestion,
    state: EndedState,
    onend: (status: AttemptStatus | undefined) => void,
  ): Promise<void> {
    if (this.#following || this.#proxy.neverTells) return;
    const { signal } = (this.#following = new AbortController());
    const status = await this.#askUntilCertain(question, state, signal).catch(() => undefined); // the file is missing
    if (signal.aborted) return;
    this.#following = undefined;
    onend(status);
  }

  stop(): void {
    this.#following?.abort();
    this.#following = undefined;
  }

  async #askUntilCertain(
    question: AttemptQuestion,
    state: EndedState,
    signal: AbortSignal,
  ): Promise<AttemptStatus | undefined> {
    const { followAttempt } = await loadSettling(Date.now() + LOAD_LIMIT_MS, { signal, after: question });
    const { code, isRecorded } = state.name === 'unknown' ? state : { code: undefined, isRecorded: true };
    const atBank = state.name === 'pending' ? state.since : undefined; // a confirmation there takes its time
    const proxy = this.#proxy;
    return followAttempt({
      ...question,
      get binds() {
        return proxy.capabilities.binding; // it may become known later
      },
      since: atBank ?? state.time,
      isRecorded,
      isRejected: code === 'conflict' && isRecorded, // another attempt for the order is in doubt
      endsWithAction: code !== undefined && code !== 'action_refused', // else the shopper knows of it, or cannot do it
      signal,
      supportsRecovery: () => proxy.canTell(question.proxyUrl),
      isIdempotent: () => code === 'store_unavailable' || proxy.capabilities.idempotency,
    });
  }
}
