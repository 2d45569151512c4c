import { randomBytes } from 'node:crypto';
import type { ResolvedPayment } from 'payment-widget/contract/request';
import { createOrderToken, type SettledPayment } from 'payment-widget-proxy';

/** A line of an order. Amounts are in minor units. */
interface OrderLine {
  readonly name: string;
  readonly quantity: number;
  readonly amount: number;
}

export interface Order extends ResolvedPayment {
  readonly reference: string;
  readonly lines: readonly OrderLine[];
  readonly giftWrap: boolean;
  /** Whether the shop's `onSettled` was called for it. Ship it now. */
  readonly isPaid: boolean;
}

/** An order, as the shop's pages see it. */
export interface PayableOrder extends Order {
  /** For `order-token`: permits to pay this order at its present price. */
  readonly token: string;
  /** For `action-origins`: where the bank may ask for a confirmation. */
  readonly actionOrigins?: string | undefined;
  /** For `proxy-url` in isolated mode. */
  readonly frameProxy?: string | undefined;
}

const LINES: readonly OrderLine[] = [
  { name: 'Coffee beans, 1 kg', quantity: 1, amount: 2450 },
  { name: 'Enamel mug', quantity: 2, amount: 1998 },
  { name: 'Shipping', quantity: 1, amount: 551 },
];
const GIFT_WRAP_PRICE = 400;

/** The order of the script-tag page. */
const FIRST = 1042;

/** The shop's orders. They alone determine the price. */
export class Orders {
  /** Signs the order tokens. The shop's proxy requires it. */
  readonly tokenSecret = randomBytes(32).toString('base64url');
  readonly #giftWrap = new Map<string, boolean>([[`order-${FIRST}`, false]]);
  /** Keys of attempts by the reference of the order. */
  readonly #paidBy = new Map<string, string>();
  #next = FIRST + 1;
  readonly #urls: Pick<PayableOrder, 'actionOrigins' | 'frameProxy'>;

  /**
   * @param actionOrigins - of the service, if it asks for confirmations
   * @param frameProxy - the proxy at its own origin
   */
  constructor(actionOrigins?: string, frameProxy?: string) {
    this.#urls = { actionOrigins, frameProxy };
  }

  /** The reference cannot be guessed: anyone who knows it can see the order and get a token. */
  create(): Order {
    const reference = `order-${this.#next++}-${randomBytes(8).toString('hex')}`;
    this.#giftWrap.set(reference, false);
    return this.find(reference) as Order;
  }

  find(reference: string | undefined): Order | undefined {
    const giftWrap = this.#giftWrap.get(reference ?? '');
    if (reference === undefined || giftWrap === undefined) return undefined;
    const amount = LINES.reduce((sum, line) => sum + line.amount, giftWrap ? GIFT_WRAP_PRICE : 0);
    return { reference, lines: LINES, giftWrap, isPaid: this.#paidBy.has(reference), currency: 'EUR', amount };
  }

  /** The shop's `onSettled`: only it marks an order as paid. It can be called several times for one attempt. */
  settle({ reference, amount, currency, outcome, idempotencyKey }: SettledPayment): void {
    const order = this.find(reference);
    if (reference === undefined || !order) return; // a donation, or an order of the QA page
    const paidBy = this.#paidBy.get(reference);
    const isPrice = amount === order.amount && currency === order.currency;
    if (outcome === 'paid' && isPrice && paidBy === undefined) this.#paidBy.set(reference, idempotencyKey);
    if (outcome === 'failed' && paidBy === idempotencyKey) this.#paidBy.delete(reference); // was corrected
  }

  /** The order of the script-tag page. */
  get first(): Order {
    return this.find(`order-${FIRST}`) as Order;
  }

  async payable(order: Order): Promise<PayableOrder> {
    const { reference, amount, currency } = order;
    const token = await createOrderToken({ reference, amount, currency }, this.tokenSecret);
    return { ...order, token, ...this.#urls };
  }

  /** The shop's own API: `POST /orders`, `GET /orders/{reference}`, `PUT /orders/{reference}` with `{ giftWrap }`. */
  readonly handle = async (request: Request): Promise<Response> => {
    const reference = new URL(request.url).pathname.split('/')[2];
    if (!reference)
      return request.method === 'POST'
        ? Response.json(await this.payable(this.create()))
        : new Response(null, { status: 405 });
    if (this.find(reference) && request.method === 'PUT') {
      const { giftWrap } = (await request.json()) as { giftWrap?: unknown };
      this.#giftWrap.set(reference, giftWrap === true);
    }
    const order = this.find(reference);
    return order ? Response.json(await this.payable(order)) : new Response(null, { status: 404 });
  };
}
