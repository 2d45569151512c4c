import { exampleAmount } from './amount.js';
import { countryOf, type FormRules, type FormValues } from './form-rules.js';
import { postalCodeExample } from './postal-code.js';

/** Years for which the date that is filled in stays ahead. */
const YEARS_AHEAD = 3;

/** A number that passes every check and is nobody's card. What a service makes of it is up to the service. */
function testCard(now: Date): FormValues {
  return {
    'card-number': '4242424242424242',
    'card-expiry': `12${(now.getFullYear() + YEARS_AHEAD) % 100}`,
    'card-cvc': '123',
  };
}

/**
 * What the helper of the test mode makes of a form: the card in any case, the rest where nothing was typed. The contacts
 * are nobody's (RFC 2606, Ofcom's numbers for films). A postal code goes with its country.
 * @param typed - what stands in the form
 */
export function testValues(typed: FormValues, rules: FormRules, now = new Date()): FormValues {
  const country = countryOf(typed, rules) || 'GB';
  const isOfNoCountry = typed.country === '';
  const kept = Object.entries(typed).filter(([name, text]) => text && !(isOfNoCountry && name === 'postal-code'));
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
