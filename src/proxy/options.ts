import type { PaymentDraft, ResolvedPayment } from '../contract/schema.js';
import type { BuildRequest } from '../contract/serialize.js';
import type { InterpretResponse } from '../contract/interpret.js';
import type { Mode } from '../contract/protocol.js';
import type { EncryptionKeys } from './encrypted-card.js';
import type { LimitOptions } from './limits.js';
import type { Logger } from './log.js';
import type { OrderTokenSecret } from './order-token.js';
import type { OnSuspicion } from './suspicion.js';
import type { AttemptStore } from './attempts/store.js';

/**
 * Returns the amount of the order and optionally its canonical reference, or nothing if there is no such order. Look at the
 * session in `request` and return nothing for a stranger, since the error `amount_changed` reveals the price.
 */
export type ResolvePayment = (
  draft: PaymentDraft,
  request: Request,
) => ResolvedPayment | null | undefined | Promise<ResolvedPayment | null | undefined>;

/** The source of the amount: a token from your server, your server's records (or both), or explicitly the browser. */
type AmountSource =
  | {
      /**
       * Requires an order token of `createOrderToken` with every request. The payment's order and price must be those of the
       * token. To change the secret, pass the new and the old one until the old tokens have expired.
       */
      orderTokenSecret: OrderTokenSecret;
      /** Beside a token, it must return the same order and price. */
      resolvePayment?: ResolvePayment;
      trustBrowserAmount?: never;
    }
  | { resolvePayment: ResolvePayment; orderTokenSecret?: never; trustBrowserAmount?: never }
  | { trustBrowserAmount: true; orderTokenSecret?: never; resolvePayment?: never };

/** Options of {@link createPaymentProxy}. */
export type PaymentProxyOptions = AmountSource & {
  /** URL of the payments service, without `/v1`. A Live key requires https, except on this machine. */
  baseUrl: string;
  /**
   * The API key. It is sent only to the service. To rotate it, pass the new and the old one: if the service rejects one with
   * 401 (nothing charged), the payment is sent with the other.
   */
  apiKey: string | readonly [string, string];
  /** The kind of key. The service does not document how to tell them apart. */
  mode: Mode;
  /**
   * Public key of the service (JWK with `kid` and `alg`: RSA-OAEP-256 or ECDH-ES). Pages encrypt cards with it, and plain
   * cards are rejected. Of several keys, pages use the first; cards from open pages may use the others.
   */
  encryptionKey?: EncryptionKeys;
  /** Other origins that may use this proxy, such as `https://shop.example`. Its own origin is always allowed. */
  allowedOrigins?: readonly string[];
  /**
   * Creates the request body for the service. The service does not document it; the default is the widget's own format.
   */
  buildRequest?: BuildRequest;
  /**
   * Decides the meaning of a response whose body says more than its status, such as a 200 that declines. Return `undefined`
   * to use the status. Pages that use this proxy do not need `interpretResponse` themselves.
   */
  interpretResponse?: InterpretResponse;
  /**
   * Top-level members of the service's JSON responses that the page and the store may get, such as `['id', 'status']`, also with
   * error statuses: to mark invalid fields, pages read `errors`; of an error, also `outcome`. Default: all. `interpretResponse` gets all.
   */
  answerFields?: readonly string[];
  /** Store of attempts: `payment-widget/stores/lmdb` (default, in `storePath`), `…/redis` or `…/memory`. */
  store?: AttemptStore;
  /** Folder of the default store, on a local disk. Default: `./payment-attempts`. Created with the first payment. */
  storePath?: string;
  /** Allows a volatile store with a Live key: after a restart, an order can be charged twice. */
  allowMemoryStore?: true;
  /** True if the service recognizes an `Idempotency-Key`: payments with an unknown outcome are then retried. */
  upstreamHonoursIdempotency?: boolean;
  /** Rate limits. */
  limits?: LimitOptions;
  /**
   * Called for signs of card testing: one client uses five cards, or ten clients are declined with cards of one issuer, within
   * ten minutes. Requires `limits.clientId`.
   */
  onSuspicion?: OnSuspicion;
  /** Receives log lines. Default: JSON lines on the console. */
  logger?: Logger;
  /** Replaces the network, for tests. */
  fetch?: (request: Request) => Promise<Response>;
};

/** An invalid option of {@link createPaymentProxy}. */
export class ProxyConfigurationError extends TypeError {
  override readonly name = 'ProxyConfigurationError';
  /** Name of the option. */
  readonly option: string;

  constructor(option: string, message: string) {
    super(`createPaymentProxy: ${option} ${message}`);
    this.option = option;
  }
}
