import type { FieldName } from '../contract/field-names.js';

/** Field names by JSON pointer (RFC 6901) into the request. */
const FIELD_OF: Readonly<Record<string, FieldName>> = {
  '/payment_method/card/number': 'card-number',
  '/payment_method/card/preferred_network': 'card-number',
  '/payment_method/card/exp_month': 'card-expiry',
  '/payment_method/card/exp_year': 'card-expiry',
  '/payment_method/card/cvc': 'card-cvc',
  '/customer/name': 'cardholder-name',
  '/customer/email': 'email',
  '/customer/phone': 'phone',
  '/customer/postal_code': 'postal-code',
  '/customer/country': 'country',
  '/customer/address/line1': 'address-line1',
  '/customer/address/line2': 'address-line2',
  '/customer/address/city': 'city',
  '/customer/address/region': 'region',
  '/customer/address/postal_code': 'postal-code',
  '/customer/address/country': 'country',
  '/amount': 'amount',
};

/**
 * Finds the invalid fields by the `pointer` of each of the `errors` (RFC 9457). Ignores their texts, which are not in the
 * shopper's language and may quote the typed text.
 */
export function readFieldErrors(body: unknown): Readonly<Record<string, string>> | undefined {
  const errors = (body as { errors?: unknown } | null)?.errors;
  if (!Array.isArray(errors)) return undefined;
  const pointers = errors.map((error) => (error as { pointer?: unknown } | null)?.pointer);
  const names = pointers.flatMap((pointer) =>
    typeof pointer === 'string' && Object.hasOwn(FIELD_OF, pointer) ? [FIELD_OF[pointer] as FieldName] : [],
  );
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, 'The service did not accept this.']));
}
