import type { AddressFieldName } from '../contract/field-names.js';
import { isAddressField } from '../contract/address-field.js';
import type { PaymentRequest } from '../contract/schema.js';
import { LABELS, LANGUAGES, LATIN_ORDERS, ORDERS } from './address-formats.js';
import { checkLine, normalizeLine, type AddressProblem } from './address-line.js';
import { countryOf, type Check, type FormRules, type FormValues, type OptionalFieldRules } from './form-rules.js';
import { REGION_LISTS } from './region-lists.js';

export type AddressPart = AddressFieldName | 'postal-code';

const PARTS: Readonly<Record<string, readonly AddressPart[]>> = {
  A: ['address-line1', 'address-line2'],
  C: ['city'],
  S: ['region'],
  Z: ['postal-code'],
};
const LETTERS: Readonly<Record<AddressPart, string>> = {
  'address-line1': 'A',
  'address-line2': '',
  city: 'C',
  region: 'S',
  'postal-code': 'Z',
};

const LINES = ['address-line1', 'address-line2', 'city', 'region'] as const;

const UNKNOWN = ['ACSZ', 'ACZ'] as const;

export const TEST_ADDRESS = { 'address-line1': '1 Test Street', city: 'Testville', region: 'Test' } as const;

/** Whether the page's language is that of the country, so that its own script and order are used. */
export function isLocal(country: string, locale: string): boolean {
  const language = find(LANGUAGES, country)?.[0] ?? '';
  return language.split('-')[0] === locale.split('-')[0];
}

/** In the order that people write them: Latin letters have an order of their own in some countries. */
export function addressParts(country: string, locale: string): readonly AddressPart[] {
  const latin = isLocal(country, locale) ? undefined : find(LATIN_ORDERS, country);
  const [order] = latin ?? find(ORDERS, country) ?? UNKNOWN;
  return [...order].flatMap((letter) => PARTS[letter] ?? []);
}

export function isPartRequired(part: AddressPart, country: string): boolean {
  const [, required] = find(ORDERS, country) ?? UNKNOWN;
  return LETTERS[part] !== '' && required.includes(LETTERS[part]);
}

/** What a country calls its regions, cities or postal codes, such as `region_state`; `undefined` for the usual name. */
export function localTerm(part: AddressPart, country: string): string | undefined {
  const prefix = part.replace('-', '_');
  if (!country) return undefined;
  return LABELS.find(([term, countries]) => term.startsWith(`${prefix}_`) && countries.includes(country))?.[0];
}

export function hasRegions(country: string): boolean {
  return Object.hasOwn(REGION_LISTS, country);
}

export function hasAddress(values: FormValues): boolean {
  return Object.keys(values).some(isAddressField);
}

export function withAddressRules<T extends OptionalFieldRules>(optional: T) {
  const checkPostalCode = optional.OPTIONAL_CHECKS['postal-code'];
  const OPTIONAL_CHECKS: Readonly<Record<string, Check>> = {
    ...optional.OPTIONAL_CHECKS,
    'address-line1': checkPart('address-line1', 'address_line1_required'),
    'address-line2': checkLine,
    city: checkPart('city', 'city_required'),
    region: checkPart('region', 'region_required'),
    'postal-code': (value, form, rules) => {
      const isMissing = hasAddress(form) && !normalizeLine(value);
      if (!isMissing) return checkPostalCode(value, form, rules);
      return isPartRequired('postal-code', countryOf(form, rules) ?? '') ? 'postal_code_required' : undefined;
    },
  };
  return { ...optional, OPTIONAL_CHECKS, mayBeEmpty, createContact: createContactWith(optional) };
}

function checkPart(part: AddressPart, problem: AddressProblem): Check {
  return (value, form, rules) => {
    if (!normalizeLine(value)) return isPartRequired(part, countryOf(form, rules) ?? '') ? problem : undefined;
    return checkLine(value);
  };
}

function mayBeEmpty(name: string, values: FormValues, rules: FormRules): boolean {
  return hasAddress(values) && name in LETTERS && !isPartRequired(name as AddressPart, countryOf(values, rules) ?? '');
}

const createContactWith =
  (optional: OptionalFieldRules) =>
  (values: FormValues, rules: FormRules): NonNullable<PaymentRequest['customer']> => {
    const contact = optional.createContact(values, rules);
    if (!hasAddress(values)) return contact;
    const { postal_code: code, country: _, ...rest } = contact;
    const lines = LINES.map((name) => normalizeLine(values[name] ?? ''));
    const [line1, line2, city, region] = lines;
    const members = { line1, line2, city, region, postal_code: code, country: countryOf(values, rules) };
    return { ...rest, address: Object.fromEntries(Object.entries(members).filter(([, text]) => text)) };
  };

function find<T extends readonly [...string[], string]>(rows: readonly T[], country: string): T | undefined {
  return country ? rows.find((row) => row.at(-1)?.includes(country)) : undefined;
}
