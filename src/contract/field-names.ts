/** Fields that a form can always have, without loading more code. The first three are required. */
const CARD_FIELDS = ['card-number', 'card-expiry', 'card-cvc', 'cardholder-name'] as const;

const OPTIONAL_FIELDS = ['email', 'phone', 'postal-code', 'country', 'amount'] as const;

/** Fields whose rules and texts are loaded on demand. */
export type OptionalFieldName = (typeof OPTIONAL_FIELDS)[number];
export type CardFieldName = (typeof CARD_FIELDS)[number];

/** A name in the `fields` attribute. */
export type FieldName = CardFieldName | OptionalFieldName;

export const FIELD_NAMES: readonly FieldName[] = [...CARD_FIELDS, ...OPTIONAL_FIELDS];

/** Default of the `fields` attribute. */
export const DEFAULT_FIELDS = CARD_FIELDS.join(' ');

/** Fields that `fields` must contain. */
export const REQUIRED_FIELDS: readonly FieldName[] = CARD_FIELDS.slice(0, 3);

export function isFieldName(name: string): name is FieldName {
  return (FIELD_NAMES as readonly string[]).includes(name);
}

export function isCardField(name: string): name is CardFieldName {
  return (CARD_FIELDS as readonly string[]).includes(name);
}

export function isOptionalField(name: string): name is OptionalFieldName {
  return (OPTIONAL_FIELDS as readonly string[]).includes(name);
}

/** Whether a field contains card data. Such a field is never prefilled, and is cleared after a payment. */
export function isCardData(name: FieldName): boolean {
  return REQUIRED_FIELDS.includes(name);
}
