import type { BuildRequest, Clock, InterpretResponse, PaymentRequest } from 'payment-widget/contract';
import type { Log } from '../log/log.js';
import type { Measure } from '../log/measurements.js';
import type { Redactor } from './redact.js';

/** A function, so that no key shows when an object with it is printed or serialized. */
export type ApiKey = () => string;

export interface Service {
  readonly baseUrl: string;
  /** One or two keys, the one to try first in front. */
  readonly keys: ApiKey[];
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
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
  /** To redact it from the response. */
  readonly card: PaymentRequest['payment_method']['card'];
  readonly idempotencyKey: string;
  /** For all tries together, in ms. */
  readonly limit: number;
  readonly takeResend: () => Promise<boolean>;
}
