import { postalCodeExample } from './address.js';
import type { FieldName } from './field-names.js';
import { exampleAmount, type AmountRules } from './typed-amount.js';

type Values = Partial<Record<FieldName, string>>;

const YEARS_AHEAD = 3;

/**
 * Returns a card that passes every check and is not a real one, and other values for empty fields. The service decides
 * about the payment. Contact data is of RFC 2606, and of Ofcom's numbers for drama.
 */
export function testValues(
  typed: Values,
  rules: AmountRules & { readonly country?: string | undefined },
  now = new Date(),
): Values {
  const country = typed.country || rules.country || 'GB';
  const hasNoCountry = typed.country === '';
  const kept = Object.entries(typed).filter(([name, text]) => text && !(hasNoCountry && name === 'postal-code'));
  return {
    'cardholder-name': 'Test Card',
    email: 'test@example.com',
    phone: '+44 20 7946 0958',
    'postal-code': postalCodeExample(country),
    country,
    amount: exampleAmount(rules),
    ...Object.fromEntries(kept),
    'card-number': '4242424242424242',
    'card-expiry': `12${(now.getFullYear() + YEARS_AHEAD) % 100}`,
    'card-cvc': '123',
  };
}

/** An address for every country. A country with a list of regions takes a region of it. */
export const TEST_ADDRESS = { 'address-line1': '1 Test Street', city: 'Testville', region: 'Test' } as const;
