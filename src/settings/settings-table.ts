import { DEFAULT_FIELDS } from '../contract/field-names.js';

export const DEFAULT_TIMEOUT = 55_000; // ms, for an attempt

type Convert = (value: string | null) => unknown;

const text: Convert = (value) => value ?? undefined;
const number: Convert = (value) => (value !== null && /^\d+$/.test(value) ? Number(value) : (value ?? undefined));
const flag: Convert = (value) => value !== null;

/** How the attribute of each setting is read; `undefined` if it has none. */
export const SETTINGS = {
  mode: text,
  proxyUrl: text,
  amount: number,
  minAmount: number,
  maxAmount: number,
  currency: text,
  reference: text,
  orderToken: text,
  description: text,
  fields: (value: string | null) => value ?? DEFAULT_FIELDS,
  brands: text,
  returnUrl: text,
  actionOrigins: text,
  requestTimeout: (value: string | null) => number(value) ?? DEFAULT_TIMEOUT,
  isolated: flag,
  disabled: flag,
  omitCookies: flag,
  withoutButton: flag,
  submitOnEnter: flag,
  testCard: flag,
  metadata: undefined,
  prefill: undefined,
  currencyExponents: undefined,
  messages: undefined,
  buildRequest: undefined,
  interpretResponse: undefined,
  networksOf: undefined,
} satisfies Readonly<Record<string, Convert | undefined>>;

export type SettingName = keyof typeof SETTINGS;

export function attributeOf(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
