import { isPaymentErrorCode, type PaymentError } from '../../../contract/errors.js';
import { ACTION_LIMITS } from '../../../contract/next-action.js';
import { isSecure } from '../../../contract/loopback.js';
import type { Mode } from '../../../contract/protocol.js';
import type { PaymentState } from '../../events.js';
import {
  isBoolean,
  isNumber,
  isText,
  maybe,
  message,
  oneOf,
  record,
  shape,
  type Check,
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

/** The event `payment-submit` brings a port for the reply. */
export interface ToPage {
  ready: object;
  state: { form: FormState };
  change: { valid: boolean };
  /** `key` is for the next frame, not for listeners. `submits`: how often the form was asked to pay before the event. */
  event: { name: EventName; detail: Readonly<Record<string, unknown>>; submits: number; key?: string | undefined };
  size: { height: number };
  error: { text: string };
}

export type MessageToPage = MessageOf<ToPage>;

export type SentError = Pick<PaymentError, 'code' | 'message' | 'outcome' | 'retryAfter' | 'status' | 'fieldErrors'> & {
  /** The price of the order, with `amount_changed`. */
  readonly price?: { readonly amount: number; readonly currency: string } | undefined;
};

const key = isText(255);
const line = isText(1000);
const mode = maybe(oneOf('test', 'live'));
const order = { amount: maybe(isNumber), currency: maybe(isText(3)), reference: maybe(key) };
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
    price: maybe(shape({ amount: isNumber, currency: isText(3) })),
  }),
};
const action = {
  ...attempt,
  action: shape({
    url: (value) =>
      isText(ACTION_LIMITS.url)(value) && URL.canParse(value as string) && isSecure(new URL(value as string)),
    method: oneOf('GET', 'POST'),
    fields: record(isText(ACTION_LIMITS.fieldValue), ACTION_LIMITS.fields),
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

const isDetail = (name: unknown, detail: unknown) =>
  Object.hasOwn(DETAILS, name as string) && shape(DETAILS[name as EventName])(detail);

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
  change: message({ valid: isBoolean }),
  event: (value) => {
    const { name, detail } = value as Partial<ToPage['event']>;
    const members = { name: key, detail: Boolean, submits: isNumber, ...(name === 'payment-submit' && { key }) };
    return message(members)(value) && isDetail(name, detail);
  },
  size: message({ height: (value) => isNumber(value) && (value as number) >= 0 }),
  error: message({ text: line }),
};

const OUTCOMES: Readonly<Record<string, Members>> = {
  paid: result,
  pending: result,
  failed: failure,
  unknown: failure,
  action_required: action,
};

export const isOutcome: Check = (value) => {
  const { outcome } = (value ?? {}) as { readonly outcome?: unknown };
  const members = typeof outcome === 'string' && Object.hasOwn(OUTCOMES, outcome) ? OUTCOMES[outcome] : undefined;
  return members !== undefined && shape({ outcome: Boolean, ...members })(value);
};
