import { hasAddress, TEST_ADDRESS, withAddressRules } from '../card/address.js';
import type { FormValues } from '../card/form-rules.js';
import { isAddressField } from '../contract/address-field.js';
import { defineAddress } from './address-definitions.js';
import type { OptionalFields } from './form-context.js';
import { fillRegions, firstRegion, nameOf, optionOf, relay } from './region-options.js';

export { addressParts } from '../card/address.js';
export { loadRegions } from './region-options.js';

export function withAddress(optional: OptionalFields): OptionalFields {
  return {
    ...withAddressRules(optional),
    definitionOf: defineAddress(optional),
    fillOptions: (select, locale, country) =>
      (select.id === 'country' ? optional.fillOptions : fillRegions)(select, locale, country),
    testValues: (typed, rules, now) => {
      const values = optional.testValues(typed, rules, now);
      return hasAddress(typed) ? { ...values, ...testAddress(typed, values.country ?? '') } : values;
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

/** Keeps the typed text; a region only if its country was chosen, too. */
function testAddress(typed: FormValues, country: string): FormValues {
  const region = typed.country === '' ? '' : typed.region;
  return {
    'address-line1': typed['address-line1'] || TEST_ADDRESS['address-line1'],
    city: typed.city || TEST_ADDRESS.city,
    region: region || firstRegion(country) || TEST_ADDRESS.region,
  };
}
