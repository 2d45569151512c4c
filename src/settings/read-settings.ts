import {
  DEFAULT_FIELDS,
  FIELD_NAMES,
  isCardData,
  isFieldName,
  REQUIRED_FIELDS,
  type FieldName,
} from '../contract/field-names.js';
import { checkKeys } from './credential-guard.js';
import { isMessageKey, unknownPlaceholder } from '../i18n/messages.js';
import type { Extras } from '../on-demand.js';
import type { FormValues } from '../card/form-rules.js';
import {
  MAX_DESCRIPTION,
  MAX_METADATA_KEY,
  MAX_METADATA_VALUE,
  MAX_REFERENCE,
  PROTOTYPE_NAMES,
} from '../contract/limits.js';
import { currencyExponent, isAmount, type CurrencyExponents } from '../contract/currency.js';
import { own } from '../contract/own.js';
import { SetupError } from './setup-error.js';
import { toMode, type Mode } from '../contract/protocol.js';

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
 * @throws {SetupError} that names the setting which is wrong; what was expected is told by `explanations.ts`
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
    reference: readText('reference', raw.reference, MAX_REFERENCE),
    description: readText('description', raw.description, MAX_DESCRIPTION),
    fields,
    expectedMode: readMode(mode),
    requestTimeout: readTimeout(raw.requestTimeout),
    requireEncryption: Boolean(raw.requireEncryption),
  };
}

function readProxyUrl(value: unknown, baseUrl: string): string {
  if (typeof value !== 'string' || value.trim() === '') {
    throw new SetupError('missing_proxy_url', 'proxy-url');
  }
  const url = URL.canParse(value, baseUrl) ? new URL(value, baseUrl) : undefined;
  if (!url || !isSafe(url, baseUrl) || url.username || url.password || /[?#]/.test(url.href)) {
    throw new SetupError('invalid_proxy_url', 'proxy-url');
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
  throw new SetupError('invalid_amount', 'amount', value);
}

function readLimits(min: unknown, max: unknown): Pick<Configuration, 'minAmount' | 'maxAmount'> {
  const minAmount = readLimit('min-amount', min);
  const maxAmount = readLimit('max-amount', max);
  if (!minAmount || !maxAmount || minAmount <= maxAmount) return { minAmount, maxAmount };
  throw new SetupError('invalid_amount_limits', 'min-amount', minAmount, maxAmount);
}

function readLimit(name: string, value: unknown): number | undefined {
  if (isAmount(value)) return value;
  if (isMissing(value)) return undefined;
  throw new SetupError('invalid_amount_limits', name, value);
}

function readExponents(value: unknown): CurrencyExponents | undefined {
  if (isMissing(value)) return undefined;
  const fits = ([code, exponent]: [string, unknown]) =>
    currencyExponent(code) !== undefined && [0, 1, 2, 3, 4].includes(exponent as number);
  if (isPlainObject(value) && Object.entries(value).every(fits)) return own(value) as CurrencyExponents;
  throw new SetupError('invalid_currency_exponents', 'currencyExponents');
}

function readCurrency(value: unknown): string {
  if (typeof value === 'string' && currencyExponent(value) !== undefined) return value;
  throw new SetupError('invalid_currency', 'currency', value);
}

function readText(name: 'reference' | 'description', value: unknown, max: number): string | undefined {
  if (isMissing(value)) return undefined;
  if (typeof value === 'string' && value.length <= max) return value;
  throw new SetupError(`invalid_${name}`, name, max);
}

function readFields(value: unknown): FieldName[] {
  const names = (typeof value === 'string' ? value : DEFAULT_FIELDS).split(/\s+/).filter(Boolean);
  const wrong = names.find((name, index) => !isFieldName(name) || names.indexOf(name) !== index);
  if (wrong) throw new SetupError('unknown_field', 'fields', wrong, FIELD_NAMES);
  const missing = REQUIRED_FIELDS.filter((name) => !names.includes(name));
  if (missing[0]) throw new SetupError('missing_field', 'fields', missing);
  return names as FieldName[];
}

function readMode(value: unknown): Mode | undefined {
  const mode = toMode(value);
  if (mode || isAbsent(value)) return mode;
  throw new SetupError('invalid_mode', 'mode', value);
}

function readTimeout(value: unknown): number {
  if (isAbsent(value)) return DEFAULT_TIMEOUT;
  if (Number.isInteger(value) && (value as number) > 0 && (value as number) < 2 ** 31) return value as number;
  throw new SetupError('invalid_request_timeout', 'request-timeout', value);
}

/** @throws {SetupError} `invalid_metadata` for what could not be sent along */
export function checkMetadata(value: unknown): void {
  if (isAbsent(value)) return;
  const fits = ([key, entry]: [string, unknown]) =>
    key.length <= MAX_METADATA_KEY &&
    !PROTOTYPE_NAMES.includes(key) &&
    typeof entry === 'string' &&
    entry.length <= MAX_METADATA_VALUE;
  if (isPlainObject(value) && Object.entries(value).every(fits)) return;
  throw new SetupError('invalid_metadata', 'metadata');
}

function checkPrefill(value: unknown, extras: Extras | undefined): void {
  const { country, amount } = own(value as FormValues | null | undefined);
  const isRight = (name: string) =>
    isFieldName(name) && !isCardData(name) && (name !== 'amount' || amount === undefined);
  const wrong = Object.keys(value ?? {}).find((name) => !isRight(name));
  if (wrong !== undefined) throw new SetupError('invalid_prefill', 'prefill', wrong);
  if (isMissing(country) || !extras || extras.isCountry(country)) return;
  throw new SetupError('invalid_prefill', 'prefill', 'country', country);
}

function checkMessages(value: unknown, extras: Extras | undefined): void {
  if (isAbsent(value)) return;
  if (!isPlainObject(value)) throw new SetupError('invalid_messages', 'messages');
  for (const [key, text] of Object.entries(value) as [string, unknown][]) {
    if (!isMessageKey(key, extras?.EXTRA_ENGLISH)) throw new SetupError('invalid_messages', 'messages', key);
    if (isAbsent(text)) continue; // the built-in one
    const placeholder = typeof text === 'string' ? unknownPlaceholder(text) : undefined;
    if (typeof text === 'string' && text.trim() && !placeholder) continue;
    throw new SetupError('invalid_messages', 'messages', key, text, placeholder);
  }
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

function isMissing(value: unknown): value is undefined | null | '' {
  return isAbsent(value) || value === '';
}

function isPlainObject(value: unknown): value is object {
  return Object.prototype.toString.call(value) === '[object Object]';
}
