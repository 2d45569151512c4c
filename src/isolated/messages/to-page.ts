import { isPaymentErrorCode } from '../../contract/errors.js';
import { ACTION_LIMITS } from '../../contract/next-action.js';
import { isBoolean, isString, oneOf, type Check, type Checked } from '../../contract/parse.js';
import { isSecure } from '../../contract/security.js';
import { isNumber, maybe, record, shape, textUpTo, type EventName, type MessageOf } from './shared.js';

const key = textUpTo(255);
const line = textUpTo(1000);
const mode = maybe(oneOf('test', 'live'));
const order = { amount: maybe(isNumber), currency: maybe(textUpTo(3)), reference: maybe(key) };
const attempt = { ...order, idempotencyKey: maybe(key), mode, restored: isBoolean };
const result = shape({ ...attempt, status: isNumber, afterAction: maybe(isBoolean) });
const error = shape({
  code: isPaymentErrorCode,
  message: line,
  outcome: oneOf('not_charged', 'unknown'),
  retryAfter: maybe(isNumber),
  status: maybe(isNumber),
  fieldErrors: maybe(record(line, 100)),
  /** The price of the order, with `amount_changed`. */
  price: maybe(shape({ amount: isNumber, currency: textUpTo(3) })),
});
const failure = shape({ ...attempt, error });
const action = shape({
  ...attempt,
  action: shape({
    url: (value): value is string =>
      textUpTo(ACTION_LIMITS.url)(value) && URL.canParse(value) && isSecure(new URL(value)),
    method: oneOf('GET', 'POST'),
    fields: record(textUpTo(ACTION_LIMITS.fieldValue), ACTION_LIMITS.fields),
  }),
});

const DETAILS = {
  'payment-ready': shape({ mode, capabilities: shape({ idempotency: isBoolean, recovery: isBoolean }) }),
  'payment-change': shape({ valid: isBoolean, complete: isBoolean, brand: maybe(key) }),
  'payment-field': shape({ field: key, type: oneOf('focus', 'blur', 'invalid'), problem: maybe(key) }),
  'payment-submit': shape({ ...order, idempotencyKey: key }),
  'payment-action': action,
  'payment-success': result,
  'payment-pending': result,
  'payment-failure': failure,
  'payment-unknown': failure,
} satisfies Readonly<Record<EventName, Check>>;

export interface SentEvent {
  readonly name: EventName;
  readonly detail: Readonly<Record<string, unknown>>;
  /** How often the form was asked to pay before. */
  readonly submits: number;
  /** Of `payment-submit`, for the next frame, not for listeners. */
  readonly key?: string | undefined;
}

function isEvent(value: unknown): value is SentEvent {
  const { name } = value as Partial<SentEvent>;
  if (!isString(name) || !Object.hasOwn(DETAILS, name)) return false;
  const members = { name: key, detail: DETAILS[name], submits: isNumber };
  return shape({ ...members, ...(name === 'payment-submit' && { key }) })(value);
}

const form = shape({
  state: oneOf('loading', 'ready', 'busy', 'paid', 'pending', 'failed', 'unknown'),
  valid: isBoolean,
  mode,
  isTest: isBoolean,
  title: line,
  isBlocked: isBoolean,
  /** In the language of the form. */
  lostText: line,
  /** `undefined` while there is no form. */
  button: maybe(shape({ text: line, busyText: line, isUsable: isBoolean })),
});

export const TO_PAGE = {
  ready: shape({}),
  state: shape({ form }),
  event: isEvent,
  /** Of a `submit`, as an event that is not dispatched. */
  outcome: isEvent,
  size: shape({ height: (value): value is number => isNumber(value) && value >= 0 }),
};

export type FormState = Checked<typeof form>;
export type ButtonState = NonNullable<FormState['button']>;
export type SentError = Checked<typeof error>;
export type ToPage = { [Type in keyof typeof TO_PAGE]: Checked<(typeof TO_PAGE)[Type]> };
export type MessageToPage = MessageOf<typeof TO_PAGE>;
