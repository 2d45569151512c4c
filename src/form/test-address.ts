import type { FormValues } from '../card/form-rules.js';
import { firstRegion } from './region-options.js';

/** An address for "Use a test card". Keeps the typed text; a region only if its country was chosen, too. */
export function testAddress(typed: FormValues, country: string): FormValues {
  const region = typed.country === '' ? '' : typed.region;
  return {
    'address-line1': typed['address-line1'] || '1 Test Street',
    city: typed.city || 'Testville',
    region: region || firstRegion(country) || 'Test',
  };
}
