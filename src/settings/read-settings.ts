import { acceptableNames, readBrands } from '../card/brand-names.js';
import { isAmount } from '../contract/amount.js';
import type { CurrencyExponents } from '../contract/currency.js';
import { isCurrencyExponents } from '../contract/currency-exponents.js';
import { isPaymentError, PaymentError, type PaymentErrorCode } from '../contract/errors.js';
import { DEFAULT_FIELDS, isCardData, REQUIRED_FIELDS, type FieldName } from '../contract/field-names.js';
import { FIELD_NAMES, isFieldName } from '../contract/optional-field-names.js';
import {
  DEFAULT_TIMEOUT,
  MAX_DESCRIPTION,
  MAX_METADATA_BYTES,
  MAX_METADATA_KEY,
  MAX_METADATA_VALUE,
  MAX_ORDER_TOKEN,
  MAX_REFERENCE,
} from '../contract/limits.js';
import { isMetadataName, isPlainObject, PROTOTYPE_NAMES } from '../contract/metadata.js';
import { isActionOrigin } from '../contract/loopback.js';
import { isReference } from '../contract/order-texts.js';
import { own } from '../contract/own.js';
import { removeHarmful } from '../contract/plain-text.js';
import { toMode, type Mode } from '../contract/protocol.js';
import { isMessageKey, unknownPlaceholder } from '../i18n/check-messages.js';
import { holdsKey, isOrderToken, isSecret, keyError } from './credential-guard.js';
import {
  addressOf,
  isAbsent,
  isCurrency,
  isMissing,
  normalizeReference,
  parseProxyUrl,
  type RawSettings,
  type Settings,
  type SettingsResult,
} from './usual-settings.js';
import { addOutcome, parseReturnUrl } from './return-url.js';

export { addOutcome };

/** Settings whose value could be an API key. An error about them would repeat it, so keys are checked first. */
const TEXT_SETTINGS = [
  'proxyUrl',
  'amount',
  'minAmount',
  'maxAmount',
  'currency',
  'reference',
  'orderToken',
  'description',
  'fields',
  'brands',
  'returnUrl',
  'actionOrigins',
  'requestTimeout',
  'metadata',
  'prefill',
  'messages',
] as const;

interface OptionalChecks {
  readonly isCountry: (code: string) => boolean;
  readonly OPTIONAL_ENGLISH: object;
}

/** All settings, usual or not. Loaded if `readUsualSettings()` does not accept them. */
export function readSettings(raw: RawSettings, expectedMode: unknown, optional?: OptionalChecks): SettingsResult {
  try {
    return { settings: read(raw, expectedMode, optional) };
  } catch (error) {
    if (isPaymentError(error)) return { error };
    throw error;
  }
}

function read(raw: RawSettings, expectedMode: unknown, optional: OptionalChecks | undefined): Settings {
  for (const name of TEXT_SETTINGS) checkKeys(name, raw[name]);
  if (raw.isolated) {
    fail('not_isolated', 'isolated was set after the form was shown', 'it before the element is added to the page');
  }
  checkKeys('mode', expectedMode);
  checkOrderToken(raw.orderToken);
  readMetadata(raw.metadata); // to report it before a payment
  checkMessages(raw.messages, optional);
  const fields = readFields(raw.fields);
  return {
    proxyUrl: readProxyUrl(raw),
    amount: readAmount(raw.amount, fields.includes('amount')),
    ...readLimits(raw.minAmount, raw.maxAmount),
    currency: readCurrency(raw.currency),
    currencyExponents: readExponents(raw.currencyExponents),
    reference: readReference(raw.reference),
    description: readDescription(raw.description),
    fields,
    prefill: readPrefill(raw.prefill, optional),
    brands: readBrandNames(raw.brands),
    returnUrl: readReturnUrl(raw),
    actionOrigins: readActionOrigins(raw.actionOrigins),
    expectedMode: readMode(expectedMode),
    requestTimeout: readTimeout(raw.requestTimeout),
  };
}

function readProxyUrl(raw: RawSettings): string {
  const { proxyUrl } = raw;
  if (typeof proxyUrl !== 'string' || proxyUrl.trim() === '') {
    return fail('missing_proxy_url', 'proxy-url is missing', 'the address of your proxy, such as "/pay"');
  }
  const expected =
    'an https address (http only on localhost or on the origin of the page) without user, query or fragment';
  return parseProxyUrl(raw) ?? fail('invalid_proxy_url', 'proxy-url is invalid', `${expected}, such as "/pay"`); // may hold a password
}

const MINOR_UNITS = 'a positive integer in minor units, up to 999,999,999,999, such as 4999 for €49.99';

