import { isAmount } from '../contract/amount.js';
import { isCurrency } from '../contract/currency.js';
import type { PaymentError } from '../contract/errors.js';
import { DEFAULT_FIELDS, type FieldName, REQUIRED_FIELDS } from '../contract/field-names.js';
import { isFieldName } from '../contract/fields.js';
import { canonicalReference, isReference } from '../contract/order.js';
import { toMode } from '../contract/protocol.js';
import { holdsSecret, isLoopback } from '../contract/security.js';
import { holdsKey, isOrderToken } from './credential-guard.js';
import {
  DEFAULT_TIMEOUT,
  flag,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingName,
  type SettingValues,
} from './settings-table.js';

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
export interface ExtraRules {
  readonly isCountry: (code: string) => boolean;
}

/** Returns what the form makes of a value: `undefined` if there is none, `null` if it is invalid. */
export type Rule = (value: unknown, raw: RawSettings, extra?: ExtraRules) => unknown;

/** `read-settings.ts` has the rules of settings that few pages have, and explains what is wrong. */
export interface SettingChecks {
  readonly RARE_RULES: Readonly<Partial<Record<SettingName, Rule>>>;
  readonly explain: (name: SettingName, raw: RawSettings) => PaymentError;
  /** Finds keys in objects, too. */
  readonly findKey: (name: SettingName, value: unknown) => string | undefined;
}

/** What settings must be. Flags and functions may be anything. */
export const RULES = {
  proxyUrl: (_, raw) => parseProxyUrl(raw) ?? null,
  isolated: (value) => (value ? null : undefined), // it was set after the form was shown
  amount: (value, { fields }) => (asksAmount(fields) ? maybe(isAmount, value) : only(isAmount, value)),
  minAmount: (value) => maybe(isAmount, value),
  maxAmount: (value, { minAmount }) =>
    !isMissing(value) && Number(value) < Number(minAmount) ? null : maybe(isAmount, value),
  currency: (value) => only(isCurrency, value),
  mode: (value) => (isAbsent(value) ? undefined : (toMode(value) ?? null)),
  reference: (value) => (isMissing(value) ? undefined : only(isReference, normalizeReference(value))),
  orderToken: (value) => maybe(isOrderToken, value),
  fields: readFields,
  requestTimeout: (value) => (isAbsent(value) ? DEFAULT_TIMEOUT : only(isTimerDelay, value)),
} satisfies Partial<Record<SettingName, Rule>>;

/** Returns `undefined` if a setting needs rules that are not loaded, or an error needs an explanation. */
export function readSettings(raw: RawSettings, checks?: SettingChecks, extra?: ExtraRules): SettingsResult | undefined {
  const rules: Readonly<Partial<Record<SettingName, Rule>>> = { ...RULES, ...checks?.RARE_RULES };
  const settings: Partial<Record<SettingName, unknown>> = {};
  for (const name of SETTING_NAMES) {
    const value = raw[name];
    const row: Setting = SETTINGS[name];
    const rule = rules[name];
    if (!rule && !(isMissing(value) || row === flag || row === 'function')) return undefined;
    const isKey = checks ? checks.findKey(name, value) : holdsKey(name, value);
    const read = isKey ? null : rule?.(value, raw, extra);
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

export function readReturnUrl(value: unknown, { ownerDocument }: RawSettings): string | null | undefined {
  return isMissing(value) ? undefined : (parseUrl(value, addressOf(ownerDocument)) ?? null);
}

export function namesIn(value: unknown): string[] {
  return typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : [];
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

interface PageDocument {
  readonly location: { readonly href: string };
}

/** The address of the page. A window or frame that its opener fills has none: that of the opener counts. */
export function addressOf({ location: { href } }: PageDocument): string {
  return href.startsWith('about:') ? location.href : href;
}

/** Accepts https, and http on the origin of the page or of a proxy on this computer. Live mode refuses http pages. */
export function parseUrl(value: unknown, base: string, isProxy = false): string | undefined {
  if (typeof value !== 'string' || holdsSecret(value) || !value.trim() || !URL.canParse(value, base)) return undefined;
  const { protocol, hostname, origin, username, password, href } = new URL(value, base);
  const isOwn = origin === new URL(base).origin || (isProxy && isLoopback(hostname));
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isOwn);
  return isSafe && !username && !password ? href : undefined;
}

export function parseProxyUrl({ proxyUrl, ownerDocument }: RawSettings): string | undefined {
  const url = parseUrl(proxyUrl, addressOf(ownerDocument), true);
  return url && !/[?#]/.test(url) ? url.replace(/\/+$/, '') : undefined;
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
