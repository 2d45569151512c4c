import { codesOf } from '../../src/proxy/service/upstream-failure.js';
import { preciseNow } from './clock.js';
import { readText, toMessage, type Known } from './recorded-message.js';
import type { Exchange } from './traffic.js';

/** One exchange, told each time that more of it is known. */
export class ExchangeWatch {
  /** The order that it is about. */
  readonly reference: string;
  #exchange: Exchange;
  readonly #known: Known;
  readonly #tell: (exchange: Exchange) => void;

  constructor(reference: string, first: Exchange, known: Known, tell: (exchange: Exchange) => void) {
    this.reference = reference;
    this.#exchange = first;
    this.#known = known;
    this.#tell = tell;
    tell(first);
  }

  broken(code: string, end = preciseNow()): void {
    this.#change({ broken: code }, end);
  }

  /** @param end - when it was answered, if that is known; otherwise when its body has ended */
  async answered({ status, headers, body }: Response, end?: number): Promise<void> {
    const { text, error } = await readText(body);
    const ended = end ?? preciseNow();
    const answer = { status, ...toMessage(headers, text, this.#known) };
    this.#change({ answer, ...(error !== undefined && { broken: codeOf(error) }) }, ended);
  }

  #change(news: Partial<Exchange>, end: number): void {
    this.#exchange = { ...this.#exchange, ...news, duration: end - this.#exchange.at };
    this.#tell(this.#exchange);
  }
}

/** Never its text, which might quote what was sent. */
export function codeOf(error: unknown): string {
  const code = codesOf(error);
  return code === 'AbortError' || code === 'TimeoutError' ? 'ETIMEDOUT' : code;
}
