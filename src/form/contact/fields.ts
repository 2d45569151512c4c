import {
  checkLine,
  checkPostalCode,
  isAddressField,
  normalizeLine,
  normalizePostalCode,
  postalCodeExample,
} from '../../contract/address.js';
import { LABELS, ADDRESS_LANGUAGES, LATIN_ORDERS, ORDERS } from '../../contract/address-formats.js';
import { MAX_AMOUNT } from '../../contract/amount.js';
import { formatMoney } from '../../contract/currency.js';
import { checkEmail, checkPhone, normalizeEmail, parsePhone } from '../../contract/contact.js';
import { isCountry } from '../../contract/countries.js';
import type { AddressFieldName, ContactFieldName, FieldName } from '../../contract/field-names.js';
import { INPUT_IDS, memberOf } from '../../contract/fields.js';
import type { PaymentCustomer } from '../../contract/request.js';
import { TEST_ADDRESS, testValues } from '../../contract/test-values.js';
import { checkAmount, exampleAmount } from '../../contract/typed-amount.js';
import type { MessageKey } from '../../i18n/messages.js';
import type { FieldDefinition } from '../fields.js';
import { countryOf, type FieldCheck, type FormRules, type FormValues } from '../form-rules.js';
import { firstRegion, hasRegionList } from './choices.js';

/** This file is loaded for forms with these fields or the test-card button, together with what it imports. */
export { isCountry } from '../../contract/countries.js';
export { formatAmount, parseAmount } from '../../contract/typed-amount.js';
export { fillOptions, regionCode, regionName, relay } from './choices.js';

export interface AddressContext {
  /** The code of the country; empty if it is unknown. */
  readonly country: string;
  readonly locale: string;
  readonly fields: readonly FieldName[];
}

interface ContactField extends Omit<FieldDefinition, 'id'> {
  readonly check: FieldCheck;
  /** Returns the value for the request. */
  readonly normalize?: (text: string, country?: string) => string | undefined;
  /** The letter of a part of an address, in the formats of countries. */
  readonly letter?: 'A' | 'C' | 'S' | 'Z';
  /** The error if the country requires this part, and it is empty. */
  readonly missing?: MessageKey;
}

const CONTACT_FIELDS: Readonly<Record<ContactFieldName, ContactField>> = {
  email: {
    label: 'label_email',
    type: 'email',
    dir: 'ltr',
    check: checkEmail,
    normalize: normalizeEmail,
  },
  phone: {
    label: 'label_phone',
    type: 'tel',
    dir: 'ltr',
    check: (value, form, rules) => checkPhone(value, countryOf(form, rules)),
    normalize: parsePhone,
  },
  'address-line1': {
    ...addressField('address-line1', 'label_address_line1'),
    letter: 'A',
    missing: 'address_line1_required',
  },
  'address-line2': {
    ...addressField('address-line2', 'label_address_line2'),
    letter: 'A',
    isOptional: true,
  },
  city: { ...addressField('city', 'label_city'), letter: 'C', missing: 'city_required' },
  region: {
    ...addressField('region', 'label_region'),
    letter: 'S',
    missing: 'region_required',
  },
  'postal-code': {
    label: 'label_postal_code',
    autocomplete: 'billing postal-code',
    dir: 'ltr',
    check: (value, form, rules) => checkPostalCode(value, countryOf(form, rules)),
    letter: 'Z',
    missing: 'postal_code_required',
    normalize: normalizePostalCode,
  },
  country: {
    label: 'label_country',
    placeholder: 'placeholder_country',
    type: 'select',
    autocomplete: 'billing country',
    affix: 'list',
    check: (value) => (isCountry(value) ? undefined : 'country_required'),
    normalize: (code) => code,
  },
  amount: {
    label: 'label_amount',
    autocomplete: 'transaction-amount',
    inputmode: 'decimal',
    affix: 'currency',
    dir: 'ltr',
    check: (value, _form, rules) => checkAmount(value, rules),
  },
};

function addressField(name: AddressFieldName, label: MessageKey) {
  return {
    label,
    autocomplete: `billing ${INPUT_IDS[name]}`,
    autocapitalize: 'words',
    dir: 'auto',
    check: checkLine,
    normalize: normalizeLine,
  } as const;
}

const NAMES = Object.keys(CONTACT_FIELDS) as ContactFieldName[];

const REGION_LIST: Partial<ContactField> = {
  type: 'select',
  affix: 'list',
  placeholder: 'placeholder_region',
  dir: undefined,
};

/** The format of an unknown country. */
const ANY_FORMAT = ['ACSZ', 'ACZ'] as const;

function fieldOf(name: string): ContactField | undefined {
  return (CONTACT_FIELDS as Readonly<Record<string, ContactField>>)[name];
}

