import { PaymentError } from '../contract/errors.js';
import { canonicalReference } from '../contract/order-texts.js';
import type { ResolvedPayment } from '../contract/schema.js';
import type { Settings } from '../settings/usual-settings.js';

/** Waits after requests that have failed. */
const RETRY_DELAYS_MS = [1000, 4000, 0];

type TokenPrice = Pick<ResolvedPayment, 'amount' | 'currency'>;

/** The order that the proxy reads from the order token. What the page says must agree with it. */
export class TokenOrder {
  /** The order of the present token, once the proxy has confirmed it. */
  order: ResolvedPayment | undefined;
  isAsking = false;
  answered = Promise.resolve();
  readonly #proxyUrl: string;
  readonly #onchange: () => void;
  #token: string | undefined;
  /** Why the order is not known. */
  #error: PaymentError | undefined;
  /** A price that the proxy has reported since: it may depend on the card. */
  #price: TokenPrice | undefined;

  constructor(proxyUrl: string, onchange: () => void) {
    this.#proxyUrl = proxyUrl;
    this.#onchange = onchange;
  }

  /** Asks the proxy about a token, once. @returns whether the token is new */
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

  /** Takes the price that the proxy has reported for a payment. */
  accept({ code, cause, status }: PaymentError): void {
    if (code === 'amount_changed' && status !== undefined) this.#price = cause as TokenPrice;
  }

  /**
   * @param settings `undefined` if they are invalid
   * @returns why there is no order, or what is wrong if the page shows another order than that of the token
   */
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
    const { loadProxyConfig } = await import('../payment/proxy-config.js');
    return (await loadProxyConfig({ proxyUrl: this.#proxyUrl, orderToken: () => token })).order;
  }
}
