import { unsettled } from './attempt-key.js';
import type { AttemptStatus } from './attempt-report.js';
import { AttemptStorage, isRecent, type RememberedAttempt } from './attempt-storage.js';
import type { Attempt, Order } from './outcome.js';
import { nameOf, type PaidNews } from './paid-channel.js';
import { failed, type PayResult } from './proxy-request.js';
import type { Begun } from './session-state.js';

/** An attempt that somebody else names. It is a reason to ask the proxy: without an answer, it does not exist. */
export type Claim = Omit<RememberedAttempt, 'action'>;

/** An attempt that a form has not begun itself. */
export interface EarlierAttempt extends Begun {
  /** Whether it does not exist unless the proxy confirms it. Default: false. */
  readonly isClaim?: boolean;
}

type Verdict = 'none' | 'unconfirmed' | { readonly attempt: Attempt; readonly result: PayResult };

type OrderOfAttempt = Omit<Attempt, 'idempotencyKey'>;

/** Finds the attempt of an order that an earlier page, another form or, in isolated mode, a lost frame has begun. */
export class EarlierAttempts {
  /** The proxy and the order that were looked up last. */
  lookedUp: string | undefined;
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

  /** Forgets the news, and looks up the next order even if it is the same. */
  forget(): void {
    this.#news = undefined;
    this.lookedUp = undefined;
  }

  /** Whether the order is another one than before, or in the news. */
  isNew(proxyUrl: string, { reference }: Order): boolean {
    const name = nameOf(proxyUrl, reference);
    return name !== this.lookedUp || name === this.#news?.order;
  }

  /** Returns what to ask the proxy about: what the tab has stored, or a claim, which is returned once. */
  find(proxyUrl: string, order: OrderOfAttempt): EarlierAttempt | undefined {
    this.lookedUp = nameOf(proxyUrl, order.reference);
    const stored = this.findStored(proxyUrl, order);
    const claim = this.#takeClaim(this.lookedUp, order.reference, stored?.attempt.idempotencyKey);
    return claim ? { ...toEarlier(order, claim), isClaim: true } : stored;
  }

  findStored(proxyUrl: string, order: OrderOfAttempt): EarlierAttempt | undefined {
    const stored = new AttemptStorage(proxyUrl).find(order.reference);
    return stored && toEarlier(order, stored);
  }

  /** Only news of the same attempt replaces a stored one: any script of the origin can report some. */
  #takeClaim(name: string, reference: string | undefined, storedKey: string | undefined): Claim | undefined {
    const news = this.#news?.order === name ? this.#news : undefined;
    const handedOver = this.#handedOver?.reference === reference ? this.#handedOver : undefined; // the page may have gone on
    if (handedOver) this.#handedOver = undefined;
    if (storedKey !== undefined && storedKey !== news?.idempotencyKey) return undefined; // the news is used later
    if (news) this.#news = undefined;
    if (handedOver && isRecent(handedOver)) return handedOver;
    return news && { idempotencyKey: news.idempotencyKey, reference, startedAt: Date.now() };
  }

  /**
   * Decides what a report means for an earlier attempt, whose record it keeps or removes. Returns how the attempt has ended, as far as that
   * is known. `none`: it was not sent, or is that of another order. `unconfirmed`: the proxy does not confirm the claim.
   */
  judge(proxyUrl: string, { attempt, time, isClaim }: EarlierAttempt, report: AttemptStatus): Verdict {
    const { state, reference, price, result } = report;
    const storage = new AttemptStorage(proxyUrl);
    if (isClaim && (state === 'no_answer' || state === 'unproven')) return 'unconfirmed';
    // The storage and the channel belong to all scripts of the origin: the attempt may be that of another order.
    const isOther = reference !== undefined && reference !== attempt.reference?.normalize();
    if (isOther || state === 'not_found') {
      storage.remove(attempt);
      return 'none';
    }
    const isNew = isClaim && attempt.reference && !storage.find(attempt.reference);
    if (isNew) storage.save({ ...attempt, startedAt: time }); // a reload finds it again
    const known = isClaim && result && 'payment' in result ? { ...result, payment: null } : result;
    // The price may have changed since: only the proxy knows the amount of the attempt.
    return { attempt: { ...attempt, amount: undefined, ...price }, result: known ?? failed(unsettled()) };
  }
}

function toEarlier(order: OrderOfAttempt, { idempotencyKey, startedAt }: Claim): EarlierAttempt {
  return { attempt: { ...order, idempotencyKey }, time: startedAt };
}
