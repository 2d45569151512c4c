import { PaymentError } from '../../contract/errors.js';
import { canonicalReference } from '../../contract/order.js';
import type { ResolvedPayment } from '../../contract/request.js';
import type { Settings } from '../../settings/settings.js';

const RETRY_DELAYS_MS = [1000, 4000, 0];

type TokenPrice = Pick<ResolvedPayment, 'amount' | 'currency'>;

/** What the page says must agree with it. */
export class TokenOrder {
  order: ResolvedPayment | undefined;
  isAsking = false;
  answered = Promise.resolve();
  readonly #proxyUrl: string;
  readonly #onchange: () => void;
  #token: string | undefined;
  #error: PaymentError | undefined;
  /** It may depend on the card. */
  #price: TokenPrice | undefined;

  constructor(proxyUrl: string, onchange: () => void) {
    this.#proxyUrl = proxyUrl;
    this.#onchange = onchange;
  }

  /** Returns whether the token is new. */
  ask(token: string | undefined): boolean {
    if (token === this.#token) return false;
    this.#token = token;
    this.order = this.#price = this.#error = undefined;
    this.isAsking = Boolean(token);
    this.answered = token ? this.#load(token) : Promise.resolve();
    return true;
  }

  get current(): ResolvedPayment | undefined {
    return this.order && { ...this.order, ...this.#price };
  }

  accept({ code, cause, status }: PaymentError): void {
    if (code === 'amount_changed' && status !== undefined) this.#price = cause as TokenPrice;
  }

  /** `settings` is `undefined` if they are invalid. Returns why there is no order, or why that of the page is another. */
  check(settings: Settings | undefined): PaymentError | undefined {
    const { order } = this;
    if (!settings) return this.#error;
    if (this.#token && settings.fields.includes('amount')) {
      return new PaymentError('order_mismatch', 'fields contains amount beside order-token.');
    }
    if (!order) return undefined;
    const { amount, currency, reference } = settings;
    const isPriceOf = (price: TokenPrice | undefined) => amount === price?.amount && currency === price?.currency;
    if (
      (isPriceOf(order) || isPriceOf(this.#price)) &&
      reference === (order.reference && canonicalReference(order.reference))
    )
      return undefined;
    const describe = (of: Partial<ResolvedPayment>) =>
      `amount ${of.amount}, currency ${of.currency} and reference ${of.reference}`;
    const message = `The page shows ${describe(settings)}. Expected ${describe(order)}, as in order-token.`;
    return new PaymentError('order_mismatch', message);
  }

  async #load(token: string): Promise<void> {
    for (const delay of RETRY_DELAYS_MS) {
      try {
        const order = await this.#request(token);
        if (token !== this.#token) return;
        this.order = order;
        this.#error = undefined;
        break;
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : '';
        this.#error = new PaymentError('frame_unavailable', `The order of order-token is not known. ${reason}`, {
          cause,
        });
      }
      await new Promise((resolve) => setTimeout(resolve, delay));
      if (token !== this.#token) return;
    }
    this.isAsking = false;
    this.#onchange();
  }

  async #request(token: string): Promise<ResolvedPayment | undefined> {
    const { loadTokenOrder } = await import('../../payment/proxy-client.js');
    return loadTokenOrder({ proxyUrl: this.#proxyUrl, orderToken: () => token }, token);
  }
}
