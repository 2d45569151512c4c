import { PaymentError, type PaymentErrorCode } from './errors.js';
import { DEFAULT_FIELDS, FIELDS, isFieldName, REQUIRED_FIELDS } from './fields.js';
import { checkKeys } from './key-guard.js';
import { isMessageKey, unknownPlaceholder } from './messages.js';
import type { Extras } from './on-demand.js';
import type { FieldName, FormValues } from './payment/form.js';
import {
  MAX_DESCRIPTION,
  MAX_METADATA_KEY,
  MAX_METADATA_VALUE,
  MAX_REFERENCE,
  PROTOTYPE_NAMES,
} from './payment/limits.js';
import { currencyExponent, isAmount, MAX_AMOUNT, type CurrencyExponents } from './payment/money.js';
import { own } from './payment/own.js';
import { toMode, type Mode } from './transport/protocol.js';

/** Limit for a whole attempt that names none, in ms. */
export const DEFAULT_TIMEOUT = 55_000;

/** The element's settings as the page gave them: anything at all, until they are checked here. */
export interface RawConfiguration {
  proxyUrl: unknown;
  amount: unknown;
  minAmount: unknown;
  maxAmount: unknown;
  currency: unknown;
  currencyExponents: unknown;
  reference: unknown;
  description: unknown;
  fields: unknown;
  requestTimeout: unknown;
  metadata: unknown;
  prefill: unknown;
  messages: unknown;
  requireEncryption?: unknown;
  /** Whether a page of another origin may hold this one in a frame. */
  allowFrame?: unknown;
  /** What a relative `proxyUrl` is relative to. */
  baseURI: string;
}

/** The settings that can be worked with. */
export interface Configuration {
  /** Absolute, without a slash at the end. */
  readonly proxyUrl: string;
  /** Minor units. Only where the shopper enters it the page need not give one. */
  readonly amount: number | undefined;
  /** Minor units. */
  readonly minAmount: number | undefined;
  /** Minor units. */
  readonly maxAmount: number | undefined;
  readonly currency: string;
  readonly currencyExponents: CurrencyExponents | undefined;
  readonly reference: string | undefined;
  readonly description: string | undefined;
  readonly fields: readonly FieldName[];
  readonly expectedMode: Mode | undefined;
  /** Milliseconds. */
  readonly requestTimeout: number;
  /** Whether no card is sent but encrypted. */
  readonly requireEncryption: boolean;
}

/** Settings in which a key could stand; an error about them would repeat it. */
const HELD_FOR_KEYS = [
  'proxyUrl',
  'amount',
  'minAmount',
  'maxAmount',
  'currency',
  'reference',
  'description',
  'fields',
  'requestTimeout',
  'metadata',
  'prefill',
  'messages',
] as const;

/**
 * Checks the element's settings.
 * @param mode - what the page expects
 * @param extras - what the fields beyond the card need; a form without them needs no country, and none is checked
 * @throws {PaymentError} that names the setting which is wrong and says what was expected
 */
