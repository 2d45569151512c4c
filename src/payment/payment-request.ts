import type { PaymentError } from '../contract/errors.js';
import type { InterpretResponse } from '../contract/interpret.js';
import type { CheckedAction } from '../contract/next-action.js';
import type { PaymentRequest as PaymentBody } from '../contract/schema.js';
import type { BuildRequest } from '../contract/serialize.js';
import type { Order, PaymentSubmitDetail } from './outcome.js';
import type { CardEnding } from './session-state.js';

/** Functions of the page that read responses. */
export interface PageFunctions {
  readonly interpretResponse: InterpretResponse;
  /** Checks the next action of a payment. Rejects with `action_refused`. */
  readonly readAction: (action: unknown, reference: string | undefined) => Promise<CheckedAction>;
}

/** A payment to make. The element builds it from its settings and the form. */
export interface PaymentRequest {
  /** Absolute URL of the merchant's proxy. */
  readonly proxyUrl: string;
  readonly order: Omit<PaymentSubmitDetail, 'idempotencyKey'>;
  readonly payment: PaymentBody;
  readonly card: CardEnding;
  /** Limit for the whole attempt, in ms. */
  readonly timeout: number;
  readonly credentials: 'same-origin' | 'omit';
  readonly buildRequest: BuildRequest | undefined;
  readonly page: PageFunctions;
  /** Dispatches `payment-submit`. @returns what the payment has to wait for; `undefined` if the page prevents it */
  readonly confirm: (attempt: PaymentSubmitDetail) => readonly PromiseLike<unknown>[] | undefined;
  /** Checks the settings again, with the configuration that the proxy has reported. @returns why nothing may be sent */
  readonly recheck: () => PaymentError | undefined;
}

/** A press on Pay. */
export interface Submission {
  /** The order as the page has it now, as far as it is known. */
  readonly currentOrder: () => Order;
  /**
   * Checks settings and form, and again after the page has checked something.
   * @param agreed - the order of the first time
   * @throws why nothing can be paid
   */
  readonly collect: (agreed?: Order) => PaymentRequest | Promise<PaymentRequest>;
}

/** An order of which an earlier page may have begun to pay. */
export interface EarlierOrder extends Order {
  readonly proxyUrl: string;
  readonly page: PageFunctions;
}
