import type { MessageKey } from '../i18n/messages.js';
import type { FieldName } from '../contract/field-names.js';

/** How a field is rendered. Its rule is in `card/form-rules.ts`. */
export interface FieldDefinition {
  /** `id` and `name` of the input, chosen so that browsers and password managers recognize them. */
  readonly id: string;
  readonly label: MessageKey;
  readonly placeholder?: MessageKey;
  /** Placeholder in any language. */
  readonly example?: string;
  /** Type of the input; `select` lists the countries. */
  readonly type?: 'text' | 'email' | 'tel' | 'select';
  /** Autofill field name of the HTML standard. */
  readonly autocomplete: string;
  /** Default: `off` */
  readonly autocapitalize?: 'words';
  readonly inputmode?: 'numeric' | 'decimal';
  /** Content at the end of the input. */
  readonly affix?: 'brand' | 'code' | 'currency' | 'list';
  /** Direction of the value, if it is not that of the page. */
  readonly dir?: 'ltr' | 'auto';
  /** Half the width, if there is room. */
  readonly half?: boolean;
}

export const FIELDS: Readonly<Record<FieldName, FieldDefinition>> = {
  'card-number': {
    id: 'cc-number',
    label: 'label_card_number',
    example: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    inputmode: 'numeric',
    affix: 'brand',
    dir: 'ltr',
  },
  'card-expiry': {
    id: 'cc-exp',
    label: 'label_card_expiry',
    placeholder: 'placeholder_card_expiry',
    autocomplete: 'cc-exp',
    inputmode: 'numeric',
    dir: 'ltr',
    half: true,
  },
  'card-cvc': {
    id: 'cc-csc',
    label: 'label_card_cvc',
    autocomplete: 'cc-csc',
    inputmode: 'numeric',
    affix: 'code',
    dir: 'ltr',
    half: true,
  },
  'cardholder-name': {
    id: 'cc-name',
    label: 'label_cardholder_name',
    autocomplete: 'cc-name',
    autocapitalize: 'words',
    dir: 'auto',
  },
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
