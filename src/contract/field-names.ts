/** Fields that a form can always have, without loading more code. The first three are required. */
export const CARD_FIELDS = ['card-number', 'card-expiry', 'card-cvc', 'cardholder-name'] as const;

export type CardFieldName = (typeof CARD_FIELDS)[number];
export type AddressFieldName = 'address-line1' | 'address-line2' | 'city' | 'region';

/** Fields whose rules and texts are loaded on demand. */
export type ExtraFieldName = 'email' | 'phone' | 'postal-code' | 'country' | 'amount' | AddressFieldName;

/** A name in the `fields` attribute. */
export type FieldName = CardFieldName | ExtraFieldName;

export const DEFAULT_FIELDS = CARD_FIELDS.join(' ');

export const REQUIRED_FIELDS: readonly FieldName[] = CARD_FIELDS.slice(0, 3);

const CARD_FIELD_NAMES: ReadonlySet<string> = new Set(CARD_FIELDS);

export function isCardField(name: string): name is CardFieldName {
  return CARD_FIELD_NAMES.has(name);
}

/** Such a field is never prefilled, and is cleared after a payment. */
export function isCardData(name: FieldName): boolean {
  return REQUIRED_FIELDS.includes(name);
}
