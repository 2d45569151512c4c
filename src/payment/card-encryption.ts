import { PaymentError } from '../contract/errors.js';
import type { EncryptionKey } from '../contract/encryption-key.js';
import type { PaymentRequest, PlainPayment } from '../contract/schema.js';
import { realClock, withinTime } from '../contract/clock.js';

/** Limit for encrypting a card, loading the code included, in ms. */
const TIMEOUT = 10_000;

interface ProxyKey {
  readonly key: unknown;
  /** Difference between the proxy's clock and this one, in ms. */
  readonly clockOffset: number;
}

/**
 * Keys by proxy URL, for the lifetime of the page. A proxy that has once provided a key never gets an unencrypted card here,
 * whatever it responds later.
 */
const proxyKeys = new Map<string, ProxyKey>();

/** Encrypts cards for a proxy that provides a key in `/config`. */
export class CardEncryption {
  /** Set if the key is unusable. */
  error: PaymentError | undefined;
  #key: ProxyKey | undefined;
  #mustRenew = false;
  readonly #onerror: () => void;

  constructor(onerror: () => void) {
    this.#onerror = onerror;
  }

  /** Whether the proxy has provided a key. */
  get isRequested(): boolean {
    return this.#key !== undefined;
  }

  /** Whether the key has to be loaded again. */
  get isOutdated(): boolean {
    const { exp = Infinity } = (this.#key?.key ?? {}) as Partial<EncryptionKey>;
    return this.#mustRenew || exp * 1000 <= this.#now();
  }

  /** Takes the key from `/config`, and loads the code at once so that a payment does not wait for it. */
  use(proxyUrl: string, key: unknown, clockOffset = 0): void {
    if (key !== undefined && key !== null) proxyKeys.set(proxyUrl, { key, clockOffset });
    this.#key = proxyKeys.get(proxyUrl);
    this.#mustRenew = false;
    this.error = undefined;
    if (this.isRequested) void this.#prepare().catch(() => undefined); // the payment tries again and reports it
  }

  /** Makes the next payment load the key again: the proxy has rejected the card's encryption. */
  renewKey(): void {
    this.#mustRenew = true;
  }

  /**
   * @param isRequired whether an unencrypted card must not be sent even if the proxy provides no key
   * @param brand identifier of the card's brand, for a proxy that accepts certain brands
   * @returns the payment with an encrypted card, or as it is if neither page nor proxy requests encryption
   * @throws {PaymentError} in the promise: `encryption_failed` or `invalid_encryption_key`
   */
  seal(
    payment: PlainPayment,
    idempotencyKey: string,
    isRequired: boolean,
    brand?: string,
  ): PlainPayment | Promise<PaymentRequest> {
    return this.isRequested || isRequired ? this.#encrypt(payment, idempotencyKey, brand) : payment;
  }

  async #encrypt(payment: PlainPayment, idempotencyKey: string, brand?: string): Promise<PaymentRequest> {
    const fail = (cause?: unknown) =>
      new PaymentError('encryption_failed', 'The card could not be encrypted. Nothing was sent.', { cause });
    if (!this.isRequested) throw fail();
    const { payment_method: method, ...rest } = payment;
    const { amount, currency, reference } = rest;
    try {
      const payment_method = await withinTime(TIMEOUT, realClock, async () => {
        const { encryptCard, key } = await this.#prepare();
        const iat = Math.floor(this.#now() / 1000);
        return encryptCard(
          { iat, idempotency_key: idempotencyKey, amount, currency, reference, card: method.card },
          key,
          brand,
        );
      });
      return { ...rest, payment_method };
    } catch (cause) {
      throw this.error ?? fail(cause);
    }
  }

  /** Loads the code and checks the key. */
  async #prepare() {
    const current = this.#key;
    const key = current?.key;
    const { encryptCard, keyProblem } = await import('../contract/encrypt-card.js');
    const problem = await keyProblem(key, this.#now());
    if (problem) {
      const error = new PaymentError('invalid_encryption_key', `The proxy’s encryption_key ${problem}`);
      if (current === this.#key) this.error = error; // else another key is in use by now
      this.#onerror();
      throw error;
    }
    return { encryptCard, key: key as EncryptionKey };
  }

  #now(): number {
    return Date.now() + (this.#key?.clockOffset ?? 0);
  }
}
