import type { PaymentOutcome } from '../../payment/outcome.js';

/**
 * What the messages between page and frame share. Each message has a closed schema, which the side that receives it checks. None has a
 * member for card data.
 */

/** Page and frame must have the same: a change of a message changes it. */
export const VERSION = 1;

export const CONNECT = 'payment-widget-connect';

export type MessageOf<Types> = { [Type in keyof Types]: { readonly type: Type } & Readonly<Types[Type]> }[keyof Types];

export type Schemas<Types> = Readonly<Record<keyof Types, IsValid>>;

export const message = (members: Members): IsValid => shape({ type: Boolean, ...members });

export function readMessage<Types>(schemas: Schemas<Types>, data: unknown): MessageOf<Types> | undefined {
  const { type } = (data ?? {}) as { readonly type?: unknown };
  if (typeof type !== 'string' || !Object.hasOwn(schemas, type)) return undefined;
  return schemas[type as keyof Types](data) ? (data as MessageOf<Types>) : undefined;
}

export const EVENT_NAMES = [
  'payment-ready',
  'payment-change',
  'payment-field',
  'payment-submit',
  'payment-action',
  'payment-success',
  'payment-pending',
  'payment-failure',
  'payment-unknown',
] as const;

export type EventName = (typeof EVENT_NAMES)[number];

export const OUTCOME_EVENTS = {
  paid: 'payment-success',
  pending: 'payment-pending',
  action_required: 'payment-action',
  failed: 'payment-failure',
  unknown: 'payment-unknown',
} as const satisfies Readonly<Record<PaymentOutcome['outcome'], EventName>>;

export type IsValid = (value: unknown) => boolean;

export type Members = Readonly<Record<string, IsValid>>;

export const isBoolean: IsValid = (value) => typeof value === 'boolean';
export const isNumber: IsValid = (value) => Number.isFinite(value);
export const textUpTo =
  (max: number): IsValid =>
  (value) =>
    typeof value === 'string' && value.length <= max;
export const oneOf =
  (...values: readonly unknown[]): IsValid =>
  (value) =>
    values.includes(value);

export const maybe =
  (check: IsValid): IsValid =>
  (value) =>
    value === undefined || check(value);

export const shape =
  (members: Members): IsValid =>
  (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => Object.hasOwn(members, name)) &&
    Object.entries(members).every(([name, check]) => check(Object.hasOwn(value, name) ? value[name] : undefined));

export const record =
  (check: IsValid, max: number): IsValid =>
  (value) =>
    isObject(value) &&
    Object.keys(value).length <= max &&
    Object.entries(value).every(([name, member]) => name.length <= 5000 && check(member));

/** Not a `Map`, a `Date` or another object that a message may hold: it would look like an object without members. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
