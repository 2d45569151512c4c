import { isRecent, type RememberedAttempt } from './attempt-storage.js';
import { nameOf, type PaidNews } from './paid-channel.js';

/** An attempt that somebody else names. It is a reason to ask the proxy: without an answer, it does not exist. */
export type Claim = Omit<RememberedAttempt, 'action'>;

/** What the page around a frame and other forms say about the attempts of an order. */
export class Claims {
  #handedOver: Claim | undefined;
  #news: PaidNews | undefined;

  /** @param handedOver - in isolated mode, by the page, which has lost an earlier frame */
  constructor(handedOver?: Claim) {
    this.#handedOver = handedOver;
  }

  /** Takes the news that another form has paid an order. */
  receive(news: PaidNews): void {
    this.#news = news;
  }

  hasNewsOf(proxyUrl: string, reference: string | undefined): boolean {
    return this.#news?.order === nameOf(proxyUrl, reference);
  }

  forgetNews(): void {
    this.#news = undefined;
  }

  /**
   * Returns each claim once.
   * @param storedKey - of the attempt that the tab has stored, which only news of the same attempt replaces: any script of the origin can
   * report some
   */
  take(proxyUrl: string, reference: string | undefined, storedKey: string | undefined): Claim | undefined {
    const news = this.hasNewsOf(proxyUrl, reference) ? this.#news : undefined;
    const handedOver = this.#handedOver?.reference === reference ? this.#handedOver : undefined; // the page may have gone on
    if (handedOver) this.#handedOver = undefined;
    if (storedKey !== undefined && storedKey !== news?.idempotencyKey) return undefined; // the news is used later
    if (news) this.#news = undefined;
    if (handedOver && isRecent(handedOver)) return handedOver;
    return news && { idempotencyKey: news.idempotencyKey, reference, startedAt: Date.now() };
  }
}
