import type { ErrorOutcome } from './errors.js';
import type { NextAction } from './next-action.js';
import { own } from './own.js';

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

/** The service asks for an action of the shopper, such as 3-D Secure. The payment is not finished. */
export interface ActionRequired {
  readonly outcome: 'action_required';
  readonly action: NextAction;
}

/** Decides what a response with a JSON body means; `undefined` leaves the decision to the widget or proxy. */
export type InterpretResponse = (answer: PaymentAnswer) => PaymentMeaning | ActionRequired | undefined;

/** @throws what it throws, or a `TypeError` if it returns anything else than the type allows */
export function callInterpretResponse(
  interpretResponse: InterpretResponse | undefined,
  answer: PaymentAnswer,
): PaymentMeaning | ActionRequired | undefined {
  const meaning = interpretResponse?.(answer);
  if (meaning === undefined || isActionRequired(meaning) || MEANINGS.includes(meaning)) return meaning;
  throw new TypeError(
    `interpretResponse returned an unknown value. Expected ${MEANINGS.join(', ')}, an action or undefined.`,
  );
}

export function isActionRequired(meaning: PaymentMeaning | ActionRequired | undefined): meaning is ActionRequired {
  return (meaning as Partial<ActionRequired> | null | undefined)?.outcome === 'action_required';
}

/** Services may have a member of that name with another shape. */
export function findAction(status: number, body: unknown): unknown {
  if (status !== 202 || typeof body !== 'object') return undefined;
  const { next_action: action } = own(body) as { next_action?: { url?: unknown } | null };
  return typeof action?.url === 'string' ? action : undefined;
}
