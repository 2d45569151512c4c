import { normalizeCardholderName, normalizeCvc, normalizePan } from '../contract/card.js';
import { parseExpiry } from '../contract/expiry.js';
import type { FormRules, FormValues } from './form-rules.js';
import type { PaymentCustomer, PaymentDraft, PaymentRequest } from '../contract/request.js';

export function createPaymentRequest(
  order: Omit<PaymentDraft, 'customer'>,
  values: FormValues,
  rules: FormRules,
): PaymentRequest {
  const expiry = parseExpiry(values['card-expiry'] ?? '');
  const customer = createCustomer(values, rules);
  const cvc = normalizeCvc(values['card-cvc'] ?? '');
  const network = rules.networks?.chosen;
  return {
    ...order,
    ...(Object.keys(customer).length > 0 && { customer }),
    payment_method: {
      type: 'card',
      card: {
        number: normalizePan(values['card-number'] ?? ''),
        exp_month: expiry?.month ?? 0,
        exp_year: expiry?.year ?? 0,
        ...(cvc && { cvc }),
        ...(network && { preferred_network: network }),
      },
    },
  };
}

function createCustomer(values: FormValues, rules: FormRules): PaymentCustomer {
  const { 'cardholder-name': name = '' } = values;
  const customer = { name: normalizeCardholderName(name), ...rules.contact?.createContact(values, rules) };
  return Object.fromEntries(Object.entries(customer).filter(([, value]) => value));
}
