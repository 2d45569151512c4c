import { isAmount } from '../contract/amount.js';
import { isCurrency } from '../contract/currency.js';
import type { PaymentError } from '../contract/errors.js';
import { DEFAULT_FIELDS, type FieldName, REQUIRED_FIELDS } from '../contract/field-names.js';
import { isFieldName } from '../contract/fields.js';
import { canonicalReference, isReference } from '../contract/order.js';
import { toMode } from '../contract/protocol.js';
import { isActionOrigin } from '../contract/security.js';
import { holdsKey, isOrderToken } from './credential-guard.js';
import { DEFAULT_TIMEOUT, SETTING_NAMES, type SettingName, type SettingValues } from './settings-table.js';
import { addressOf, parseProxyUrl, parseUrl, type PageDocument } from './urls.js';

/**
 * The settings as the page has set them, and the document, whose address is the base of a relative `proxyUrl`. A stranger may have
 * injected a `<base>`, or an element with the name `URL` or `baseURI`; neither changes `location`.
 */
export type RawSettings = Readonly<Partial<Record<SettingName, unknown>>> & { readonly ownerDocument: PageDocument };

/** What the checks make of some settings. The others keep their type. */
interface ReadSettings extends Pick<SettingValues, 'amount' | 'reference' | 'requestTimeout'> {
  /** Absolute, without a trailing slash. */
  proxyUrl: string;
  currency: string;
  fields: readonly FieldName[];
  brands?: readonly string[] | undefined;
  actionOrigins?: readonly string[] | undefined;
}

export type Settings = Readonly<ReadSettings & Omit<Partial<SettingValues>, keyof ReadSettings>>;

export type SettingsResult =
  | { readonly settings: Settings; readonly error?: undefined }
  | { readonly settings?: undefined; readonly error: PaymentError };

/** What only the file of contact and address fields knows. */
export interface ContactRules {
  readonly isCountry: (code: string) => boolean;
}

/** What `read-settings.ts` does. It is loaded for a page that has such a setting, or an error. */
interface SettingChecks {
  readonly readDescription: (value: unknown) => unknown;
  readonly readBrandNames: (value: unknown) => unknown;
  readonly readMetadata: (value: unknown) => unknown;
  readonly readPrefill: (value: unknown, contact: ContactRules | undefined) => unknown;
  readonly readExponents: (value: unknown) => unknown;
  readonly checkMessages: (value: unknown) => unknown;
  readonly explain: (name: SettingName, raw: RawSettings) => PaymentError;
  /** Finds keys in objects, too. */
  readonly findKey: (name: SettingName, value: unknown) => string | undefined;
}

/** Returns what the form makes of a value: `undefined` if there is none, `null` if it is invalid. */
type Rule = (value: unknown, raw: RawSettings, checks?: SettingChecks, contact?: ContactRules) => unknown;

/** Names of settings that are no flag and no function. */
type ValueName = {
  [Name in SettingName]: NonNullable<SettingValues[Name]> extends boolean | ((...args: never) => unknown)
    ? never
    : Name;
}[SettingName];

export type SettingRules = Readonly<Record<ValueName | 'isolated', Rule>>;

/** What settings must be. Other flags, and functions, may be anything. */
export const RULES: SettingRules = {
  proxyUrl: (_, raw) => parseProxyUrl(raw) ?? null,
  returnUrl: readReturnUrl,
  isolated: (value) => (value ? null : undefined), // it was set after the form was shown
  amount: (value, { fields }) => (asksAmount(fields) ? maybe(isAmount, value) : only(isAmount, value)),
  minAmount: (value) => maybe(isAmount, value),
  maxAmount: (value, { minAmount }) =>
    !isMissing(value) && Number(value) < Number(minAmount) ? null : maybe(isAmount, value),
  currency: (value) => only(isCurrency, value),
  mode: (value) => (isAbsent(value) ? undefined : (toMode(value) ?? null)),
  reference: (value) => (isMissing(value) ? undefined : only(isReference, normalizeReference(value))),
  orderToken: (value) => maybe(isOrderToken, value),
  description: byChecks((value, checks) => checks.readDescription(value)),
  fields: readFields,
  brands: byChecks((value, checks) => checks.readBrandNames(value)),
  actionOrigins: (value) => (isMissing(value) ? undefined : readOrigins(value)),
  requestTimeout: (value) => (isAbsent(value) ? DEFAULT_TIMEOUT : only(isTimerDelay, value)),
  metadata: byChecks((value, checks) => checks.readMetadata(value)),
  prefill: byChecks((value, checks, contact) => checks.readPrefill(value, contact)),
  currencyExponents: byChecks((value, checks) => checks.readExponents(value)),
  messages: byChecks((value, checks) => checks.checkMessages(value)),
};

const NEEDS_CHECKS = Symbol('needs checks');

/** A rule of `read-settings.ts`: it cleans a text, looks into an object, or knows a long list. */
function byChecks(read: (value: unknown, checks: SettingChecks, contact: ContactRules | undefined) => unknown): Rule {
  return (value, _, checks, contact) => {
    if (isMissing(value)) return undefined;
    return checks ? read(value, checks, contact) : NEEDS_CHECKS;
  };
}

/** Returns `undefined` if a rule or an explanation is not loaded. */
export function readSettings(
  raw: RawSettings,
  checks?: SettingChecks,
  contact?: ContactRules,
): SettingsResult | undefined {
  const rules: Readonly<Partial<Record<SettingName, Rule>>> = RULES;
  const settings: Partial<Record<SettingName, unknown>> = {};
  for (const name of SETTING_NAMES) {
    const value = raw[name];
    const isKey = checks ? checks.findKey(name, value) : holdsKey(name, value);
    const read = isKey ? null : rules[name]?.(value, raw, checks, contact);
    if (read === NEEDS_CHECKS) return undefined;
    if (read === null) return checks && { error: checks.explain(name, raw) };
    settings[name] = read;
  }
  return { settings: settings as Settings };
}

function only<Value>(isValid: (value: unknown) => value is Value, value: unknown): Value | null {
  return isValid(value) ? value : null;
}

function maybe<Value>(isValid: (value: unknown) => value is Value, value: unknown): Value | null | undefined {
  return isMissing(value) ? undefined : only(isValid, value);
}

export function namesIn(value: unknown): string[] {
  return typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : [];
}

export function readReturnUrl(value: unknown, { ownerDocument }: RawSettings): string | null | undefined {
  return isMissing(value) ? undefined : (parseUrl(value, addressOf(ownerDocument)) ?? null);
}

function readOrigins(value: unknown): readonly string[] | null {
  const origins = namesIn(value);
  return origins.length > 0 && origins.every(isActionOrigin) ? origins : null;
}

function asksAmount(fields: unknown): boolean {
  return namesIn(fields).includes('amount');
}

/** With a longer delay, `setTimeout` fires at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

function isTimerDelay(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_DELAY_MS;
}

function readFields(value: unknown): readonly FieldName[] | null {
  const names = namesIn(typeof value === 'string' ? value : DEFAULT_FIELDS);
  const isUnique = new Set(names).size === names.length;
  const isComplete = REQUIRED_FIELDS.every((name) => names.includes(name));
  return isUnique && isComplete && names.every(isFieldName) ? names : null;
}

/** The reference in NFC, so that two spellings are one order; `undefined` if it is missing or no string. */
export function normalizeReference(value: unknown): string | undefined {
  return typeof value === 'string' && value ? canonicalReference(value) : undefined;
}

export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

export function isMissing(value: unknown): value is undefined | null | '' {
  return isAbsent(value) || value === '';
}
