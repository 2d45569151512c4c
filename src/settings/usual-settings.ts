import { isAmount } from '../contract/amount.js';
import { currencyExponent, type CurrencyExponents } from '../contract/currency.js';
import type { PaymentError } from '../contract/errors.js';
import { DEFAULT_FIELDS, type FieldName, REQUIRED_FIELDS } from '../contract/field-names.js';
import { DEFAULT_TIMEOUT, type SettingName } from './settings-table.js';
import { isLoopback, holdsSecret } from '../contract/security.js';
import { canonicalReference, isDescription, isReference } from '../contract/order.js';
import { removeHarmful } from '../contract/text.js';
import { type Mode, toMode } from '../contract/protocol.js';
import { isOrderToken } from './credential-guard.js';

/**
 * The settings as the page has set them, and the document, whose address is the base of a relative `proxyUrl`. A stranger may have
 * injected a `<base>`, or an element with the name `URL` or `baseURI`; neither changes `location`.
 */
export type RawSettings = Readonly<Partial<Record<SettingName, unknown>>> & { readonly ownerDocument: PageDocument };

export interface Settings {
  /** Absolute, without a trailing slash. */
  readonly proxyUrl: string;
  readonly amount: number | undefined;
  readonly minAmount?: number | undefined;
  readonly maxAmount?: number | undefined;
  readonly currency: string;
  readonly currencyExponents?: CurrencyExponents | undefined;
  readonly reference: string | undefined;
  readonly description?: string | undefined;
  readonly fields: readonly FieldName[];
  readonly prefill?: Partial<Record<FieldName, string>> | undefined;
  readonly brands?: readonly string[] | undefined;
  readonly returnUrl?: string | undefined;
  readonly actionOrigins?: readonly string[] | undefined;
  readonly expectedMode: Mode | undefined;
  readonly requestTimeout: number;
}

export type SettingsResult =
  | { readonly settings: Settings; readonly error?: undefined }
  | { readonly settings?: undefined; readonly error: PaymentError };

const UNUSUAL = [
  'minAmount',
  'maxAmount',
  'currencyExponents',
  'brands',
  'returnUrl',
  'actionOrigins',
  'networksOf',
  'metadata',
  'prefill',
  'messages',
] as const;

/** `undefined` if `read-settings.ts` is needed: for other settings, and to explain what is wrong. */
export function readUsualSettings(raw: RawSettings, expectedMode: unknown): SettingsResult | undefined {
  const { amount, currency, orderToken, fields, requestTimeout } = raw;
  const proxyUrl = parseProxyUrl(raw);
  const reference = normalizeReference(raw.reference) ?? raw.reference;
  const description = raw.description ?? undefined;
  const mode = toMode(expectedMode);
  if (
    proxyUrl === undefined ||
    !isAmount(amount) ||
    !isCurrency(currency) ||
    !(isMissing(reference) || (isReference(reference) && !holdsSecret(reference))) ||
    !(description === undefined || isHarmless(description)) ||
    !(isMissing(orderToken) || isOrderToken(orderToken)) ||
    !(mode || isAbsent(expectedMode)) ||
    !isUsualList(fields) ||
    requestTimeout !== DEFAULT_TIMEOUT ||
    !UNUSUAL.every((name) => isAbsent(raw[name])) ||
    raw.isolated
  ) {
    return undefined;
  }
  return {
    settings: {
      proxyUrl,
      amount,
      currency,
      reference: reference || undefined,
      description: description || undefined,
      fields: fields.split(' ') as FieldName[],
      expectedMode: mode,
      requestTimeout,
    },
  };
}

function isUsualList(fields: unknown): fields is string {
  return fields === DEFAULT_FIELDS || fields === REQUIRED_FIELDS.join(' ');
}

function isHarmless(value: unknown): value is string {
  return isDescription(value) && value === removeHarmful(value) && !holdsSecret(value);
}

export function parseProxyUrl({ proxyUrl, ownerDocument }: RawSettings): string | undefined {
  const base = addressOf(ownerDocument);
  if (typeof proxyUrl !== 'string' || holdsSecret(proxyUrl) || !proxyUrl.trim() || !URL.canParse(proxyUrl, base)) {
    return undefined;
  }
  const url = new URL(proxyUrl, base);
  if (!isSafe(url, base) || url.username || url.password || /[?#]/.test(url.href)) return undefined;
  return url.href.replace(/\/+$/, '');
}

/** Allows http on this computer and on the page's own origin; live mode rejects an insecure page by itself. */
function isSafe({ protocol, hostname, origin }: URL, base: string): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && (isLoopback(hostname) || origin === new URL(base).origin);
}

export function isCurrency(value: unknown): value is string {
  return typeof value === 'string' && currencyExponent(value) !== undefined;
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

interface PageDocument {
  readonly location: { readonly href: string };
}

/** The address of the page. A window or frame that its opener fills has none: that of the opener counts. */
export function addressOf({ location: { href } }: PageDocument): string {
  return href.startsWith('about:') ? location.href : href;
}
