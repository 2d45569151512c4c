import { isString, type Check, type Checked } from '../../contract/parse.js';
import { isPlainObject } from '../../contract/security.js';
import type { PaymentOutcome } from '../../payment/outcome.js';

/**
 * What the messages between page and frame share. Each message has a closed schema, which the side that receives it checks. None has a
 * member for card data.
 */

/** The version of the messages, which page and frame must share. A change of a message changes it. */
export const VERSION = 1;

export const CONNECT = 'payment-widget-connect';

export const OUTCOME_EVENTS = {
  paid: 'payment-success',
  pending: 'payment-pending',
  action_required: 'payment-action',
  failed: 'payment-failure',
  unknown: 'payment-unknown',
} as const satisfies Readonly<Record<PaymentOutcome['outcome'], string>>;

export const EVENT_NAMES = [
  ...Object.values(OUTCOME_EVENTS),
  ...(['payment-ready', 'payment-change', 'payment-field', 'payment-submit'] as const),
];

export type EventName = (typeof EVENT_NAMES)[number];

type Schemas = Readonly<Record<string, Check<object>>>;

export type MessageOf<All> = { [Type in keyof All]: { readonly type: Type } & Checked<All[Type]> }[keyof All];

export function readMessage<All extends Schemas>(schemas: All, data: unknown): MessageOf<All> | undefined {
  if (!isPlainObject(data)) return undefined;
  const { type, ...members } = data as Readonly<Record<string, unknown>>;
  const isKnown = isString(type) && Object.hasOwn(schemas, type);
  return isKnown && schemas[type]?.(members) ? (data as MessageOf<All>) : undefined;
}

export const isNumber = (value: unknown): value is number => Number.isFinite(value);

export const record =
  <Value>(check: Check<Value>): Check<Readonly<Record<string, Value>>> =>
  (value): value is Readonly<Record<string, Value>> =>
    isPlainObject(value) && Object.values(value).every(check);
