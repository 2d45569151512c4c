import { isAmount } from '../contract/amount.js';
import { isCurrency } from '../contract/currency.js';
import { PaymentError } from '../contract/errors.js';
import { DEFAULT_FIELDS, type FieldName, REQUIRED_FIELDS } from '../contract/field-names.js';
import { canonicalReference, isDescription, isReference } from '../contract/order.js';
import { toMode } from '../contract/protocol.js';
import { holdsSecret, isLoopback } from '../contract/security.js';
import { removeHarmful } from '../contract/text.js';
import { isOrderToken } from './credential-guard.js';
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

type SimpleSettings = Pick<SettingValues, 'fields'> & Settings;

export type SettingsResult =
  | { readonly settings: Settings; readonly error?: undefined }
  | { readonly settings?: undefined; readonly error: PaymentError };

/** Which values of these are simple. Other flags and functions may be anything; of others, no value is simple. */
const SIMPLE: Readonly<Partial<Record<SettingName, (value: unknown, raw: RawSettings) => boolean>>> = {
  proxyUrl: (_, raw) => parseProxyUrl(raw) !== undefined,
  isolated: (value) => !value,
  amount: isAmount,
  currency: isCurrency,
  mode: (value) => isAbsent(value) || toMode(value) !== undefined,
  reference: (value) => {
    const reference = normalizeReference(value) ?? value;
    return isMissing(reference) || (isReference(reference) && !holdsSecret(reference));
  },
  orderToken: (value) => isMissing(value) || isOrderToken(value),
  description: (value) =>
    isAbsent(value) || (isDescription(value) && value === removeHarmful(value) && !holdsSecret(value)),
  fields: (value) => value === DEFAULT_FIELDS || value === REQUIRED_FIELDS.join(' '),
  requestTimeout: (value) => value === DEFAULT_TIMEOUT,
};

/** The settings of a card form without objects. `undefined` if `read-settings.ts` is needed: for others, and to explain an error. */
export function readSimpleSettings(raw: RawSettings): SettingsResult | undefined {
  const isSimple = (name: SettingName) => {
    const row: Setting = SETTINGS[name];
    const value = raw[name];
    return SIMPLE[name]?.(value, raw) ?? (row === flag || row === 'function' || isAbsent(value));
  };
  if (!SETTING_NAMES.every(isSimple)) return undefined;
  const { amount, currency, orderToken, description, fields, requestTimeout } = raw as SimpleSettings;
  return {
    settings: {
      proxyUrl: parseProxyUrl(raw) as string,
      amount,
      currency,
      mode: toMode(raw.mode),
      reference: normalizeReference(raw.reference),
      orderToken: orderToken || undefined,
      description: description || undefined,
      fields: fields.split(' ') as FieldName[],
      requestTimeout,
    },
  };
}

interface PageDocument {
  readonly location: { readonly href: string };
}

/** The address of the page. A window or frame that its opener fills has none: that of the opener counts. */
export function addressOf({ location: { href } }: PageDocument): string {
  return href.startsWith('about:') ? location.href : href;
}

/** Any https URL, or http on the origin of the page, for a proxy also on this computer; live mode rejects an insecure page by itself. */
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
