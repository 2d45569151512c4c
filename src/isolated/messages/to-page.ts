import { isPaymentErrorCode, type PaymentError } from '../../contract/errors.js';
import { ACTION_LIMITS } from '../../contract/next-action.js';
import { isSecure } from '../../contract/security.js';
import type { Mode } from '../../contract/protocol.js';
import type { PaymentState } from '../../element/events.js';
import {
  isBoolean,
  isNumber,
  textUpTo,
  maybe,
  message,
  oneOf,
  record,
  shape,
  type IsValid,
  type EventName,
  type Members,
  type MessageOf,
  type Schemas,
} from './shared.js';

export interface ButtonState {
  readonly text: string;
  readonly busyText: string;
  readonly isUsable: boolean;
}

export interface FormState {
  readonly state: PaymentState;
  readonly valid: boolean;
  readonly mode: Mode | undefined;
  readonly isTest: boolean;
  readonly title: string;
  readonly isBlocked: boolean;
  /** In the language of the form. */
  readonly lostText: string;
  /** `undefined` while there is no form. */
  readonly button: ButtonState | undefined;
}

export interface SentEvent {
  readonly name: EventName;
  readonly detail: Readonly<Record<string, unknown>>;
  /** How often the form was asked to pay before. */
  readonly submits: number;
  /** Of `payment-submit`, for the next frame, not for listeners. */
  readonly key?: string | undefined;
}

export interface ToPage {
  ready: object;
  state: { form: FormState };
  event: SentEvent;
  /** Of a `submit`, as an event that is not dispatched. */
  outcome: SentEvent;
  size: { height: number };
}

export type MessageToPage = MessageOf<ToPage>;

export type SentError = Pick<PaymentError, 'code' | 'message' | 'outcome' | 'retryAfter' | 'status' | 'fieldErrors'> & {
  /** The price of the order, with `amount_changed`. */
  readonly price?: { readonly amount: number; readonly currency: string } | undefined;
};

const key = textUpTo(255);
const line = textUpTo(1000);
const mode = maybe(oneOf('test', 'live'));
const order = { amount: maybe(isNumber), currency: maybe(textUpTo(3)), reference: maybe(key) };
const attempt = { ...order, idempotencyKey: maybe(key), mode, restored: isBoolean };
const result = { ...attempt, status: isNumber, afterAction: maybe(isBoolean) };
const failure = {
  ...attempt,
  error: shape({
    code: isPaymentErrorCode,
    message: line,
    outcome: oneOf('not_charged', 'unknown'),
    retryAfter: maybe(isNumber),
    status: maybe(isNumber),
    fieldErrors: maybe(record(line, 100)),
    price: maybe(shape({ amount: isNumber, currency: textUpTo(3) })),
  }),
};
const action = {
  ...attempt,
  action: shape({
    url: (value) =>
      textUpTo(ACTION_LIMITS.url)(value) && URL.canParse(value as string) && isSecure(new URL(value as string)),
    method: oneOf('GET', 'POST'),
    fields: record(textUpTo(ACTION_LIMITS.fieldValue), ACTION_LIMITS.fields),
  }),
};

const DETAILS: Readonly<Record<EventName, Members>> = {
  'payment-ready': {
    mode,
    capabilities: shape({ idempotency: isBoolean, recovery: isBoolean }),
  },
  'payment-change': { valid: isBoolean, complete: isBoolean, brand: maybe(key) },
  'payment-field': { field: key, type: oneOf('focus', 'blur', 'invalid'), problem: maybe(key) },
  'payment-submit': { ...order, idempotencyKey: key },
  'payment-action': action,
  'payment-success': result,
  'payment-pending': result,
  'payment-failure': failure,
  'payment-unknown': failure,
};

const event: IsValid = (value) => {
  const { name, detail } = value as Partial<ToPage['event']>;
  const members = { name: key, detail: Boolean, submits: isNumber, ...(name === 'payment-submit' && { key }) };
  return message(members)(value) && Object.hasOwn(DETAILS, name as string) && shape(DETAILS[name as EventName])(detail);
};

export const TO_PAGE: Schemas<ToPage> = {
  ready: message({}),
  state: message({
    form: shape({
      state: oneOf('loading', 'ready', 'busy', 'paid', 'pending', 'failed', 'unknown'),
      valid: isBoolean,
      mode,
      isTest: isBoolean,
      title: line,
      isBlocked: isBoolean,
      lostText: line,
      button: maybe(shape({ text: line, busyText: line, isUsable: isBoolean })),
    }),
  }),
  event,
  outcome: event,
  size: message({ height: (value) => isNumber(value) && (value as number) >= 0 }),
};
