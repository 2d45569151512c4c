import type { BuildRequest, Clock, InterpretResponse, PaymentRequest, AnswerBody } from 'payment-widget/contract';
import type { Log } from '../log/events.js';
import type { Measure } from '../log/measurements.js';

export interface Redactor {
  /** @returns undefined above 1,000 values or 100 levels */
  body(body: AnswerBody, sent: SentCard): AnswerBody | undefined;
  text(text: string, sent?: SentCard): string;
}

export type SentCard = Partial<Pick<PaymentRequest['payment_method'], 'card'>>;

/** The bodies of one response. */
export interface Bodies {
  /** The body as received, for nothing but a next action. */
  readonly received: AnswerBody | undefined;
  /** The body for `interpretResponse`, or `undefined` if it was too large to be redacted. */
  readonly whole: AnswerBody | undefined;
  /** The body for the page and the store. */
  readonly passed: AnswerBody;
}

/** A function, so that no key shows when an object with it is printed or serialized. */
export type ApiKey = () => string;

export interface Service {
  readonly baseUrl: string;
  /** One or two keys, the one to try first in front. */
  readonly keys: ApiKey[];
  /** Replaces the network. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  readonly upstreamHonoursIdempotency?: boolean | undefined;
  readonly buildRequest?: BuildRequest | undefined;
  readonly interpretResponse?: InterpretResponse | undefined;
  readonly answerFields?: readonly string[] | undefined;
  readonly actionOrigins?: readonly string[] | undefined;
  readonly redactor: Redactor;
  readonly log: Log;
  readonly measure: Measure;
  readonly clock: Clock;
}

export interface Sending {
  readonly body: string;
  /** The card, which is redacted from the response. */
  readonly card: PaymentRequest['payment_method']['card'];
  readonly idempotencyKey: string;
  /** The time for all tries together, in ms. */
  readonly limit: number;
  readonly takeResend: () => Promise<boolean>;
}
