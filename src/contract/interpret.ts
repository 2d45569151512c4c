import type { ErrorOutcome } from './errors.js';

/** A response of the payments service, as passed to `interpretResponse`. */
export interface PaymentAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON body. */
  readonly body: unknown;
}

/** The meaning of a response. */
export type PaymentMeaning = 'paid' | 'pending' | ErrorOutcome;

const MEANINGS: readonly PaymentMeaning[] = ['paid', 'pending', 'not_charged', 'unknown'];

/** Decides what a response with a JSON body means; `undefined` leaves the decision to the widget or proxy. */
export type InterpretResponse = (answer: PaymentAnswer) => PaymentMeaning | undefined;

/**
 * Calls the merchant's `interpretResponse`, if any.
 * @throws what it throws, or a `TypeError` if it returns anything but a {@link PaymentMeaning} or `undefined`
 */
export function callInterpretResponse(
  interpretResponse: InterpretResponse | undefined,
  answer: PaymentAnswer,
): PaymentMeaning | undefined {
  const meaning = interpretResponse?.(answer);
  if (meaning === undefined || MEANINGS.includes(meaning)) return meaning;
  throw new TypeError(`interpretResponse returned an unknown value. Expected ${MEANINGS.join(', ')} or undefined.`);
}
