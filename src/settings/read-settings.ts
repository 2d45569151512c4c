import { acceptableNames, readBrands } from '../contract/brand-names.js';
import ENGLISH from '../i18n/locales/en.js';
import { isAmount } from '../contract/amount.js';
import { isCurrency, isCurrencyExponents } from '../contract/currency.js';
import { isPaymentError } from '../contract/errors.js';
import { DEFAULT_FIELDS, isCardData, REQUIRED_FIELDS, type FieldName } from '../contract/field-names.js';
import { FIELD_NAMES, isFieldName } from '../contract/fields.js';
import {
  MAX_DESCRIPTION,
  MAX_METADATA_BYTES,
  MAX_METADATA_KEY,
  MAX_METADATA_VALUE,
  MAX_ORDER_TOKEN,
  MAX_REFERENCE,
  isMetadataName,
  isReference,
} from '../contract/order.js';
import { holdsSecret, isActionOrigin, isPlainObject, own, PROTOTYPE_NAMES } from '../contract/security.js';
import { removeHarmful } from '../contract/text.js';
import { toMode } from '../contract/protocol.js';
import { holdsKey, isOrderToken, keyError } from './credential-guard.js';
import { addOutcome, checkSetting, describe, fail, PROXY_URL, RETURN_URL, type SettingCheck } from './check-setting.js';
import { DEFAULT_TIMEOUT, SETTING_NAMES, type SettingName } from './settings-table.js';
import {
  isAbsent,
  isMissing,
  normalizeReference,
  type RawSettings,
  type Settings,
  type SettingsResult,
} from './settings.js';

export { addOutcome };

interface ExtraChecks {
  readonly isCountry: (code: string) => boolean;
}

/** All settings. Loaded if `readSimpleSettings()` does not accept them. */
export function readSettings(raw: RawSettings, expectedMode: unknown, extra?: ExtraChecks): SettingsResult {
  try {
    return { settings: read(raw, expectedMode, extra) };
  } catch (error) {
    if (isPaymentError(error)) return { error };
    throw error;
  }
}

const MINOR_UNITS = 'a positive integer in minor units, up to 999,999,999,999, such as 4999 for €49.99';

/** Reports by itself what is wrong, or has nothing to check. */
interface Reader<Value = unknown> {
  readonly read: (value: unknown, raw: RawSettings, extra: ExtraChecks | undefined) => Value | undefined;
  readonly code?: undefined;
}

export type Checks = { readonly [Name in SettingName]: SettingCheck | Reader };

const NOT_CHECKED: Reader = { read: () => undefined };

/** What each setting must be, and why it is refused. */
export const CHECKS = {
  proxyUrl: PROXY_URL,
  returnUrl: RETURN_URL,
  isolated: { read: refuseIsolated },
  amount: {
    read: only(isAmount),
    code: 'invalid_amount',
    expected: MINOR_UNITS,
    isOpen: (value: unknown, raw: RawSettings) => isMissing(value) && readFields(raw.fields).includes('amount'),
  },
  minAmount: { read: only(isAmount), code: 'invalid_amount_limits', expected: MINOR_UNITS },
  maxAmount: { read: only(isAmount), code: 'invalid_amount_limits', expected: MINOR_UNITS },
  currency: {
    read: only(isCurrency),
    code: 'invalid_currency',
    expected: 'an ISO 4217 code in capitals, such as "EUR"',
    isOpen: () => false,
  },
  mode: { read: toMode, code: 'invalid_mode', expected: '"test", "live" or no value', isOpen: isAbsent },
  reference: {
    read: (value: unknown) => only(isReference)(normalizeReference(value)),
    code: 'invalid_reference',
    expected: `one line of at most ${MAX_REFERENCE} characters without surrounding spaces`,
    isPrivate: true,
  },
  orderToken: {
    read: only(isOrderToken),
    code: 'invalid_order_token',
    expected: `a compact JWS of at most ${MAX_ORDER_TOKEN} characters, as createOrderToken() returns it`,
    isPrivate: true,
  },
  description: { read: readDescription },
  fields: { read: readFields },
  brands: { read: readBrandNames },
  actionOrigins: {
    read: (value: unknown) => {
      const origins = namesIn(value);
      return origins.length > 0 && origins.every(isActionOrigin) ? origins : undefined;
    },
    code: 'invalid_action_origins',
    expected: 'https origins separated by spaces, without a path, such as "https://acs.example"',
  },
  requestTimeout: {
    read: readTimeout,
    code: 'invalid_request_timeout',
    expected: 'a positive integer in milliseconds, such as 55000',
    isOpen: () => false,
  },
  disabled: NOT_CHECKED,
  omitCookies: NOT_CHECKED,
  withoutButton: NOT_CHECKED,
  submitOnEnter: NOT_CHECKED,
  testCard: NOT_CHECKED,
  metadata: { read: (value: unknown) => void readMetadata(value) }, // reported before a payment reads it
  prefill: { read: (value: unknown, _: RawSettings, extra?: ExtraChecks) => readPrefill(value, extra) },
  currencyExponents: {
    read: (value: unknown) => (isCurrencyExponents(value) ? own(value) : undefined),
    code: 'invalid_currency_exponents',
    isPrivate: true,
    expected: 'numbers of decimals, 0 to 4, by ISO 4217 code, such as { ISK: 2 }',
  },
  messages: { read: checkMessages },
  buildRequest: NOT_CHECKED,
  interpretResponse: NOT_CHECKED,
  networksOf: NOT_CHECKED,
} satisfies Checks;

