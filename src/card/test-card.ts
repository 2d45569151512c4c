import { exampleAmount } from './amount.js';
import { countryOf, type FormRules, type FormValues } from './form-rules.js';
import { postalCodeExample } from './postal-code.js';

const YEARS_AHEAD = 3;

/** Passes every check and is not a real card. The service decides about the payment. */
function testCard(now: Date): FormValues {
  return {
    'card-number': '4242424242424242',
    'card-expiry': `12${(now.getFullYear() + YEARS_AHEAD) % 100}`,
    'card-cvc': '123',
  };
}

/** Fills in the card always, other fields only if empty. Contact data: RFC 2606, and Ofcom's numbers for drama. */
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
    ...testCard(now),
  };
}