function readAmount(value: unknown, shopperEntersIt: boolean): number | undefined {
  if (isAmount(value)) return value;
  if (shopperEntersIt && isMissing(value)) return undefined;
  return fail('invalid_amount', `amount is ${describe(value)}`, MINOR_UNITS);
}

function readLimits(min: unknown, max: unknown): Pick<Settings, 'minAmount' | 'maxAmount'> {
  const minAmount = readLimit('min-amount', min);
  const maxAmount = readLimit('max-amount', max);
  if (!minAmount || !maxAmount || minAmount <= maxAmount) return { minAmount, maxAmount };
  return fail('invalid_amount_limits', `min-amount is ${minAmount}`, `at most max-amount, ${maxAmount}`);
}

function readLimit(name: string, value: unknown): number | undefined {
  if (isAmount(value)) return value;
  if (isMissing(value)) return undefined;
  return fail('invalid_amount_limits', `${name} is ${describe(value)}`, MINOR_UNITS);
}

function readExponents(value: unknown): CurrencyExponents | undefined {
  if (isMissing(value)) return undefined;
  if (isCurrencyExponents(value)) return own(value) as CurrencyExponents;
  const expected = 'numbers of decimals, 0 to 4, by ISO 4217 code, such as { ISK: 2 }';
  return fail('invalid_currency_exponents', 'currencyExponents is invalid', expected);
}

function readCurrency(value: unknown): string {
  if (isCurrency(value)) return value;
  return fail('invalid_currency', `currency is ${describe(value)}`, 'an ISO 4217 code in capitals, such as "EUR"');
}

function readReference(value: unknown): string | undefined {
  if (isMissing(value)) return undefined;
  const reference = normalizeReference(value);
  if (isReference(reference)) return reference;
  const expected = `one line of at most ${MAX_REFERENCE} characters without surrounding spaces`;
  return fail('invalid_reference', 'reference is invalid', expected);
}

/** What only describes the payment never blocks it. It can be set at each render, so a message is logged once. */
const reported = new Set<string>();

function report(problem: string, expected: string): void {
  const message = `<payment-widget>: ${problem}. Expected ${expected}.`; // without the value: it may be about a person
  if (!reported.has(message)) console.warn(message);
  reported.add(message);
}

function toText(name: string, value: unknown, max = Infinity): string | undefined {
  if (isAbsent(value)) return undefined;
  if (typeof value === 'object' || typeof value === 'function' || typeof value === 'symbol') {
    report(`${name} was left out`, 'a string');
    return undefined;
  }
  // eslint-disable-next-line @typescript-eslint/no-base-to-string -- objects are left out above
  const text = removeHarmful(String(value));
  if (text.length <= max) return text;
  report(`${name} was shortened`, `at most ${max} characters`);
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, ''); // half of a character
}

function readDescription(value: unknown): string | undefined {
  const text = toText('description', value, MAX_DESCRIPTION);
  checkKeys('description', text);
  return text || undefined;
}

function checkOrderToken(value: unknown): void {
  if (isMissing(value) || isOrderToken(value)) return;
  const expected = `a compact JWS of at most ${MAX_ORDER_TOKEN} characters, as createOrderToken() returns it`;
  fail('invalid_order_token', 'order-token is invalid', expected); // without the value: the console would show it
}

function readFields(value: unknown): FieldName[] {
  const names = (typeof value === 'string' ? value : DEFAULT_FIELDS).split(/\s+/).filter(Boolean);
  const wrong = names.find((name, index) => !isFieldName(name) || names.indexOf(name) !== index);
  if (wrong) {
    const problem = isFieldName(wrong) ? `"${wrong}" twice` : `the unknown name "${wrong}"`;
    return fail('unknown_field', `fields contains ${problem}`, `names out of: ${FIELD_NAMES.join(' ')}`);
  }
  const missing = REQUIRED_FIELDS.filter((name) => !names.includes(name)).join(', ');
  if (missing) return fail('missing_field', `fields lacks ${missing}`, `at least ${REQUIRED_FIELDS.join(' ')}`);
  return names as FieldName[];
}

function readBrandNames(value: unknown): readonly string[] | undefined {
  if (isMissing(value)) return undefined;
  const read = readBrands(typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : ['']);
  if ('brands' in read && read.brands.length > 0) return read.brands;
  const problem = 'wrong' in read && read.wrong ? `contains the unknown name "${read.wrong}"` : `is ${describe(value)}`;
  return fail('invalid_brands', `brands ${problem}`, `names out of: ${acceptableNames().join(' ')}`);
}

function readReturnUrl({ returnUrl, ownerDocument }: RawSettings): string | undefined {
  if (isMissing(returnUrl)) return undefined;
  const expected = 'an https URL, or a URL of the origin of the page, without user, such as "/thanks"';
  return (
    parseReturnUrl(returnUrl, addressOf(ownerDocument)) ?? fail('invalid_return_url', 'return-url is invalid', expected)
  );
}

