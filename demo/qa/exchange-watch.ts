import { preciseNow } from './clock.js';
import { readText, toMessage, type KnownSecrets } from '../recording/recorded-message.js';
import type { Exchange } from './qa-events.js';

/** Records one exchange and reports each update. */
export class ExchangeWatch {
  /** The reference of the order. */
  readonly reference: string;
  #exchange: Exchange;
  readonly #known: KnownSecrets;
  readonly #notify: (exchange: Exchange) => void;

  constructor(reference: string, first: Exchange, known: KnownSecrets, notify: (exchange: Exchange) => void) {
    this.reference = reference;
    this.#exchange = first;
    this.#known = known;
    this.#notify = notify;
    notify(first);
  }

  broken(code: string, end = preciseNow()): void {
    this.#change({ broken: code }, end);
  }

  /** @param end - time of the response, if known; defaults to the end of the body */
  async responded({ status, headers, body }: Response, end?: number): Promise<void> {
    const { text, error } = await readText(body);
    const ended = end ?? preciseNow();
    const response = { status, ...toMessage(headers, text, this.#known) };
    this.#change({ response, ...(error !== undefined && { broken: codeOf(error) }) }, ended);
  }

  #change(news: Partial<Exchange>, end: number): void {
    this.#exchange = { ...this.#exchange, ...news, duration: end - this.#exchange.at };
    this.#notify(this.#exchange);
  }
}

/** The error code. The message could contain sent data. */
export function codeOf(error: unknown): string {
  const code = innermostCode(error);
  return code === 'AbortError' || code === 'TimeoutError' ? 'ETIMEDOUT' : code;
}

/** Errors of `fetch` have the code in their cause. */
function innermostCode(error: unknown): string {
  const { cause, code, name } = (error ?? {}) as { cause?: unknown; code?: unknown; name?: string };
  if (cause) return innermostCode(cause);
  return typeof code === 'string' ? code : (name ?? 'unknown');
}
