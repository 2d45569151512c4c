import { isBoolean, oneOf, type Check, type Checked } from '../../contract/parse.js';
import { OF_FRAME, type FrameSettings } from '../../settings/settings-table.js';
import { THEME_PROPERTIES, type Theme } from './theme.js';
import { isNumber, maybe, record, shape, textUpTo, type MessageOf } from './shared.js';

const plain = (value: unknown): value is unknown =>
  value === null || isBoolean(value) || isNumber(value) || textUpTo(5000)(value);
const setting = (value: unknown): value is unknown => value === undefined || plain(value) || record(plain, 5000)(value);
/** The form checks the values, and explains what is wrong. */
const settings = shape(
  Object.fromEntries(Object.keys(OF_FRAME).map((name) => [name, setting])),
) as Check<FrameSettings>;
const theme = shape(
  Object.fromEntries([...THEME_PROPERTIES.keys()].map((name) => [name, maybe(textUpTo(500))])),
) as Check<Theme>;
const look = shape({ theme, language: shape({ lang: textUpTo(100), dir: oneOf('ltr', 'rtl') }) });

/** Whether the page allows the payment with a key. */
const permission = shape({
  key: textUpTo(255),
  isAllowed: isBoolean,
  /** The listener says why. */
  isPrevented: maybe(isBoolean),
  /** The text of a `PaymentCheckError`, for the shopper. */
  text: maybe(textUpTo(1000)),
});

/** So that the next frame can ask for the outcome without storage. */
const attempt = shape({ idempotencyKey: textUpTo(255), reference: maybe(textUpTo(255)), startedAt: isNumber });

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
