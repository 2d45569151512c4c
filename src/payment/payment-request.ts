import type { PaymentError } from '../contract/errors.js';
import type { InterpretResponse } from '../contract/interpret.js';
import type { CheckedAction } from '../contract/next-action.js';
import type { PaymentRequest as PaymentBody } from '../contract/schema.js';
import type { BuildRequest } from '../contract/serialize.js';
import type { Order, PaymentSubmitDetail } from './outcome.js';
import type { CardEnding } from './session-state.js';

export interface PageFunctions {
  readonly interpretResponse: InterpretResponse;
  /** Rejects with `action_refused`. */
  readonly readAction: (action: unknown, reference: string | undefined) => Promise<CheckedAction>;
}

export interface PaymentRequest {
  readonly proxyUrl: string;
  readonly order: Omit<PaymentSubmitDetail, 'idempotencyKey'>;
  readonly payment: PaymentBody;
  readonly card: CardEnding;
  /** Milliseconds, for the whole attempt. */
  readonly timeout: number;
  readonly credentials: 'same-origin' | 'omit';
  readonly buildRequest: BuildRequest | undefined;
  readonly page: PageFunctions;
  /** Returns what the payment has to wait for; `undefined` if the page prevents it. */
  readonly confirm: (attempt: PaymentSubmitDetail) => readonly PromiseLike<unknown>[] | undefined;
  /** Returns why nothing may be sent. */
  readonly recheck: () => PaymentError | undefined;
}

export interface Submission {
  readonly currentOrder: () => Order;
  /** Called again after the page has checked something. Throws why nothing can be paid. */
  readonly collect: (agreed?: Order) => PaymentRequest | Promise<PaymentRequest>;
}

export interface EarlierOrder extends Order {
  readonly proxyUrl: string;
  readonly page: PageFunctions;
}
