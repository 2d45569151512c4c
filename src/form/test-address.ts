import type { FormValues } from '../card/form-rules.js';
import { TEST_ADDRESS } from '../card/test-address.js';
import { firstRegion } from './region-options.js';

/** An address for "Use a test card". Keeps the typed text; a region only if its country was chosen, too. */
export function testAddress(typed: FormValues, country: string): FormValues {
  const region = typed.country === '' ? '' : typed.region;
  return {
    'address-line1': typed['address-line1'] || TEST_ADDRESS['address-line1'],
    city: typed.city || TEST_ADDRESS.city,
    region: region || firstRegion(country) || TEST_ADDRESS.region,
  };
}
