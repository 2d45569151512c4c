import type { PaymentDraft, ResolvedPayment, BuildRequest } from '../contract/request.js';
import type { InterpretResponse } from '../contract/answer.js';
import type { NetworksOf } from '../contract/networks.js';
import type { Mode } from '../contract/protocol.js';
import type { OnSettled } from './deliver-settled.js';
import type { FrameOptions } from './frame/frame-options.js';
import type { LimitOptions } from './limits.js';
import type { Logger } from './log.js';
import type { OnMeasurement } from './measurements.js';
import type { OrderTokenSecret } from './order-token.js';
import type { AttemptStore } from './attempts/store.js';

/** What `resolvePayment` may know of a card, for a price by card. */
export interface CardHint {
  /** The first 8 digits, or the first 6 if the number has fewer than 16. Treat it as confidential, and do not log it. */
  readonly bin?: string;
  /** The brand by the table of the widget, such as `visa` or `american-express`. Missing if unknown. */
  readonly brand?: string;
}

/**
 * Returns the price of the order and optionally its canonical reference, or nothing if there is no such order. Look at the
 * session in `request` and return nothing for a stranger, since the error `amount_changed` reveals the price.
 */
export type ResolvePayment = (
  draft: PaymentDraft,
  request: Request,
  card: CardHint,
) => ResolvedPayment | null | undefined | Promise<ResolvedPayment | null | undefined>;

/** The source of the amount: a token from your server, your server's records (or both), or explicitly the browser. */
type AmountSource =
  | {
      /**
       * The secret of your order tokens, at least 32 random bytes. Every request must then have a token of `createOrderToken()`,
       * and the payment must have the order and the price of the token. To change the secret, pass the new and the old one until
       * the old tokens have expired.
       */
      orderTokenSecret: OrderTokenSecret;
      /**
       * Called as `(draft, request, card)` for each payment. Returns the price of the order from your records, or nothing if there
       * is no such order. The draft contains no card. `card` has its `bin` and its `brand`. Beside an order token, it must
       * return the same order, and its price counts.
       */
      resolvePayment?: ResolvePayment;
      trustBrowserAmount?: never;
    }
  | { resolvePayment: ResolvePayment; orderTokenSecret?: never; trustBrowserAmount?: never }
  | {
      /** Accepts any amount from the page, for a form in which the shopper enters the amount. */
      trustBrowserAmount: true;
      orderTokenSecret?: never;
      resolvePayment?: never;
    };

/** Options of {@link createPaymentProxy}. */
export type PaymentProxyOptions = AmountSource & {
  /** The address of the payments service, without `/v1`. A Live key requires `https:`, except for a service on this machine. */
  baseUrl: string;
  /**
   * The API key. It is sent to the service only. To rotate it, pass the new and the old one: if the service rejects one with
   * 401, which means that nothing was charged, the payment is sent with the other.
   */
  apiKey: string | readonly [string, string];
  /** The kind of key, `test` or `live`. A key does not show its kind, so the proxy cannot check it. */
  mode: Mode;
  /**
   * The path where the proxy is mounted, as the proxy sees it: `/` if the framework removes it, as `app.use('/pay', …)` of Express
   * does. All other paths get 404. Needed for a path such as `/api/pay`.
   * @default the root, or one segment that is not a path of the proxy, such as `/pay`
   */
  mountPath?: string;
  /**
   * The accepted card brands, such as `['visa', 'mastercard', 'amex']`. A card of another known brand is refused before anything is
   * stored or sent. Cards of unknown brands are never refused. Pages read the list from `/config`.
   * @default all
   */
  brands?: readonly string[];
  /**
   * Returns the networks of a co-badged card by the first eight digits of its number, such as `['cartes-bancaires', 'visa']`, or
   * nothing for other cards. Pages then ask `GET …/networks/{digits}` and let the shopper choose.
   */
  networksOf?: NetworksOf;
  /** Other origins whose pages may use this proxy, such as `https://shop.example`. Its own origin is always allowed. */
  allowedOrigins?: readonly string[];
  /** Serves the form of isolated mode at `GET …/frame`, in a frame of this origin, for pages of `frame.ancestors`. */
  frame?: FrameOptions;
  /** Creates the request body for the service. The default body is the one of the proxy contract. */
  buildRequest?: BuildRequest;
  /**
   * Decides what a JSON response means, if its body says more than its status, such as a 200 that declines. Return `undefined` to
   * use the status. Pages that use this proxy need no `interpretResponse` of their own.
   */
  interpretResponse?: InterpretResponse;
  /**
   * The https origins that a shopper may be sent to for a confirmation, such as `['https://acs.example']`. An action with another
   * origin is not passed on; the outcome is then unknown. Also http for a server on this machine.
   * @default none
   */
  actionOrigins?: readonly string[];
  /**
   * Top-level members of the service's JSON responses that the page and the store may get, such as `['id', 'status']`. This also
   * applies to error responses: pages read `errors` to mark invalid fields, and `outcome`. `interpretResponse` gets all members.
   * @default all
   */
  answerFields?: readonly string[];
  /**
   * Where attempts are stored: `openLmdbStore()`, `createRedisStore()`, `createMemoryStore()` or a store of your own.
   * @default LMDB in `storePath`
   */
  store?: AttemptStore;
  /**
   * The folder of the default store, on a local disk. It is created with the first payment.
   * @default `./payment-attempts`
   */
  storePath?: string;
  /** Allows a store that loses its data at a restart, with a Live key. An order can then be charged twice. */
  allowMemoryStore?: true;
  /**
   * Set it to `true` if the service recognizes an `Idempotency-Key`. The proxy then sends a payment with an unknown outcome again,
   * at most twice, with the same key.
   * @default `false`
   */
  upstreamHonoursIdempotency?: boolean;
  /** How many payments are let through. */
  limits?: LimitOptions;
  /**
   * Called for each attempt whose outcome is certain, at least once, also after a crash: see {@link OnSettled}. Ship here. All
   * proxies that share a store and a mode need the same function.
   */
  onSettled?: OnSettled;
  /**
   * Called for each attempt that was sent, each request to the service, each refusal by a limit, each error of the store and each call
   * of `onSettled`: see {@link OnMeasurement}. Count them for your monitoring.
   */
  onMeasurement?: OnMeasurement;
  /**
   * Receives log lines, and the original error as its second argument.
   * @default JSON lines on the console
   */
  logger?: Logger;
  /** Replaces the network, for tests. */
  fetch?: (request: Request) => Promise<Response>;
};

/** Something that is wrong with an option. The text continues its name, and contains no secret. */
export interface OptionProblem {
  /** Name of the option, such as `limits.clientId`. */
  readonly option: string;
  readonly text: string;
}

/** Invalid options of {@link createPaymentProxy}. The message names all of them. */
export class ProxyConfigurationError extends TypeError {
  override readonly name = 'ProxyConfigurationError';
  /** Name of the first invalid option. */
  readonly option: string;

  constructor(first: OptionProblem, ...others: OptionProblem[]) {
    const lines = [first, ...others].map(({ option, text }) => `${option} ${text}`);
    super(`createPaymentProxy: ${lines.join('\n')}`);
    this.option = first.option;
  }
}
