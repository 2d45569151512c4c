import { THEME_PROPERTIES, type Theme } from '../theme-properties.js';
import {
  FRAME_SETTINGS,
  isBoolean,
  isNumber,
  isText,
  maybe,
  message,
  oneOf,
  record,
  shape,
  type Check,
  type FrameSettings,
  type MessageOf,
  type Schemas,
} from './shared.js';

export interface FrameLanguage {
  readonly lang: string;
  readonly dir: string;
}

/** `submit` brings a port for the reply. */
export interface ToFrame {
  init: { settings: FrameSettings; theme: Theme; language: FrameLanguage; attempt?: HandedOver | undefined };
  set: { settings: FrameSettings };
  submit: object;
  validate: object;
  reset: object;
  focus: object;
  language: { language: FrameLanguage };
  theme: { theme: Theme };
}

/** So that the next frame can ask for the outcome without storage. */
export interface HandedOver {
  readonly idempotencyKey: string;
  readonly reference?: string | undefined;
  readonly startedAt: number;
}

export type MessageToFrame = MessageOf<ToFrame>;

const plain: Check = (value) => value === null || isBoolean(value) || isNumber(value) || isText(5000)(value);
const setting: Check = (value) => value === undefined || plain(value) || record(plain, 5000)(value);
const settings = shape(Object.fromEntries(FRAME_SETTINGS.map((name) => [name, setting])));
const theme = shape(Object.fromEntries([...THEME_PROPERTIES.keys()].map((name) => [name, maybe(isText(500))])));
const language = shape({ lang: isText(100), dir: oneOf('ltr', 'rtl') });
const attempt = maybe(shape({ idempotencyKey: isText(255), reference: maybe(isText(255)), startedAt: isNumber }));

/** The values of settings are checked by the form, which explains what is wrong. */
export const TO_FRAME: Schemas<ToFrame> = {
  init: message({ settings, theme, language, attempt }),
  set: message({ settings }),
  submit: message({}),
  validate: message({}),
  reset: message({}),
  focus: message({}),
  language: message({ language }),
  theme: message({ theme }),
};
