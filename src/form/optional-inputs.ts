import { COUNTRIES } from '../card/countries.js';
import type { ContactFieldName, FieldName } from '../contract/field-names.js';
import type { FieldDefinition } from './fields.js';

const locales = new WeakMap<HTMLSelectElement, string>();

/** Named and sorted for the locale, after the first option. Keeps the choice. */
export function fillOptions(select: HTMLSelectElement, locale: string): false {
  if (locales.get(select) === locale) return false;
  locales.set(select, locale);
  const { value } = select;
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  const options = COUNTRIES.map((code) => new Option(names.of(code), code)).sort((a, b) => compare(a.text, b.text));
  while (select.length > 1) select.remove(1);
  select.append(...options);
  select.value = value;
  return false;
}

const OPTIONAL_DEFINITIONS: Readonly<Record<ContactFieldName, FieldDefinition>> = {
  email: { id: 'email', label: 'label_email', type: 'email', autocomplete: 'email', dir: 'ltr' },
  phone: { id: 'tel', label: 'label_phone', type: 'tel', autocomplete: 'tel', dir: 'ltr' },
  'postal-code': { id: 'postal-code', label: 'label_postal_code', autocomplete: 'billing postal-code', dir: 'ltr' },
  country: {
    id: 'country',
    label: 'label_country',
    placeholder: 'placeholder_country',
    type: 'select',
    autocomplete: 'billing country',
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

/** `undefined` for those of a card. */
export function definitionOf(name: FieldName): FieldDefinition | undefined {
  return (OPTIONAL_DEFINITIONS as Readonly<Partial<Record<FieldName, FieldDefinition>>>)[name];
}