function refuseIsolated(value: unknown): undefined {
  const problem = 'isolated was set after the form was shown';
  if (value) fail('not_isolated', problem, 'it before the element is added to the page');
}

function readTimeout(value: unknown): number | undefined {
  if (isAbsent(value)) return DEFAULT_TIMEOUT;
  const isValid = Number.isInteger(value) && (value as number) > 0 && (value as number) < 2 ** 31;
  return isValid ? (value as number) : undefined;
}

function only<Value>(isValid: (value: unknown) => value is Value): (value: unknown) => Value | undefined {
  return (value) => (isValid(value) ? value : undefined);
}

function read(raw: RawSettings, expectedMode: unknown, extra: ExtraChecks | undefined): Settings {
  const valueOf = (name: SettingName) => (name === 'mode' ? expectedMode : raw[name]);
  for (const name of SETTING_NAMES) checkKeys(name, valueOf(name)); // first: an error about the value would repeat a key
  const values = SETTING_NAMES.map((name) => {
    const row: SettingCheck | Reader = CHECKS[name];
    const value = valueOf(name);
    return [name, row.code ? checkSetting(name, row, raw, value) : row.read(value, raw, extra)];
  });
  const settings = Object.fromEntries(values) as Settings;
  const { minAmount, maxAmount } = settings;
  if (minAmount && maxAmount && minAmount > maxAmount) {
    fail('invalid_amount_limits', `min-amount is ${minAmount}`, `at most max-amount, ${maxAmount}`);
  }
  return settings;
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

function namesIn(value: unknown): string[] {
  return typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : [];
}

function readFields(value: unknown): FieldName[] {
  const names = namesIn(typeof value === 'string' ? value : DEFAULT_FIELDS);
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
  const read = readBrands(namesIn(value));
  if ('brands' in read && read.brands.length > 0) return read.brands;
  const problem = 'wrong' in read && read.wrong ? `contains the unknown name "${read.wrong}"` : `is ${describe(value)}`;
  return fail('invalid_brands', `brands ${problem}`, `names out of: ${acceptableNames().join(' ')}`);
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

function readPrefill(value: unknown, extra: ExtraChecks | undefined): Settings['prefill'] {
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
    else if (code === '' || !extra || extra.isCountry(code)) kept[name] = code;
    else report('prefill.country was left out', 'an ISO 3166-1 code, such as "DE"');
  }
  return kept;
}

/** `createText()` ignores what is reported here. */
function checkMessages(value: unknown): undefined {
  for (const [key, text] of Object.entries(readObject('messages', value))) {
    const problem = `messages.${key} was left out`;
    if (!Object.hasOwn(ENGLISH, key)) report(problem, 'keys of the type Messages');
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

/** Names of secrets only. Public values have similar names: the `token` of a card or a cart, `client_secret`. */
const SECRET_NAME = /^((x-)?(api|secret|private)[-_]?key|secret|authorization|bearer|password)$/i;

export function checkKeys(setting: string, value: unknown): void {
  if (holdsKey(setting, value)) throw keyError(`"${setting}"`);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (holdsSecret(name)) throw keyError(`A name in "${setting}"`);
    const isSecretName = SECRET_NAME.test(name.replace(/([a-z])([A-Z])/g, '$1-$2'));
    if (isSecretName || holdsSecret(member)) throw keyError(`"${setting}.${name}"`);
  }
}

const PLACEHOLDER = /\{\w+\}/g;
const PLACEHOLDERS = new Set(Object.values(ENGLISH).flatMap((text) => text.match(PLACEHOLDER) ?? []));

export function unknownPlaceholder(text: string): string | undefined {
  return text.match(PLACEHOLDER)?.find((name) => !PLACEHOLDERS.has(name));
}
