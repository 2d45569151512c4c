import {
  CARD_FIELDS,
  type AddressFieldName,
  type ContactFieldName,
  type FieldName,
  type OptionalFieldName,
} from './field-names.js';

const CONTACT_FIELDS: readonly ContactFieldName[] = ['email', 'phone', 'postal-code', 'country', 'amount'];

/** A form with one of these asks for a billing address, to which its postal code and country belong. */
export const ADDRESS_FIELDS: readonly AddressFieldName[] = ['address-line1', 'address-line2', 'city', 'region'];

export const FIELD_NAMES: readonly FieldName[] = [...CARD_FIELDS, ...CONTACT_FIELDS, ...ADDRESS_FIELDS];

export function isFieldName(name: string): name is FieldName {
  return (FIELD_NAMES as readonly string[]).includes(name);
}

export function isOptionalField(name: string): name is OptionalFieldName {
  return isFieldName(name) && !(CARD_FIELDS as readonly string[]).includes(name);
}

export function isAddressField(name: string): name is AddressFieldName {
  return (ADDRESS_FIELDS as readonly string[]).includes(name);
}
