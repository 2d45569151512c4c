import { isPaymentErrorCode } from '../../contract/errors.js';
import { isBoolean, isString, maybe, oneOf, shape, type Check, type Checked } from '../../contract/parse.js';
import { isSecure } from '../../contract/security.js';
import type { ProxyCapabilities } from '../../payment/outcome.js';
import { isNumber, record, type EventName, type MessageOf } from './shared.js';

const mode = maybe(oneOf('test', 'live'));
const order = { amount: maybe(isNumber), currency: maybe(isString), reference: maybe(isString) };
const attempt = { ...order, idempotencyKey: maybe(isString), mode, restored: isBoolean };
const result = shape({ ...attempt, status: isNumber, afterAction: maybe(isBoolean) });
const error = shape({
  code: isPaymentErrorCode,
  message: isString,
  outcome: oneOf('not_charged', 'unknown'),
  retryAfter: maybe(isNumber),
  status: maybe(isNumber),
  fieldErrors: maybe(record(isString)),
  /** The price of the order, with `amount_changed`. */
  price: maybe(shape({ amount: isNumber, currency: isString })),
});
const capabilities = { idempotency: isBoolean, recovery: isBoolean, binding: isBoolean } satisfies Readonly<
  Record<keyof ProxyCapabilities, Check>
>;
const failure = shape({ ...attempt, error });
const action = shape({
  ...attempt,
  action: shape({
    url: (value): value is string => isString(value) && URL.canParse(value) && isSecure(new URL(value)),
    method: oneOf('GET', 'POST'),
    fields: record(isString),
  }),
});

const DETAILS = {
  'payment-ready': shape({ mode, capabilities: shape(capabilities) }),
  'payment-change': shape({ valid: isBoolean, complete: isBoolean, brand: maybe(isString) }),
  'payment-field': shape({ field: isString, type: oneOf('focus', 'blur', 'invalid'), problem: maybe(isString) }),
  'payment-submit': shape({ ...order, idempotencyKey: isString }),
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
  /** The key of `payment-submit`, which the next frame gets, and no listener. */
  readonly key?: string | undefined;
}

function isEvent(value: unknown): value is SentEvent {
  const { name } = value as Partial<SentEvent>;
  if (!isString(name) || !Object.hasOwn(DETAILS, name)) return false;
  const members = { name: isString, detail: DETAILS[name], submits: isNumber };
  return shape({ ...members, ...(name === 'payment-submit' && { key: isString }) })(value);
}

const form = shape({
  state: oneOf('loading', 'ready', 'busy', 'paid', 'pending', 'failed', 'unknown'),
  valid: isBoolean,
  reportedMode: mode,
  isTest: isBoolean,
  title: isString,
  isBlocked: isBoolean,
  /** The text for a lost frame, in the language of the form. */
  lostText: isString,
  /** Errors of controls in the page, in the language of the form. `undefined` until they are known. */
  controlTexts: maybe(shape({ control_invalid: isString, control_long: isString })),
  /** The Pay button, or `undefined` while there is no form. */
  button: maybe(shape({ text: isString, busyText: isString, isUsable: isBoolean })),
});

export const TO_PAGE = {
  ready: shape({}),
  state: shape({ form }),
  event: isEvent,
  /** The outcome of a `submit`, as an event that is not dispatched. */
  outcome: isEvent,
  size: shape({ height: (value): value is number => isNumber(value) && value >= 0 }),
};

export type FormState = Checked<typeof form>;
export type ButtonState = NonNullable<FormState['button']>;
export type SentError = Checked<typeof error>;
export type ToPage = { [Type in keyof typeof TO_PAGE]: Checked<(typeof TO_PAGE)[Type]> };
export type MessageToPage = MessageOf<typeof TO_PAGE>;