function readActionOrigins(value: unknown): readonly string[] | undefined {
  if (isMissing(value)) return undefined;
  const origins = typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : [];
  if (origins.length > 0 && origins.every(isActionOrigin)) return origins;
  const expected = 'https origins separated by spaces, without a path, such as "https://acs.example"';
  return fail('invalid_action_origins', `action-origins is ${describe(value)}`, expected);
}

function readMode(value: unknown): Mode | undefined {
  const mode = toMode(value);
  if (mode || isAbsent(value)) return mode;
  return fail('invalid_mode', `mode is ${describe(value)}`, '"test", "live" or no value');
}

function readTimeout(value: unknown): number {
  if (isAbsent(value)) return DEFAULT_TIMEOUT;
  if (Number.isInteger(value) && (value as number) > 0 && (value as number) < 2 ** 31) return value as number;
  const expected = 'a positive integer in milliseconds, such as 55000';
  return fail('invalid_request_timeout', `request-timeout is ${describe(value)}`, expected);
}

export function readMetadata(metadata: unknown, values: object = {}): Record<string, string> {
  const kept: Record<string, string> = {};
  let bytes = 0;
  for (const [name, value] of Object.entries({ ...readObject('metadata', metadata), ...values })) {
    const text = isMetadataName(name) ? toText(`metadata.${name}`, value, MAX_METADATA_VALUE) : undefined;
    if (!isMetadataName(name)) {
      const expected = `at most ${MAX_METADATA_KEY} characters, and not ${PROTOTYPE_NAMES.join(' ')}`;
      report('A name in metadata was left out', expected);
    }
    if (text === undefined) continue;
    const length = new TextEncoder().encode(JSON.stringify([name, text])).length;
    if (bytes + length <= MAX_METADATA_BYTES) {
      kept[name] = text;
      bytes += length;
    } else report(`metadata.${name} was left out`, `at most ${MAX_METADATA_BYTES} bytes of metadata`);
  }
  return kept;
}

function readPrefill(value: unknown, optional: OptionalChecks | undefined): Settings['prefill'] {
  if (isAbsent(value)) return undefined;
  const kept: Partial<Record<FieldName, string>> = {};
  for (const [name, given] of Object.entries(readObject('prefill', value))) {
    if (!isFieldName(name) || isCardData(name) || name === 'amount') {
      report('A name in prefill was left out', 'names of fields without card data, and the amount in amount');
      continue;
    }
    const text = toText(`prefill.${name}`, given);
    if (text === undefined) continue;
    const code = text.trim().toUpperCase();
    if (name !== 'country') kept[name] = text;
    else if (code === '' || !optional || optional.isCountry(code)) kept[name] = code;
    else report('prefill.country was left out', 'an ISO 3166-1 code, such as "DE"');
  }
  return kept;
}

/** `createText()` ignores what is reported here. */
function checkMessages(value: unknown, optional: OptionalChecks | undefined): void {
  for (const [key, text] of Object.entries(readObject('messages', value))) {
    const problem = `messages.${key} was left out`;
    if (!isMessageKey(key, optional?.OPTIONAL_ENGLISH)) report(problem, 'keys of the type Messages');
    else if (isAbsent(text))
      continue; // the built-in text
    else if (typeof text !== 'string' || !text.trim()) report(problem, 'text');
    else if (unknownPlaceholder(text)) report(problem, `a known placeholder in place of ${unknownPlaceholder(text)}`);
  }
}

function readObject(name: string, value: unknown): Readonly<Record<string, unknown>> {
  if (isPlainObject(value)) return value as Readonly<Record<string, unknown>>;
  if (!isAbsent(value)) report(`${name} was left out`, 'a plain object of strings');
  return {};
}

function fail(code: PaymentErrorCode, problem: string, expected: string): never {
  throw new PaymentError(code, `${problem}. Expected ${expected}.`);
}

function describe(value: unknown): string {
  if (isAbsent(value)) return 'missing';
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'bigint' ? value.toString() : `of type ${typeof value}`;
}

/** Names of secrets only. Public values have similar names: the `token` of a card or a cart, `client_secret`. */
const SECRET_NAME = /^((x-)?(api|secret|private)[-_]?key|secret|authorization|bearer|password)$/i;

export function checkKeys(setting: string, value: unknown): void {
  if (holdsKey(setting, value)) throw keyError(`"${setting}"`);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (isSecret(name)) throw keyError(`A name in "${setting}"`);
    if (namesSecret(name) || isSecret(member)) throw keyError(`"${setting}.${name}"`);
  }
}

function namesSecret(name: string): boolean {
  return SECRET_NAME.test(name.replace(/([a-z])([A-Z])/g, '$1-$2'));
}