/** Returns the definition of a field; `undefined` for fields of the card. */
export function definitionOf(name: FieldName, { country, fields }: AddressContext): FieldDefinition | undefined {
  const row = fieldOf(name);
  const field = row && { ...row, id: INPUT_IDS[name] };
  if (!field || field.isOptional || !isPart(name, fields)) return field;
  const term = localTerm(name, country);
  return {
    ...field,
    ...(name === 'region' && hasRegionList(country) && REGION_LIST),
    ...(term && { label: `label_${term}` as MessageKey }),
    isOptional: isPartRequired(name, country) ? undefined : 'labelled',
  };
}

export function checkOf(name: FieldName): FieldCheck | undefined {
  const { check, letter, missing } = fieldOf(name) ?? {};
  if (!letter) return check;
  return (value, form, rules) => {
    if (normalizeLine(value) || !hasAddress(form)) return check?.(value, form, rules);
    return isPartRequired(name, countryOf(form, rules) ?? '') ? missing : undefined;
  };
}

export function mayBeEmpty(name: FieldName, values: FormValues, rules: FormRules): boolean {
  if (name === 'card-cvc') return rules.networks?.brandOf(values['card-number'] ?? '')?.isCvcOptional === true;
  return isPart(name, Object.keys(values)) && !isPartRequired(name, countryOf(values, rules) ?? '');
}

export function createContact(values: FormValues, rules: FormRules): PaymentCustomer {
  const country = countryOf(values, rules);
  const customer: Partial<Record<string, string>> = {};
  const address: Partial<Record<string, string>> = {};
  const billing = hasAddress(values) ? address : customer;
  for (const name of NAMES) {
    const { normalize, letter } = CONTACT_FIELDS[name];
    const text = normalize?.(values[name] ?? '', country);
    if (text) (letter || name === 'country' ? billing : customer)[memberOf(name)] = text;
  }
  if (billing === customer) return customer;
  return { ...customer, address: country ? { ...address, country } : address };
}

/** Returns test values, but keeps the typed address; a region only if its country was chosen, too. */
export function formTestValues(typed: FormValues, rules: FormRules, now?: Date): FormValues {
  const values = testValues(typed, rules, now);
  if (!hasAddress(typed)) return values;
  const region = (typed.country !== '' && typed.region) || firstRegion(values.country ?? '');
  const kept: Readonly<Record<string, string | undefined>> = { ...typed, region };
  const address = Object.entries(TEST_ADDRESS).map(([name, text]) => [name, kept[name] || text]);
  return { ...values, ...(Object.fromEntries(address) as FormValues) };
}

export function placeholders(rules: FormRules, country: string | undefined): Readonly<Record<string, () => string>> {
  const { currency, locale, exponents, min = 1, max = MAX_AMOUNT } = rules;
  const money = (amount: number) => (currency ? formatMoney(amount, currency, locale, exponents) : '');
  return {
    min_amount: () => money(min),
    max_amount: () => money(max),
    max_length: () => new Intl.NumberFormat(locale).format(100), // the limit of an address line
    phone_example: () => '+44 20 7946 0958', // reserved for fiction (Ofcom)
    amount_example: () => exampleAmount(rules),
    postal_code_example: () => postalCodeExample(country) ?? '',
  };
}

/** Returns the country of the page's language, if the form has an address without a country. */
export function assumeCountry({ fields, locale }: AddressContext): string | undefined {
  if (!fields.some(isAddressField) || fields.includes('country')) return undefined;
  const { region = '' } = new Intl.Locale(locale);
  return isCountry(region) ? region : undefined;
}

/** Whether a field is part of an address. Without an address, the postal code has its own rules. */
function isPart(name: FieldName, fields: readonly string[]): boolean {
  return fieldOf(name)?.letter !== undefined && fields.some(isAddressField);
}

function hasAddress(values: object): boolean {
  return Object.keys(values).some(isAddressField);
}

/** Lists the parts as people write them. In some countries, Latin letters have an order of their own. */
export function addressParts(country: string, locale: string): readonly ContactFieldName[] {
  const language = find(ADDRESS_LANGUAGES, country)?.[0] ?? '';
  const isLocal = language.split('-')[0] === locale.split('-')[0];
  const [order] = (isLocal ? undefined : find(LATIN_ORDERS, country)) ?? find(ORDERS, country) ?? ANY_FORMAT;
  return [...order].flatMap((letter) => NAMES.filter((name) => CONTACT_FIELDS[name].letter === letter));
}

export function isPartRequired(name: FieldName, country: string): boolean {
  const [, required] = find(ORDERS, country) ?? ANY_FORMAT;
  const { letter, isOptional } = fieldOf(name) ?? {};
  return letter !== undefined && !isOptional && required.includes(letter);
}

/** Returns what a country calls its regions, cities or postal codes, such as `region_state`, if it is unusual. */
export function localTerm(name: FieldName, country: string): string | undefined {
  if (!country) return undefined;
  const prefix = `${name.replace('-', '_')}_`;
  return LABELS.find(([term, countries]) => term.startsWith(prefix) && countries.includes(country))?.[0];
}

function find<T extends readonly [...string[], string]>(rows: readonly T[], country: string): T | undefined {
  return country ? rows.find((row) => row.at(-1)?.includes(country)) : undefined;
}
