import { isReference } from '../../contract/order.js';
import { isAny, isBoolean, isString, maybe, oneOf, shape, type Check, type Checked } from '../../contract/parse.js';
import { isIdempotencyKey } from '../../contract/protocol.js';
import { OF_FRAME, type FrameSettings } from '../../settings/settings-table.js';
import { THEME_PROPERTIES, type Theme } from './theme.js';
import { isNumber, type MessageOf } from './shared.js';

const members = <Value>(names: Iterable<string>, check: Check<Value>) =>
  shape(Object.fromEntries([...names].map((name) => [name, check])));

/** The form checks the values, and explains what is wrong. */
const settings = members(Object.keys(OF_FRAME), isAny) as Check<FrameSettings>;
const theme = members(THEME_PROPERTIES.keys(), maybe(isString)) as Check<Theme>;
const look = shape({ theme, language: shape({ lang: isString, dir: oneOf('ltr', 'rtl') }) });

/** Whether the page allows the payment with a key. It has no text, since the frame shows its own words only. */
const permission = shape({
  key: isString,
  isAllowed: isBoolean,
  /** Whether a listener has prevented the payment, and says why. */
  isPrevented: maybe(isBoolean),
});

/** Lets the next frame ask for the outcome without storage. The page may have made it up, so it is only a question. */
const attempt = shape({
  idempotencyKey: (value): value is string => isString(value) && isIdempotencyKey(value),
  reference: maybe(isReference),
  startedAt: isNumber,
});

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
