import { checkAmount } from './amount.js';
import { isCountry } from './countries.js';
import { checkEmail, normalizeEmail } from './email.js';
import { countryOf, type Check, type FormRules, type FormValues } from './form-rules.js';
import { checkPhone, parsePhone } from './phone.js';
import { checkPostalCode, normalizePostalCode } from './postal-code.js';
import type { ContactFieldName } from '../contract/field-names.js';
import type { PaymentRequest } from '../contract/schema.js';

export { exampleAmount, formatAmount, parseAmount } from './amount.js';
export { isCountry } from './countries.js';
export { postalCodeExample } from './postal-code.js';

export const OPTIONAL_CHECKS: Readonly<Record<ContactFieldName, Check>> = {
  email: checkEmail,
  phone: (value, form, rules) => checkPhone(value, countryOf(form, rules)),
  'postal-code': (value, form, rules) => checkPostalCode(value, countryOf(form, rules)),
  country: (value) => (isCountry(value) ? undefined : 'country_required'),
  amount: (value, _form, rules) => checkAmount(value, rules),
};

export function createContact(values: FormValues, rules: FormRules): NonNullable<PaymentRequest['customer']> {
  const country = countryOf(values, rules);
  const { email = '', phone = '', 'postal-code': postalCode = '' } = values;
  return {
    email: normalizeEmail(email),
    phone: parsePhone(phone, country),
    postal_code: normalizePostalCode(postalCode, country),
    country: values.country,
  };
}
