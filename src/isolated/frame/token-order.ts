import { realClock, withinTime } from '../../contract/clock.js';
import { isPaymentError, PaymentError } from '../../contract/errors.js';
import { OnDemand } from '../../contract/on-demand.js';
import { canonicalReference } from '../../contract/order.js';
import type { TokenOrder as TokenAnswer } from '../../contract/parse-order.js';
import type { ResolvedPayment } from '../../contract/request.js';
import type { OrderGuard } from '../../element/checked-settings.js';
import { isOrderToken } from '../../settings/credential-guard.js';
import type { Settings } from '../../settings/settings.js';

const tokenOrder = new OnDemand('token-order', () => import('../../payment/token-order.js'));

const RETRY_DELAYS_MS = [1000, 4000, 0];

/** How long Pay waits for the proxy. */
const LIMIT_MS = 10_000;

type TokenPrice = Pick<ResolvedPayment, 'amount' | 'currency'>;

/**
 * The order of the token that the page has set. The page may set any token at any time: nothing is paid before the proxy has
 * confirmed the order of this very token, and it is the order that the form shows.
 */
export class TokenOrder implements OrderGuard {
  isAsking = false;
  answered = Promise.resolve();
  readonly #proxyUrl: string;
  readonly #onchange: () => void;
  #token: string | undefined;
  /** The answer for the token, or `undefined` until the proxy has answered. */
  #answer: TokenAnswer | undefined;
  /** Whether the proxy has confirmed an order, so that it pays none without a token. */
  #needsToken = false;
  #error: PaymentError | undefined;
  /** The price of the order, which may depend on the card. */
  #price: TokenPrice | undefined;

  constructor(proxyUrl: string, onchange: () => void) {
    this.#proxyUrl = proxyUrl;
    this.#onchange = onchange;
  }

  /** @param value - what the page has set. The settings refuse what is no token. */
  setToken(value: unknown): void {
    const token = isOrderToken(value) ? value : undefined;
    if (token === this.#token) return;
    this.#token = token;
    this.#answer = this.#price = this.#error = undefined;
    this.isAsking = false;
    this.answered = token ? this.#load(token) : Promise.resolve();
  }

  /** The confirmed order. */
  get order(): ResolvedPayment | undefined {
    return this.#answer?.order && { ...this.#answer.order, ...this.#price };
  }

  accept({ code, cause, status }: PaymentError): void {
    if (code === 'amount_changed' && status !== undefined) this.#price = cause as TokenPrice;
  }

  check(settings: Settings | undefined): PaymentError | undefined {
    const order = this.#answer?.order;
    if (!settings) return this.#error;
    if (this.#token && settings.fields.includes('amount')) {
      return new PaymentError('order_mismatch', 'fields contains amount beside order-token.');
    }
    if (!order) return undefined;
    const { amount, currency, reference } = settings;
    const isPriceOf = (price: TokenPrice | undefined) => amount === price?.amount && currency === price?.currency;
    if ((isPriceOf(order) || isPriceOf(this.#price)) && reference === canonicalReference(order.reference))
      return undefined;
    const describe = (of: Partial<ResolvedPayment>) =>
      `amount ${of.amount}, currency ${of.currency} and reference ${of.reference}`;
    const message = `The page shows ${describe(settings)}. Expected ${describe(order)}, as in order-token.`;
    return new PaymentError('order_mismatch', message);
  }

  async settle(): Promise<void> {
    if (this.#token && !this.#answer && !this.isAsking) this.answered = this.#load(this.#token);
    const wait = async (signal: AbortSignal) => {
      let answered;
      do await (answered = this.answered);
      while (answered !== this.answered && !signal.aborted); // the page has set another token
    };
    await withinTime(LIMIT_MS, realClock, wait).catch(() => undefined);
  }

  confirm(settings: Settings): string {
    const isConfirmed = this.#token ? this.#answer : !this.#needsToken;
    const error = isConfirmed
      ? this.check(settings)
      : (this.#error ?? new PaymentError('frame_unavailable', 'The proxy has not confirmed the order.'));
    if (error) throw error;
    return this.#token ?? ''; // without a token, none is sent, whatever the page sets later
  }

  isConfirmed(reference: string | undefined): boolean {
    const confirmed = this.#answer?.order?.reference;
    return confirmed !== undefined && reference === canonicalReference(confirmed);
  }

  async #load(token: string): Promise<void> {
    this.isAsking = true;
    for (const delay of RETRY_DELAYS_MS) {
      try {
        const answer = await this.#request(token);
        if (token !== this.#token) return;
        this.#answer = answer;
        this.#needsToken ||= answer.order !== undefined;
        this.#error = undefined;
        break;
      } catch (cause) {
        if (token !== this.#token) return;
        const isRefused = isPaymentError(cause) && cause.code !== 'not_loaded';
        if (isRefused) {
          this.#error = cause;
          break;
        }
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

  async #request(token: string): Promise<TokenAnswer> {
    const { loadTokenOrder } = await tokenOrder.load();
    return loadTokenOrder({ proxyUrl: this.#proxyUrl, orderToken: () => token }, token);
  }
}
