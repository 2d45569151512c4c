import { checkAmount } from '../../contract/typed-amount.js';
import { COUNTRIES, isCountry } from '../../contract/countries.js';
import { checkEmail, normalizeEmail, checkPhone, parsePhone } from '../../contract/contact.js';
import { countryOf, type Check, type FormRules, type FormValues } from '../form-rules.js';
import { checkPostalCode, normalizePostalCode } from '../../contract/address.js';
import type { ContactFieldName, FieldName } from '../../contract/field-names.js';
import type { PaymentRequest } from '../../contract/request.js';
import type { FieldDefinition } from '../fields.js';

/** A chunk, loaded for forms with optional fields or the test-card button. Everything imported here becomes part of it. */
export { exampleAmount, formatAmount, parseAmount } from '../../contract/typed-amount.js';
export { isCountry } from '../../contract/countries.js';
export { postalCodeExample } from '../../contract/address.js';
export { OPTIONAL_ENGLISH } from '../../i18n/optional-messages.js';
export { testValues } from '../../contract/test-values.js';

type Customer = NonNullable<PaymentRequest['customer']>;

interface ContactField extends FieldDefinition {
  readonly check: Check;
  /** As the request has it, under the same name. */
  readonly normalize?: (text: string, country?: string) => string | undefined;
}

const CONTACT_FIELDS: Readonly<Record<ContactFieldName, ContactField>> = {
  email: {
    id: 'email',
    label: 'label_email',
    type: 'email',
    autocomplete: 'email',
    dir: 'ltr',
    normalize: normalizeEmail,
    check: checkEmail,
  },
  phone: {
    id: 'tel',
    label: 'label_phone',
    type: 'tel',
    autocomplete: 'tel',
    dir: 'ltr',
    normalize: parsePhone,
    check: (value, form, rules) => checkPhone(value, countryOf(form, rules)),
  },
  'postal-code': {
    id: 'postal-code',
    label: 'label_postal_code',
    autocomplete: 'billing postal-code',
    dir: 'ltr',
    normalize: normalizePostalCode,
    check: (value, form, rules) => checkPostalCode(value, countryOf(form, rules)),
  },
  country: {
    id: 'country',
    label: 'label_country',
    placeholder: 'placeholder_country',
    type: 'select',
    autocomplete: 'billing country',
    affix: 'list',
    normalize: (code) => code,
    check: (value) => (isCountry(value) ? undefined : 'country_required'),
  },
  amount: {
    id: 'amount',
    label: 'label_amount',
    autocomplete: 'transaction-amount',
    inputmode: 'decimal',
    affix: 'currency',
    dir: 'ltr',
    check: (value, _form, rules) => checkAmount(value, rules),
  },
};

/** `undefined` for fields of the card. */
export function definitionOf(name: FieldName): ContactField | undefined {
  return (CONTACT_FIELDS as Readonly<Partial<Record<FieldName, ContactField>>>)[name];
}

export function checkOf(name: FieldName): Check | undefined {
  return definitionOf(name)?.check;
}

/** Members without a value are left out later. */
export function createContact(values: FormValues, rules: FormRules): Customer {
  const country = countryOf(values, rules);
  const customer: Record<string, string | undefined> = {};
  for (const [name, { normalize }] of Object.entries(CONTACT_FIELDS))
    customer[name.replace('-', '_')] = normalize?.(values[name as FieldName] ?? '', country);
  return customer;
}

const locales = new WeakMap<HTMLSelectElement, string>();

/** Named and sorted for the locale, after the first option. Keeps the choice. */
export function fillOptions(select: HTMLSelectElement, locale: string): undefined {
  if (locales.get(select) === locale) return;
  locales.set(select, locale);
  const { value } = select;
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  const options = COUNTRIES.map((code) => new Option(names.of(code), code)).sort((a, b) => compare(a.text, b.text));
  while (select.length > 1) select.remove(1);
  select.append(...options);
  select.value = value;
}
