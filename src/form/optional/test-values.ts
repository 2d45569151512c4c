import { exampleAmount } from '../../card/amount.js';
import { countryOf, type FormRules, type FormValues } from '../../card/form-rules.js';
import { postalCodeExample } from '../../card/postal-code.js';

const YEARS_AHEAD = 3;

/**
 * A card that passes every check and is not a real one, and other values for empty fields. The service decides about the payment.
 * Contact data: RFC 2606, and Ofcom's numbers for drama.
 */
export function testValues(typed: FormValues, rules: FormRules, now = new Date()): FormValues {
  const country = countryOf(typed, rules) || 'GB';
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
