import type { CardBrand } from '../contract/brands.js';
import { cardBrand, checkCardholderName, checkCvc, checkPan } from '../contract/card.js';
import { checkExpiry } from '../contract/expiry.js';
import type { CardFieldName, FieldName } from '../contract/field-names.js';
import type { PaymentCustomer } from '../contract/request.js';
import type { AmountRules } from '../contract/typed-amount.js';
import type { MessageKey } from '../i18n/messages.js';

interface ContactFieldRules {
  readonly checkOf: (name: FieldName) => FieldCheck | undefined;
  readonly createContact: (values: FormValues, rules: FormRules) => PaymentCustomer;
  readonly mayBeEmpty: (name: FieldName, values: FormValues, rules: FormRules) => boolean;
  readonly parseAmount: (text: string, rules: AmountRules) => number | undefined;
}

export interface NetworkRules {
  /** Returns why the brand is not accepted. Called whenever the card number may have changed. */
  check(text: string): 'card_number_not_accepted' | undefined;
  brandOf(text: string): CardBrand | undefined;
  readonly chosen: string | undefined;
}

export interface FormRules extends AmountRules {
  readonly country?: string | undefined;
  readonly isLive?: boolean;
  readonly networks?: NetworkRules | undefined;
  readonly contact?: ContactFieldRules | undefined;
}

export type FieldCheck = (value: string, form: FormValues, rules: FormRules) => MessageKey | undefined;

const CHECKS: Partial<Record<FieldName, FieldCheck>> = {
  'card-number': (value, _form, { networks }) => networks?.check(value) ?? checkPan(value),
  'card-expiry': (value) => checkExpiry(value),
  'card-cvc': (value, form, rules) => checkCvc(value, brandIn(form, rules)),
  'cardholder-name': checkCardholderName,
} satisfies Record<CardFieldName, FieldCheck>;

export type FormValues = Partial<Record<FieldName, string>>;

export type FieldProblems = Partial<Record<FieldName, MessageKey>>;

export function findProblems(values: FormValues, rules: FormRules): FieldProblems {
  const problems: FieldProblems = {};
  for (const [name, value] of Object.entries(values) as [FieldName, string][]) {
    const check = CHECKS[name] ?? rules.contact?.checkOf(name);
    const problem = check ? check(value, values, rules) : 'control_invalid'; // without rules, it blocks the payment
    if (problem) problems[name] = problem;
  }
  return problems;
}

export function brandIn({ 'card-number': text = '' }: FormValues, { networks }: FormRules): CardBrand | undefined {
  return networks ? networks.brandOf(text) : cardBrand(text);
}

export function countryOf(form: FormValues, rules: FormRules): string | undefined {
  return form.country || rules.country;
}
