import type { MessageKey } from '../i18n/messages.js';
import { CARD_IDS, type CardFieldName } from '../contract/field-names.js';

export interface FieldDefinition {
  /** `id` and `name` of the input, which browsers and password managers recognize. */
  readonly id: string;
  readonly label: MessageKey;
  readonly placeholder?: MessageKey;
  readonly example?: string;
  readonly type?: 'text' | 'email' | 'tel' | 'select';
  /** The default is the ID. */
  readonly autocomplete?: string;
  readonly autocapitalize?: 'words';
  readonly inputmode?: 'numeric' | 'decimal';
  readonly affix?: 'brand' | 'code' | 'currency' | 'list';
  /** The direction of the text, if it is not that of the page. */
  readonly dir?: 'ltr' | 'auto' | undefined;
  readonly half?: boolean;
  /** `labelled` if the label has to say that the field is optional. */
  readonly isOptional?: boolean | 'labelled' | undefined;
}

/** Selects the form that a page has sent in its HTML, see `formHtml()`. */
export const SENT_FORM = 'link[data-form], link[data-form] ~ *';

export type FieldInput = HTMLInputElement | HTMLSelectElement;

export const FIELDS: Readonly<Record<CardFieldName, FieldDefinition>> = {
  'card-number': {
    id: CARD_IDS['card-number'],
    label: 'label_card_number',
    example: '1234 1234 1234 1234',
    inputmode: 'numeric',
    affix: 'brand',
    dir: 'ltr',
  },
  'card-expiry': {
    id: CARD_IDS['card-expiry'],
    label: 'label_card_expiry',
    placeholder: 'placeholder_card_expiry',
    inputmode: 'numeric',
    dir: 'ltr',
    half: true,
  },
  'card-cvc': {
    id: CARD_IDS['card-cvc'],
    label: 'label_card_cvc',
    placeholder: 'placeholder_card_cvc',
    inputmode: 'numeric',
    affix: 'code',
    dir: 'ltr',
    half: true,
  },
  'cardholder-name': {
    id: CARD_IDS['cardholder-name'],
    label: 'label_cardholder_name',
    autocapitalize: 'words',
    dir: 'auto',
  },
};
