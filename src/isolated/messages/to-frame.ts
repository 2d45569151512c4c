import { isAny, isBoolean, isString, oneOf, type Check, type Checked } from '../../contract/parse.js';
import { OF_FRAME, type FrameSettings } from '../../settings/settings-table.js';
import { THEME_PROPERTIES, type Theme } from './theme.js';
import { isNumber, maybe, shape, type MessageOf } from './shared.js';

const members = <Value>(names: Iterable<string>, check: Check<Value>) =>
  shape(Object.fromEntries([...names].map((name) => [name, check])));

/** The form checks the values, and explains what is wrong. */
const settings = members(Object.keys(OF_FRAME), isAny) as Check<FrameSettings>;
const theme = members(THEME_PROPERTIES.keys(), maybe(isString)) as Check<Theme>;
const look = shape({ theme, language: shape({ lang: isString, dir: oneOf('ltr', 'rtl') }) });

/** Whether the page allows the payment with a key. */
const permission = shape({
  key: isString,
  isAllowed: isBoolean,
  /** The listener says why. */
  isPrevented: maybe(isBoolean),
  /** The text of a `PaymentCheckError`, for the shopper. */
  text: maybe(isString),
});

/** So that the next frame can ask for the outcome without storage. */
const attempt = shape({ idempotencyKey: isString, reference: maybe(isString), startedAt: isNumber });

export const TO_FRAME = {
  init: shape({ settings, look, attempt: maybe(attempt) }),
  set: shape({ settings }),
  submit: shape({}),
  validate: shape({}),
  reset: shape({}),
  focus: shape({}),
  look: shape({ look }),
  permission: shape({ permission }),
};

export type Look = Checked<typeof look>;
export type Permission = Checked<typeof permission>;
export type HandedOver = Checked<typeof attempt>;
export type ToFrame = { [Type in keyof typeof TO_FRAME]: Checked<(typeof TO_FRAME)[Type]> };
export type MessageToFrame = MessageOf<typeof TO_FRAME>;
