/** Fields whose code every form has, with the IDs of their inputs. The first three are required. */
export const CARD_IDS = {
  'card-number': 'cc-number',
  'card-expiry': 'cc-exp',
  'card-cvc': 'cc-csc',
  'cardholder-name': 'cc-name',
} as const;

const CARD_FIELDS = Object.keys(CARD_IDS) as readonly CardFieldName[];

export type CardFieldName = keyof typeof CARD_IDS;
export type AddressFieldName = 'address-line1' | 'address-line2' | 'city' | 'region';

/** Fields whose rules and texts are loaded on demand. */
export type ContactFieldName = 'email' | 'phone' | 'postal-code' | 'country' | 'amount' | AddressFieldName;

/** A name in the `fields` attribute. */
export type FieldName = CardFieldName | ContactFieldName;

export const DEFAULT_FIELDS = CARD_FIELDS.join(' ');

export const REQUIRED_FIELDS: readonly FieldName[] = CARD_FIELDS.slice(0, 3);

export function isCardField(name: string): name is CardFieldName {
  return Object.hasOwn(CARD_IDS, name);
}

/** Whether a field has data of the card: it is never prefilled, and is cleared after a payment. */
export function isCardData(name: FieldName): boolean {
  return REQUIRED_FIELDS.includes(name);
}
