import { PaymentError, type PaymentErrorCode } from './errors.js';
import { DEFAULT_FIELDS, FIELDS, isFieldName, REQUIRED_FIELDS } from './fields.js';
import type { FieldName } from './payment/form.js';
import { currencyExponent, isAmount } from './payment/money.js';
import { MAX_DESCRIPTION, MAX_METADATA_KEY, MAX_METADATA_VALUE, MAX_REFERENCE } from './payment/schema.js';
import { toMode, type Mode } from './transport/protocol.js';

/** Limit for a whole attempt that names none, in ms. */
export const DEFAULT_TIMEOUT = 55_000;

/** The element's settings as the page gave them: anything at all, until they are checked here. */
export interface RawConfiguration {
  proxyUrl: unknown;
  amount: unknown;
  currency: unknown;
  reference: unknown;
  description: unknown;
  fields: unknown;
  mode: unknown;
  requestTimeout: unknown;
  metadata: unknown;
  prefill: unknown;
  /** What a relative `proxyUrl` is relative to. */
  baseUrl: string;
}

/** The settings that can be worked with. */
export interface Configuration {
  /** Absolute, without a slash at the end. */
  readonly proxyUrl: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly reference: string | undefined;
  readonly description: string | undefined;
  readonly fields: readonly FieldName[];
  readonly expectedMode: Mode | undefined;
  /** Milliseconds. */
  readonly requestTimeout: number;
}

/**
 * Checks the element's settings.
 * @throws {PaymentError} that names the setting which is wrong and says what was expected
 */
export function readConfiguration(raw: RawConfiguration): Configuration {
  checkMetadata(raw.metadata);
  checkPrefill(raw.prefill);
  return {
    proxyUrl: readProxyUrl(raw.proxyUrl, raw.baseUrl),
    amount: readAmount(raw.amount),
    currency: readCurrency(raw.currency),
    reference: readText('reference', raw.reference, MAX_REFERENCE, 'invalid_reference'),
    description: readText('description', raw.description, MAX_DESCRIPTION, 'invalid_description'),
    fields: readFields(raw.fields),
    expectedMode: readMode(raw.mode),
    requestTimeout: readTimeout(raw.requestTimeout),
  };
}

function readProxyUrl(value: unknown, baseUrl: string): string {
  if (typeof value !== 'string' || value.trim() === '') {
    throw new PaymentError(
      'missing_proxy_url',
      'proxy-url is missing. Expected the address of your proxy, such as "/pay".',
    );
  }
  const url = URL.canParse(value, baseUrl) ? new URL(value, baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(url.href)) {
    throw new PaymentError(
      'invalid_proxy_url',
      'proxy-url is not usable. Expected an http(s) address without user, query or fragment, such as "/pay".',
    );
  }
  return url.href.replace(/\/+$/, '');
}

function readAmount(value: unknown): number {
  if (isAmount(value)) return value;
  throw new PaymentError(
    'invalid_amount',
    `amount is ${shown(value)}. Expected minor units as a whole number above 0: 4999 is €49.99, 4999 in yen is ¥4,999.`,
  );
}

function readCurrency(value: unknown): string {
  if (typeof value === 'string' && currencyExponent(value) !== undefined) return value;
  throw new PaymentError(
    'invalid_currency',
    `currency is ${shown(value)}. Expected an ISO 4217 code in capitals, such as "EUR".`,
  );
}

function readText(name: string, value: unknown, max: number, code: PaymentErrorCode): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' && value.length <= max) return value;
  throw new PaymentError(code, `${name} is not usable. Expected text of at most ${max} characters.`);
}

function readFields(value: unknown): FieldName[] {
  const list = typeof value === 'string' ? value : DEFAULT_FIELDS;
  const names = list.split(/\s+/).filter(Boolean);
  const unknown = names.find((name, index) => !isFieldName(name) || names.indexOf(name) !== index);
  if (unknown !== undefined) {
    const reason = isFieldName(unknown) ? 'twice' : 'which is not a field';
    throw new PaymentError(
      'unknown_field',
      `fields has "${unknown}" ${reason}. Expected names out of: ${Object.keys(FIELDS).join(' ')}.`,
    );
  }
  const missing = REQUIRED_FIELDS.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new PaymentError('missing_field', `fields lacks ${missing.join(', ')}. A card cannot be charged without.`);
  }
  return names as FieldName[];
}

function readMode(value: unknown): Mode | undefined {
  const mode = toMode(value);
  if (mode || value === undefined || value === null) return mode;
  throw new PaymentError('invalid_mode', `mode is ${shown(value)}. Expected "test", "live" or nothing.`);
}

function readTimeout(value: unknown): number {
  if (value === undefined || value === null) return DEFAULT_TIMEOUT;
  if (Number.isInteger(value) && (value as number) > 0 && (value as number) < 2 ** 31) return value as number;
  throw new PaymentError(
    'invalid_request_timeout',
    `request-timeout is ${shown(value)}. Expected whole milliseconds above 0, such as 55000.`,
  );
}

function checkMetadata(value: unknown): void {
  if (value === undefined || value === null) return;
  const fits = ([key, entry]: [string, unknown]) =>
    key.length <= MAX_METADATA_KEY && typeof entry === 'string' && entry.length <= MAX_METADATA_VALUE;
  if (isPlainObject(value) && Object.entries(value).every(fits)) return;
  throw new PaymentError(
    'invalid_metadata',
    `metadata is not usable. Expected a plain object of strings, keys of at most ${MAX_METADATA_KEY} characters, ` +
      `values of at most ${MAX_METADATA_VALUE}.`,
  );
}

function checkPrefill(value: unknown): void {
  const wrong = Object.keys(value ?? {}).find((name) => !isFieldName(name) || FIELDS[name].card);
  if (wrong === undefined) return;
  throw new PaymentError(
    'invalid_prefill',
    `prefill has "${wrong}". Expected names of fields that hold no card data; a page must never hold any.`,
  );
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'missing';
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'bigint' ? value.toString() : `of type ${typeof value}`;
}

function isPlainObject(value: unknown): value is object {
  return Object.prototype.toString.call(value) === '[object Object]';
}
