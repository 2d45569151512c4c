import { CARD_IDS, type FieldName } from './field-names.js';

/** Public IDs of the form's inputs, which browsers, password managers and tests use. */
export const INPUT_IDS: Readonly<Record<FieldName, string>> = {
  ...CARD_IDS,
  email: 'email',
  phone: 'tel',
  'postal-code': 'postal-code',
  country: 'country',
  amount: 'amount',
  'address-line1': 'address-line1',
  'address-line2': 'address-line2',
  city: 'address-level2',
  region: 'address-level1',
};

/** All names that the `fields` attribute accepts. */
export const FIELD_NAMES = /* @__PURE__ */ Object.keys(INPUT_IDS) as readonly FieldName[];

export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(INPUT_IDS, name);
}

/** The member of the customer, or of its address, that a field fills in: `name`, `postal_code`, `line1`. */
export function memberOf(name: FieldName): string {
  return name.replace(/^(address|cardholder)-/, '').replace('-', '_');
}
