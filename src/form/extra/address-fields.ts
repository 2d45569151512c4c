import { checkLine, normalizeLine, type AddressProblem } from '../../contract/address.js';
import { countryOf, type FormRules, type FormValues } from '../form-rules.js';
import { isAddressField } from '../../contract/address-field.js';
import type { AddressFieldName, FieldName } from '../../contract/field-names.js';
import type { MessageKey } from '../../i18n/messages.js';
import type { FieldDefinition } from '../fields.js';
import type { OptionalFields } from '../form-context.js';
import { LABELS, LANGUAGES, LATIN_ORDERS, ORDERS } from '../../contract/address-formats.js';
import { TEST_ADDRESS } from '../../contract/test-values.js';
import { fillRegions, firstRegion, hasRegionList, nameOf, optionOf, relay } from './region-options.js';

export { loadRegions } from './region-options.js';

export type AddressPart = AddressFieldName | 'postal-code';

interface AddressField extends FieldDefinition {
  /** In the formats of countries. */
  readonly letter: 'A' | 'C' | 'S';
  /** In the address of the request. */
  readonly member: string;
  /** If it is required and empty. */
  readonly missing?: AddressProblem;
}

const ADDRESS_FIELDS: Readonly<Record<AddressFieldName, AddressField>> = {
  'address-line1': {
    ...textField('address-line1', 'label_address_line1'),
    letter: 'A',
    member: 'line1',
    missing: 'address_line1_required',
  },
  'address-line2': {
    ...textField('address-line2', 'label_address_line2'),
    isOptional: true,
    letter: 'A',
    member: 'line2',
  },
  city: {
    ...textField('address-level2', 'label_city'),
    letter: 'C',
    member: 'city',
    missing: 'city_required',
  },
  region: {
    ...textField('address-level1', 'label_region'),
    letter: 'S',
    member: 'region',
    missing: 'region_required',
  },
};

function textField(id: string, label: MessageKey): FieldDefinition {
  return { id, label, autocomplete: `billing ${id}`, autocapitalize: 'words', dir: 'auto' };
}

const NAMES = Object.keys(ADDRESS_FIELDS) as AddressFieldName[];

const LIST: Partial<FieldDefinition> = {
  type: 'select',
  affix: 'list',
  placeholder: 'placeholder_region',
  dir: undefined,
};

const UNKNOWN = ['ACSZ', 'ACZ'] as const;

export function withAddress(optional: OptionalFields): OptionalFields {
  return {
    ...optional,
    definitionOf: (name, context) => {
      if (!isPart(name, context.fields)) return optional.definitionOf(name, context);
      const definition = name === 'postal-code' ? optional.definitionOf(name, context) : ADDRESS_FIELDS[name];
      return definition && !definition.isOptional ? { ...definition, ...localize(name, context.country) } : definition;
    },
    checkOf: (name) => {
      const check = isAddressField(name) ? checkLine : optional.checkOf(name);
      if (name !== 'postal-code' && !isAddressField(name)) return check;
      const problem = name === 'postal-code' ? 'postal_code_required' : ADDRESS_FIELDS[name].missing;
      return (value, form, rules) => {
        if (normalizeLine(value) || !hasAddress(form)) return check?.(value, form, rules);
        return isPartRequired(name, countryOf(form, rules) ?? '') ? problem : undefined;
      };
    },
    mayBeEmpty: (name, values, rules) =>
      isPart(name, Object.keys(values)) && !isPartRequired(name, countryOf(values, rules) ?? ''),
    createContact: (values, rules) => {
      const contact = optional.createContact(values, rules);
      return hasAddress(values) ? moveToAddress(contact, values, rules) : contact;
    },
    fillOptions: (select, locale, country) =>
      (select.id === 'country' ? optional.fillOptions : fillRegions)(select, locale, country),
    testValues: (typed, rules, now) => {
      const values = optional.testValues(typed, rules, now);
      return hasAddress(typed) ? { ...values, ...testAddress(typed, values.country) } : values;
    },
    assumeCountry: ({ fields, locale }) => {
      const mayAssume = fields.some(isAddressField) && !fields.includes('country');
      const { region = '' } = new Intl.Locale(locale);
      return mayAssume && optional.isCountry(region) ? region : undefined;
    },
    nameOf,
    optionOf,
    relay,
  };
}

/** Without an address, the postal code has its own rules. */
function isPart(name: string, fields: readonly string[]): name is AddressPart {
  return isAddressField(name) || (name === 'postal-code' && fields.some(isAddressField));
}

function hasAddress(values: object): boolean {
  return Object.keys(values).some(isAddressField);
}

function localize(part: AddressPart, country: string): Partial<FieldDefinition> {
  const term = localTerm(part, country);
  return {
    ...(part === 'region' && hasRegionList(country) && LIST),
    ...(term && { label: `label_${term}` as MessageKey }),
    isOptional: isPartRequired(part, country) ? undefined : 'labelled',
  };
}

function moveToAddress(
  { postal_code, country: _, ...contact }: ReturnType<OptionalFields['createContact']>,
  values: FormValues,
  rules: FormRules,
): typeof contact {
  const lines = NAMES.map((name) => [ADDRESS_FIELDS[name].member, normalizeLine(values[name] ?? '')] as const);
  const members = [...lines, ['postal_code', postal_code], ['country', countryOf(values, rules)]] as const;
  return { ...contact, address: Object.fromEntries(members.filter(([, text]) => text)) };
}

/** Keeps the typed text; a region only if its country was chosen, too. */
function testAddress(typed: FormValues, country = ''): FormValues {
  const kept: FormValues = { ...typed, region: (typed.country !== '' && typed.region) || firstRegion(country) };
  const texts = Object.entries(TEST_ADDRESS).map(([name, text]) => [name, kept[name as FieldName] || text]);
  return Object.fromEntries(texts) as FormValues;
}

/** In the order that people write them: Latin letters have an order of their own in some countries. */
export function addressParts(country: string, locale: string): readonly AddressPart[] {
  const language = find(LANGUAGES, country)?.[0] ?? '';
  const isLocal = language.split('-')[0] === locale.split('-')[0];
  const [order] = (isLocal ? undefined : find(LATIN_ORDERS, country)) ?? find(ORDERS, country) ?? UNKNOWN;
  return [...order].flatMap((letter): readonly AddressPart[] =>
    letter === 'Z' ? ['postal-code'] : NAMES.filter((name) => ADDRESS_FIELDS[name].letter === letter),
  );
}

export function isPartRequired(part: AddressPart, country: string): boolean {
  const [, required] = find(ORDERS, country) ?? UNKNOWN;
  if (part === 'postal-code') return required.includes('Z');
  const { letter, isOptional } = ADDRESS_FIELDS[part];
  return !isOptional && required.includes(letter);
}

/** What a country calls its regions, cities or postal codes, such as `region_state`; `undefined` for the usual name. */
export function localTerm(part: AddressPart, country: string): string | undefined {
  const prefix = part.replace('-', '_');
  if (!country) return undefined;
  return LABELS.find(([term, countries]) => term.startsWith(`${prefix}_`) && countries.includes(country))?.[0];
}

function find<T extends readonly [...string[], string]>(rows: readonly T[], country: string): T | undefined {
  return country ? rows.find((row) => row.at(-1)?.includes(country)) : undefined;
}
