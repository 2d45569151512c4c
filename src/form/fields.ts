import type { MessageKey } from '../i18n/messages.js';
import type { CardFieldName } from '../contract/field-names.js';

/** How a field is rendered. Its rule is in `card/form-rules.ts`. */
export interface FieldDefinition {
  /** `id` and `name` of the input, chosen so that browsers and password managers recognize them. */
  readonly id: string;
  readonly label: MessageKey;
  readonly placeholder?: MessageKey;
  /** Placeholder in any language. */
  readonly example?: string;
  /** Type of the input. The form adds the options of a `select`. */
  readonly type?: 'text' | 'email' | 'tel' | 'select';
  /** Autofill field name of the HTML standard. */
  readonly autocomplete: string;
  /** Default: `off` */
  readonly autocapitalize?: 'words';
  readonly inputmode?: 'numeric' | 'decimal';
  /** Content at the end of the input. */
  readonly affix?: 'brand' | 'code' | 'currency' | 'list';
  /** Direction of the value, if it is not that of the page. */
  readonly dir?: 'ltr' | 'auto' | undefined;
  /** Half the width, if there is room. */
  readonly half?: boolean;
  /** Whether the field may stay empty; `labelled` if the label has to say so. */
  readonly isOptional?: boolean | 'labelled' | undefined;
}

/** The fields of a card. The others are in `optional-definitions.ts`. */
export const FIELDS: Readonly<Record<CardFieldName, FieldDefinition>> = {
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
};