export function readConfiguration(raw: RawConfiguration, mode: unknown, extras?: Extras): Configuration {
  for (const name of HELD_FOR_KEYS) checkKeys(name, raw[name]);
  checkKeys('mode', mode);
  checkMetadata(raw.metadata);
  checkPrefill(raw.prefill, extras);
  checkMessages(raw.messages, extras);
  const fields = readFields(raw.fields);
  return {
    proxyUrl: readProxyUrl(raw.proxyUrl, raw.baseURI),
    amount: readAmount(raw.amount, fields.includes('amount')),
    ...readLimits(raw.minAmount, raw.maxAmount),
    currency: readCurrency(raw.currency),
    currencyExponents: readExponents(raw.currencyExponents),
    reference: readText('reference', raw.reference, MAX_REFERENCE, 'invalid_reference'),
    description: readText('description', raw.description, MAX_DESCRIPTION, 'invalid_description'),
    fields,
    expectedMode: readMode(mode),
    requestTimeout: readTimeout(raw.requestTimeout),
    requireEncryption: Boolean(raw.requireEncryption),
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
  if (!url || !isSafe(url, baseUrl) || url.username || url.password || /[?#]/.test(url.href)) {
    throw new PaymentError(
      'invalid_proxy_url',
      'proxy-url is not usable. Expected an https address (http only on this computer, or where the page is) ' +
        'without user, query or fragment, such as "/pay".',
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** A card goes over plain http only within this computer, or where the whole page came by it, which live mode refuses. */
function isSafe({ protocol, hostname, origin }: URL, baseUrl: string): boolean {
  if (protocol === 'https:') return true;
  const isLoopback = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'http:' && (isLoopback || origin === new URL(baseUrl).origin);
}

function readAmount(value: unknown, shopperEntersIt: boolean): number | undefined {
  if (isAmount(value)) return value;
  if (shopperEntersIt && isMissing(value)) return undefined;
  throw new PaymentError(
    'invalid_amount',
    `amount is ${shown(value)}. Expected minor units as a whole number above 0: 4999 is €49.99, 4999 in yen is ¥4,999.`,
  );
}

function readLimits(min: unknown, max: unknown): Pick<Configuration, 'minAmount' | 'maxAmount'> {
  const limits = { minAmount: readLimit('min-amount', min), maxAmount: readLimit('max-amount', max) };
  if ((limits.minAmount ?? 1) <= (limits.maxAmount ?? MAX_AMOUNT)) return limits;
  throw new PaymentError(
    'invalid_amount_limits',
    `min-amount ${shown(min)} is above max-amount ${shown(max)}. Expected the other way round.`,
  );
}

function readLimit(name: string, value: unknown): number | undefined {
  if (isAmount(value)) return value;
  if (isMissing(value)) return undefined;
  throw new PaymentError(
    'invalid_amount_limits',
    `${name} is ${shown(value)}. Expected minor units as a whole number above 0: 500 is €5.00.`,
  );
}

function readExponents(value: unknown): CurrencyExponents | undefined {
  if (isMissing(value)) return undefined;
  const fits = ([code, exponent]: [string, unknown]) =>
    currencyExponent(code) !== undefined && [0, 1, 2, 3, 4].includes(exponent as number);
  if (isPlainObject(value) && Object.entries(value).every(fits)) return own(value) as CurrencyExponents;
  throw new PaymentError(
    'invalid_currency_exponents',
    'currencyExponents is not usable. Expected numbers of decimals, 0 to 4, by ISO 4217 code, such as { ISK: 2 }.',
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
  if (isMissing(value)) return undefined;
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

/** @throws {PaymentError} `invalid_metadata` for what could not be sent along */
export function checkMetadata(value: unknown): void {
  if (value === undefined || value === null) return;
  const fits = ([key, entry]: [string, unknown]) =>
    key.length <= MAX_METADATA_KEY &&
    !PROTOTYPE_NAMES.includes(key) &&
    typeof entry === 'string' &&
    entry.length <= MAX_METADATA_VALUE;
  if (isPlainObject(value) && Object.entries(value).every(fits)) return;
  throw new PaymentError(
    'invalid_metadata',
    `metadata is not usable. Expected a plain object of strings, keys of at most ${MAX_METADATA_KEY} characters, ` +
      `none of them ${PROTOTYPE_NAMES.join(', ')}, values of at most ${MAX_METADATA_VALUE}.`,
  );
}

function checkPrefill(value: unknown, extras: Extras | undefined): void {
  const wrong = Object.keys(value ?? {}).find((name) => !isFieldName(name) || FIELDS[name].card);
  if (wrong === undefined) {
    const { country, amount } = own(value as FormValues | null | undefined);
    if (amount !== undefined) {
      throw new PaymentError(
        'invalid_prefill',
        'prefill has "amount". Expected it in the amount attribute, in minor units.',
      );
    }
    checkCountry(country, extras);
    return;
  }
  throw new PaymentError(
    'invalid_prefill',
    `prefill has "${wrong}". Expected names of fields that hold no card data; a page must never hold any.`,
  );
}

function checkCountry(value: unknown, extras: Extras | undefined): void {
  if (isMissing(value) || !extras || extras.isCountry(value as string)) return;
  throw new PaymentError(
    'invalid_prefill',
    `prefill has the country ${shown(value)}. Expected its ISO 3166-1 code in capitals, such as "DE".`,
  );
}

function checkMessages(value: unknown, extras: Extras | undefined): void {
  if (value === undefined || value === null) return;
  if (!isPlainObject(value)) {
    throw new PaymentError('invalid_messages', 'messages is not usable. Expected a plain object of texts by key.');
  }
  for (const [key, text] of Object.entries(value) as [string, unknown][]) {
    const problem = isMessageKey(key, extras?.EXTRA_ENGLISH)
      ? checkMessage(text)
      : 'which is no key. The type Messages has all there are.';
    if (problem) throw new PaymentError('invalid_messages', `messages has "${key}", ${problem}`);
  }
}

function checkMessage(text: unknown): string | undefined {
  if (text === undefined || text === null) return undefined; // the built-in one
  if (typeof text !== 'string' || text.trim() === '') return `${shown(text)}. Expected text.`;
  const placeholder = unknownPlaceholder(text);
  return placeholder && `with ${placeholder}, which nothing fills in.`;
}

function isMissing(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'missing';
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'bigint' ? value.toString() : `of type ${typeof value}`;
}

function isPlainObject(value: unknown): value is object {
  return Object.prototype.toString.call(value) === '[object Object]';
}
