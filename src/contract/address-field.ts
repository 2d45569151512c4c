import type { AddressFieldName } from './field-names.js';

/** Whether a field asks for a billing address, to which the postal code and the country of the form then belong. */
export function isAddressField(name: string): name is AddressFieldName {
  return /^(address-line[12]|city|region)$/.test(name);
}
