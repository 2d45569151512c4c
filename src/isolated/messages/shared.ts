import { isString, type Check, type Checked } from '../../contract/parse.js';
import type { PaymentOutcome } from '../../payment/outcome.js';

/**
 * What the messages between page and frame share. Each message has a closed schema, which the side that receives it checks. None has a
 * member for card data.
 */

/** Page and frame must have the same: a change of a message changes it. */
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
  if (!isObject(data)) return undefined;
  const { type, ...members } = data;
  const isKnown = isString(type) && Object.hasOwn(schemas, type);
  return isKnown && schemas[type]?.(members) ? (data as MessageOf<All>) : undefined;
}

export const isNumber = (value: unknown): value is number => Number.isFinite(value);

export const maybe =
  <Value>(check: Check<Value>): Check<Value | undefined> =>
  (value): value is Value | undefined =>
    value === undefined || check(value);

type Optional<Of> = { [Name in keyof Of]: undefined extends Checked<Of[Name]> ? Name : never }[keyof Of];

/** An object with these members, and no others. */
type Shape<Of> = {
  readonly [Name in Exclude<keyof Of, Optional<Of>>]: Checked<Of[Name]>;
} & { readonly [Name in Optional<Of>]?: Checked<Of[Name]> };

export const shape =
  <Members extends Readonly<Record<string, Check>>>(members: Members): Check<Shape<Members>> =>
  (value): value is Shape<Members> =>
    isObject(value) &&
    Object.keys(value).every((name) => Object.hasOwn(members, name)) &&
    Object.entries(members).every(([name, check]) => check(Object.hasOwn(value, name) ? value[name] : undefined));

export const record =
  <Value>(check: Check<Value>): Check<Readonly<Record<string, Value>>> =>
  (value): value is Readonly<Record<string, Value>> =>
    isObject(value) && Object.values(value).every(check);

/** Not a `Map`, a `Date` or another object that a message may hold: it would look like an object without members. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
