import { PaymentError } from '../contract/errors.js';
import { loadEncryption } from '../on-demand.js';
import type { EncryptionKey } from '../contract/encryption-key.js';
import type { PaymentRequest, PlainPayment } from '../contract/schema.js';
import { realClock, withinTime } from '../transport/clock.js';

/** How long Pay waits for a card to be encrypted, loading what does it included, in ms. */
const LIMIT = 10_000;

interface GivenKey {
  readonly key: unknown;
  /** How far the proxy's clock is ahead of this one, in ms. */
  readonly clockOffset: number;
}

/**
 * The keys that proxies have given in this page, by address. Whoever has asked for encryption once never gets a plain
 * card here any more, whatever comes from that address later: an answer that is lost, or another one.
 */
const given = new Map<string, GivenKey>();

/** Encrypts cards where the proxy has asked for it, by giving a key in `/config`. */
export class CardEncryption {
  /** What is wrong with the key. */
  error: PaymentError | undefined;
  #given: GivenKey | undefined;
  #isDoubted = false;
  readonly #onRefused: () => void;

  /** @param onRefused - called when the key has turned out to be wrong */
  constructor(onRefused: () => void) {
    this.#onRefused = onRefused;
  }

  /** Whether the proxy has asked for it. */
  get isWanted(): boolean {
    return this.#given !== undefined;
  }

  /** Whether the proxy has to be asked for its key again. */
  get isOutdated(): boolean {
    const { exp = Infinity } = (this.#given?.key ?? {}) as EncryptionKey;
    return this.#isDoubted || exp * 1000 <= this.#now();
  }

  /**
   * Takes what a proxy has said, and loads at once what is needed, so that Pay need not wait for it.
   * @param key - `encryption_key`; nothing, when it gave none or could not be asked
   * @param clockOffset - how far its clock is ahead of this one, in ms
   */
  take(proxyUrl: string, key: unknown, clockOffset = 0): void {
    const copy = typeof key === 'object' && key !== null ? { ...key } : key;
    if (copy !== undefined && copy !== null) given.set(proxyUrl, { key: copy, clockOffset });
    this.#given = given.get(proxyUrl);
    this.#isDoubted = false;
    this.error = undefined;
    if (this.isWanted) void this.#open().catch(() => undefined); // Pay tries again, and tells
  }

  /** Has the proxy asked for its key before the next payment: it has refused the form in which a card came. */
  doubt(): void {
    this.#isDoubted = true;
  }

  /**
   * The payment as it may be sent.
   * @param isRequired - whether the page wants no plain card sent, whatever the proxy says
   * @throws {PaymentError} when the card has to be encrypted, and cannot be
   */
  async seal(payment: PlainPayment, idempotencyKey: string, isRequired: boolean): Promise<PaymentRequest> {
    if (!this.isWanted && !isRequired) return payment;
    const failed = (cause?: unknown) =>
      new PaymentError('encryption_failed', 'The card could not be encrypted, so nothing was sent.', { cause });
    if (!this.isWanted) throw failed();
    const { payment_method: method, ...rest } = payment;
    const { amount, currency, reference } = rest;
    try {
      const payment_method = await withinTime(LIMIT, realClock, async () => {
        const { encryptCard, key } = await this.#open();
        const iat = Math.floor(this.#now() / 1000);
        return encryptCard(
          { iat, idempotency_key: idempotencyKey, amount, currency, reference, card: method.card },
          key,
        );
      });
      return { ...rest, payment_method };
    } catch (cause) {
      throw this.error ?? failed(cause);
    }
  }

  /** Loads what encrypts, and checks the key. */
  async #open(): Promise<{
    encryptCard: (typeof import('../contract/encrypt-card.js'))['encryptCard'];
    key: EncryptionKey;
  }> {
    const asked = this.#given;
    const key = asked?.key;
    const { encryptCard, keyProblem } = await loadEncryption();
    const problem = await keyProblem(key, this.#now());
    if (problem) {
      const error = new PaymentError('invalid_encryption_key', `The proxy’s encryption_key ${problem}`);
      if (asked === this.#given) this.error = error; // or it is another proxy's by now
      this.#onRefused();
      throw error;
    }
    return { encryptCard, key: key as EncryptionKey };
  }

  #now(): number {
    return Date.now() + (this.#given?.clockOffset ?? 0);
  }
}
