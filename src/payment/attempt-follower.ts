import type { AttemptStatus } from './attempt-report.js';
import type { Attempt } from './outcome.js';
import { loadSettling, readAction } from './payment-parts.js';
import { isReachable, type ProxyClient } from './proxy-client.js';
import type { AttemptQuestion } from './proxy-request.js';
import type { Endpoint } from './send-attempt.js';
import type { EndedState } from './session-state.js';

/** The network may be gone together with the answer, so the file that asks is loaded again for ten minutes. */
const LOAD_LIMIT_MS = 10 * 60_000;

/** Asks the proxy about one attempt, once or until its outcome is certain, or cannot become known. */
export class AttemptFollower {
  readonly #proxy: ProxyClient;
  #following: AbortController | undefined;

  constructor(proxy: ProxyClient) {
    this.#proxy = proxy;
  }

  get isFollowing(): boolean {
    return this.#following !== undefined;
  }

  /** Never rejects. */
  async ask(attempt: Attempt, endpoint: Endpoint): Promise<AttemptStatus> {
    const question = this.#questionAbout(attempt, endpoint);
    const canTell = await this.#proxy.canTell(endpoint.proxyUrl);
    const isUp = () => isReachable(question);
    const settling = canTell ? await loadSettling(0, { isUp }).catch(() => undefined) : undefined;
    const status = await settling?.askAttempt({ ...question, binds: this.#proxy.capabilities.binding });
    return status ? checkAction(status, attempt, endpoint) : { state: 'no_answer' };
  }

  /** Calls `onend` once, with `undefined` if the outcome cannot become known, unless `stop()` is called before. */
  async follow(
    state: EndedState,
    endpoint: Endpoint,
    onend: (status: AttemptStatus | undefined) => void,
  ): Promise<void> {
    if (this.#following || this.#proxy.neverTells) return;
    const { signal } = (this.#following = new AbortController());
    const status = await this.#askUntilCertain(state, endpoint, signal).catch(() => undefined); // the file is missing
    if (signal.aborted) return;
    this.#following = undefined;
    onend(status);
  }

  stop(): void {
    this.#following?.abort();
    this.#following = undefined;
  }

  async #askUntilCertain(
    state: EndedState,
    endpoint: Endpoint,
    signal: AbortSignal,
  ): Promise<AttemptStatus | undefined> {
    const question = this.#questionAbout(state.attempt, endpoint);
    const isUp = () => isReachable(question);
    const { followAttempt } = await loadSettling(Date.now() + LOAD_LIMIT_MS, { signal, isUp });
    const { code, isRecorded } = state.name === 'unknown' ? state : { code: undefined, isRecorded: true };
    const atBank = state.name === 'pending' ? state.since : undefined; // a confirmation there takes its time
    const proxy = this.#proxy;
    const status = await followAttempt({
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
    return status && checkAction(status, state.attempt, endpoint);
  }

  #questionAbout({ idempotencyKey }: Attempt, { proxyUrl, interpretResponse }: Endpoint): AttemptQuestion {
    return { ...this.#proxy.address(proxyUrl), interpretResponse, idempotencyKey };
  }
}

async function checkAction(status: AttemptStatus, attempt: Attempt, endpoint: Endpoint): Promise<AttemptStatus> {
  return status.result ? { ...status, result: await readAction(status.result, attempt, endpoint) } : status;
}
