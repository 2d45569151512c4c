import { CARD_FIELDS, type AddressFieldName, type ContactFieldName, type FieldName } from './field-names.js';

const CONTACT_FIELDS: readonly ContactFieldName[] = ['email', 'phone', 'postal-code', 'country', 'amount'];

const ADDRESS_FIELDS: readonly AddressFieldName[] = ['address-line1', 'address-line2', 'city', 'region'];

export const FIELD_NAMES: readonly FieldName[] = [...CARD_FIELDS, ...CONTACT_FIELDS, ...ADDRESS_FIELDS];

export function isFieldName(name: string): name is FieldName {
  return (FIELD_NAMES as readonly string[]).includes(name);
}
