import { acceptableNames, readBrands } from '../contract/brand-names.js';
import ENGLISH from '../i18n/locales/en.js';
import { unknownPlaceholder } from '../i18n/messages.js';
import { isCurrencyExponents, type CurrencyExponents } from '../contract/currency.js';
import type { PaymentError } from '../contract/errors.js';
import { isCardData, REQUIRED_FIELDS, type FieldName } from '../contract/field-names.js';
import { FIELD_NAMES, isFieldName } from '../contract/fields.js';
import {
  MAX_DESCRIPTION,
  MAX_METADATA_BYTES,
  MAX_METADATA_KEY,
  MAX_METADATA_VALUE,
  MAX_ORDER_TOKEN,
  MAX_REFERENCE,
  isMetadataName,
} from '../contract/order.js';
import { holdsSecret, isPlainObject, own, PROTOTYPE_NAMES } from '../contract/security.js';
import { removeHarmful } from '../contract/text.js';
import { holdsKey, keyError } from './credential-guard.js';
import { describe, explainSetting, PROXY_URL, RETURN_URL, type Explanation } from './check-setting.js';
import { SETTING_NAMES, type SettingName } from './settings-table.js';
import {
  isAbsent,
  namesIn,
  type ContactRules,
  type RawSettings,
  type SettingRules,
  type Settings,
} from './settings.js';

/** Settings that may have any value that is no key. */
type FreeName = 'description' | 'metadata' | 'prefill' | 'messages';

const MINOR_UNITS = 'a positive integer in minor units, up to 999,999,999,999, such as 4999 for €49.99';

/** Why a setting is refused. */
export const EXPLANATIONS: Readonly<Record<Exclude<keyof SettingRules, FreeName>, Explanation>> = {
  proxyUrl: PROXY_URL,
  returnUrl: RETURN_URL,
  isolated: {
    code: 'not_isolated',
    problem: () => 'isolated was set after the form was shown',
    expected: 'it before the element is added to the page',
  },
  amount: { code: 'invalid_amount', expected: MINOR_UNITS },
  minAmount: { code: 'invalid_amount_limits', expected: MINOR_UNITS },
  maxAmount: { code: 'invalid_amount_limits', expected: `${MINOR_UNITS}, and at least min-amount` },
  currency: { code: 'invalid_currency', expected: 'an ISO 4217 code in capitals, such as "EUR"' },
  mode: { code: 'invalid_mode', expected: '"test", "live" or no value' },
  reference: {
    code: 'invalid_reference',
    expected: `one line of at most ${MAX_REFERENCE} characters without surrounding spaces`,
    isPrivate: true,
  },
  orderToken: {
    code: 'invalid_order_token',
    expected: `a compact JWS of at most ${MAX_ORDER_TOKEN} characters, as createOrderToken() returns it`,
    isPrivate: true,
  },
  fields: {
    code: (value) => (wrongField(value) === undefined ? 'missing_field' : 'unknown_field'),
    problem: fieldsProblem,
    expected: `${REQUIRED_FIELDS.join(' ')}, and other names out of: ${FIELD_NAMES.join(' ')}`,
  },
  brands: {
    code: 'invalid_brands',
    problem: (value) => {
      const read = readBrands(namesIn(value));
      const wrong = 'wrong' in read ? read.wrong : '';
      return `brands ${wrong ? `contains the unknown name "${wrong}"` : `is ${describe(value)}`}`;
    },
    expected: `names out of: ${acceptableNames().join(' ')}`,
  },
  actionOrigins: {
    code: 'invalid_action_origins',
    expected: 'https origins separated by spaces, without a path, such as "https://acs.example"',
  },
  requestTimeout: {
    code: 'invalid_request_timeout',
    expected: 'a positive integer in milliseconds, such as 55000',
  },
  currencyExponents: {
    code: 'invalid_currency_exponents',
    isPrivate: true,
    expected: 'numbers of decimals, 0 to 4, by ISO 4217 code, such as { ISK: 2 }',
  },
};

/** @param name - of a setting that a rule has refused */
export function explain(name: SettingName, raw: RawSettings): PaymentError {
  for (const setting of SETTING_NAMES) {
    const where = findKey(setting, raw[setting]);
    if (where) return keyError(where); // first: an error about the value would repeat a key
  }
  if (name === 'description') return keyError('"description"'); // without its control characters, it holds one
  return explainSetting(name, EXPLANATIONS[name as keyof typeof EXPLANATIONS], raw[name]);
}

export function readBrandNames(value: unknown): readonly string[] | null {
  const read = readBrands(namesIn(value));
  return 'brands' in read && read.brands.length > 0 ? read.brands : null;
}

export function readExponents(value: unknown): Partial<CurrencyExponents> | null {
  return isCurrencyExponents(value) ? own(value) : null;
}

function wrongField(value: unknown): string | undefined {
  const names = namesIn(value);
  return names.find((name, index) => !isFieldName(name) || names.indexOf(name) !== index);
}

function fieldsProblem(value: unknown): string {
  const wrong = wrongField(value);
  if (wrong !== undefined)
    return `fields contains ${isFieldName(wrong) ? `"${wrong}" twice` : `the unknown name "${wrong}"`}`;
  return `fields lacks ${REQUIRED_FIELDS.filter((name) => !namesIn(value).includes(name)).join(', ')}`;
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
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, ''); // a surrogate without its other half
}

export function readDescription(value: unknown): string | null | undefined {
  const text = toText('description', value, MAX_DESCRIPTION);
  return holdsSecret(text) ? null : text || undefined;
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

export function readPrefill(value: unknown, contact: ContactRules | undefined): Settings['prefill'] {
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
    else if (code === '' || !contact || contact.isCountry(code)) kept[name] = code;
    else report('prefill.country was left out', 'an ISO 3166-1 code, such as "DE"');
  }
  return kept;
}

/** `createText()` ignores what is reported here. */
export function checkMessages(value: unknown): undefined {
  for (const [key, text] of Object.entries(readObject('messages', value))) {
    const problem = `messages.${key} was left out`;
    if (!Object.hasOwn(ENGLISH, key)) report(problem, 'keys of the type Messages');
    else if (isAbsent(text))
      continue; // the built-in text stays
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

/** Returns where a key is, without the key. */
export function findKey(setting: string, value: unknown): string | undefined {
  if (holdsKey(setting, value)) return `"${setting}"`;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (holdsSecret(name)) return `A name in "${setting}"`;
    const isSecretName = SECRET_NAME.test(name.replace(/([a-z])([A-Z])/g, '$1-$2'));
    if (isSecretName || holdsSecret(member)) return `"${setting}.${name}"`;
  }
  return undefined;
}
