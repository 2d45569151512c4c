import type { RememberedAttempt } from '../../payment/attempt-storage.js';
import { OF_FRAME, type FrameSettings } from '../../settings/settings-table.js';
import { THEME_PROPERTIES, type Theme } from './theme.js';
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
  type MessageOf,
  type Schemas,
} from './shared.js';

export interface Look {
  readonly theme: Theme;
  readonly language: { readonly lang: string; readonly dir: string };
}

/** Whether the page allows the payment with a key. */
export interface Permission {
  readonly key: string;
  readonly isAllowed: boolean;
  /** The listener says why. */
  readonly isPrevented?: boolean;
  /** The text of a `PaymentCheckError`, for the shopper. */
  readonly text?: string | undefined;
}

export interface ToFrame {
  init: { settings: FrameSettings; look: Look; attempt?: HandedOver | undefined };
  set: { settings: FrameSettings };
  submit: object;
  validate: object;
  reset: object;
  focus: object;
  look: { look: Look };
  permission: { permission: Permission };
}

/** So that the next frame can ask for the outcome without storage. */
export type HandedOver = Readonly<Omit<RememberedAttempt, 'action'>>;

export type MessageToFrame = MessageOf<ToFrame>;

const plain: IsValid = (value) => value === null || isBoolean(value) || isNumber(value) || textUpTo(5000)(value);
const setting: IsValid = (value) => value === undefined || plain(value) || record(plain, 5000)(value);
const settings = shape(Object.fromEntries(Object.keys(OF_FRAME).map((name) => [name, setting])));
const theme = shape(Object.fromEntries([...THEME_PROPERTIES.keys()].map((name) => [name, maybe(textUpTo(500))])));
const language = shape({ lang: textUpTo(100), dir: oneOf('ltr', 'rtl') });
const look = shape({ theme, language });
const permission = shape({
  key: textUpTo(255),
  isAllowed: isBoolean,
  isPrevented: maybe(isBoolean),
  text: maybe(textUpTo(1000)),
});
const attempt = maybe(shape({ idempotencyKey: textUpTo(255), reference: maybe(textUpTo(255)), startedAt: isNumber }));

/** The values of settings are checked by the form, which explains what is wrong. */
export const TO_FRAME: Schemas<ToFrame> = {
  init: message({ settings, look, attempt }),
  set: message({ settings }),
  submit: message({}),
  validate: message({}),
  reset: message({}),
  focus: message({}),
  look: message({ look }),
  permission: message({ permission }),
};
