import { preciseNow } from './clock.js';
import { toMessage, type KnownSecrets, type Text } from '../../src/sandbox/recording/recorded-message.js';
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

  async responded({ status, headers }: Response, body: Promise<Text>, end: number | Promise<number>): Promise<void> {
    const { text, error } = await body;
    const response = { status, ...toMessage(headers, text, this.#known) };
    this.#change({ response, ...(error !== undefined && { broken: codeOf(error) }) }, await end);
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
