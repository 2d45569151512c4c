import type { FieldName } from './field-names.js';

/** Public IDs of the form's inputs, which browsers, password managers and tests use. */
export const INPUT_IDS: Readonly<Record<FieldName, string>> = {
  'card-number': 'cc-number',
  'card-expiry': 'cc-exp',
  'card-cvc': 'cc-csc',
  'cardholder-name': 'cc-name',
  email: 'email',
  phone: 'tel',
  'postal-code': 'postal-code',
  country: 'country',
  'address-line1': 'address-line1',
  'address-line2': 'address-line2',
  city: 'address-level2',
  region: 'address-level1',
  amount: 'amount',
};
