import type { MessageKey } from './messages.js';
import { formatPan } from './payment/card.js';
import { formatExpiry } from './payment/expiry.js';
import type { FieldName } from './payment/form.js';

/** One row per field: everything that the form needs to draw it. What makes it valid is in `payment/form.ts`. */
export interface FieldDefinition {
  /** `id` and `name` of the input; names that browsers and password managers look for. */
  readonly id: string;
  readonly label: MessageKey;
  readonly placeholder?: MessageKey;
  /** Kind of input; `select` lists the countries. */
  readonly type?: 'text' | 'email' | 'tel' | 'select';
  /** What browsers and password managers know the field by (HTML, "autofill detail tokens"). */
  readonly autocomplete: string;
  readonly inputmode?: 'numeric' | 'decimal';
  /** What stands at the end of the input. */
  readonly affix?: 'brand' | 'code' | 'currency' | 'list';
  /** The direction of what is typed, where it is not that of the page: `auto` follows the letters. */
  readonly dir?: 'ltr' | 'auto';
  /** Card data is never prefilled, and is cleared as soon as it has served. */
  readonly card?: boolean;
  /** Half the width where there is room. */
  readonly half?: boolean;
  /** How the value is grouped while it is typed. */
  readonly format?: (text: string) => string;
}

export const FIELDS: Readonly<Record<FieldName, FieldDefinition>> = {
  'card-number': {
    id: 'cc-number',
    label: 'label_card_number',
    autocomplete: 'cc-number',
    inputmode: 'numeric',
    affix: 'brand',
    dir: 'ltr',
    card: true,
    format: formatPan,
  },
  'card-expiry': {
    id: 'cc-exp',
    label: 'label_card_expiry',
    placeholder: 'placeholder_card_expiry',
    autocomplete: 'cc-exp',
    inputmode: 'numeric',
    dir: 'ltr',
    card: true,
    half: true,
    format: formatExpiry,
  },
  'card-cvc': {
    id: 'cc-csc',
    label: 'label_card_cvc',
    autocomplete: 'cc-csc',
    inputmode: 'numeric',
    affix: 'code',
    dir: 'ltr',
    card: true,
    half: true,
  },
  'cardholder-name': { id: 'cc-name', label: 'label_cardholder_name', autocomplete: 'cc-name', dir: 'auto' },
  email: { id: 'email', label: 'label_email', type: 'email', autocomplete: 'email', dir: 'ltr' },
  phone: { id: 'tel', label: 'label_phone', type: 'tel', autocomplete: 'tel', dir: 'ltr' },
  'postal-code': { id: 'postal-code', label: 'label_postal_code', autocomplete: 'postal-code', dir: 'ltr' },
  country: {
    id: 'country',
    label: 'label_country',
    placeholder: 'placeholder_country',
    type: 'select',
    autocomplete: 'country',
    affix: 'list',
  },
  amount: {
    id: 'amount',
    label: 'label_amount',
    autocomplete: 'transaction-amount',
    inputmode: 'decimal',
    affix: 'currency',
    dir: 'ltr',
  },
};

/** The fields of a form that names none, in order. */
export const DEFAULT_FIELDS = 'card-number card-expiry card-cvc cardholder-name';

/** Narrows a word of the `fields` attribute. */
export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(FIELDS, name);
}

/** Fields without which there is no card payment. */
export const REQUIRED_FIELDS: readonly FieldName[] = ['card-number', 'card-expiry', 'card-cvc'];
