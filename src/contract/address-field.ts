import type { AddressFieldName } from './field-names.js';

export function isAddressField(name: string): name is AddressFieldName {
  return /^(address-line[12]|city|region)$/.test(name);
}
