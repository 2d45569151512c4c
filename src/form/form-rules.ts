import type { CardFieldName, FieldName } from '../contract/field-names.js';
import type { AddressProblem, PostalCodeProblem } from '../contract/address.js';
import type { AmountProblem, AmountRules } from '../contract/typed-amount.js';
import {
  cardBrand,
  checkCardholderName,
  checkCvc,
  checkPan,
  warnPan,
  type CardCvcProblem,
  type CardholderNameProblem,
  type CardNumberProblem,
  type CardNumberWarning,
} from '../contract/card.js';
import type { EmailProblem, PhoneProblem } from '../contract/contact.js';
import { checkExpiry, type CardExpiryProblem } from '../contract/expiry.js';
import type { PaymentRequest } from '../contract/request.js';

type FieldProblem =
  | CardNumberProblem
  | 'card_number_not_accepted'
  | CardExpiryProblem
  | CardCvcProblem
  | CardholderNameProblem
  | EmailProblem
  | PhoneProblem
  | PostalCodeProblem
  | 'country_required'
  | AddressProblem
  | AmountProblem
  | 'control_invalid'; // reported by the service

type FieldWarning = CardNumberWarning;

export interface OptionalFieldRules {
  readonly checkOf: (name: FieldName) => Check | undefined;
  readonly createContact: (values: FormValues, rules: FormRules) => NonNullable<PaymentRequest['customer']>;
  readonly mayBeEmpty?: (name: string, values: FormValues, rules: FormRules) => boolean;
  readonly parseAmount: (text: string, rules: AmountRules) => number | undefined;
}

export interface NetworkRules {
  /** Called whenever the card number may have changed. @returns why its brand is not accepted */
  check(text: string): 'card_number_not_accepted' | undefined;
  readonly chosen: string | undefined;
}

export interface FormRules extends AmountRules {
  readonly country?: string | undefined;
  readonly isLive?: boolean;
  readonly networks?: NetworkRules | undefined;
  readonly optional?: OptionalFieldRules | undefined;
}

export type Check = (value: string, form: FormLike, rules: FormRules) => FieldProblem | undefined;
type FormLike = Readonly<Record<string, string | undefined>>;

const CHECKS: Partial<Record<FieldName, Check>> = {
  'card-number': (value, _form, { networks }) => networks?.check(value) ?? checkPan(value),
  'card-expiry': (value) => checkExpiry(value),
  'card-cvc': (value, form) => checkCvc(value, cardBrand(form['card-number'] ?? '')),
  'cardholder-name': checkCardholderName,
} satisfies Record<CardFieldName, Check>;

export type FormValues = Partial<Record<FieldName, string>>;

export type FieldProblems = Partial<Record<FieldName, FieldProblem>>;

export type FieldWarnings = Partial<Record<FieldName, FieldWarning>>;

export function checkForm(
  values: FormValues,
  rules: FormRules,
  names = Object.keys(values) as readonly FieldName[],
): FieldProblems {
  const problems: FieldProblems = {};
  for (const name of names) {
    const value = values[name];
    if (value === undefined) continue;
    const check = CHECKS[name] ?? rules.optional?.checkOf(name);
    const problem = check ? check(value, values, rules) : 'control_invalid'; // no rules loaded: block the payment
    if (problem) problems[name] = problem;
  }
  return problems;
}

export function warnForm(values: FormValues, isTestNumber?: (pan: string) => boolean): FieldWarnings {
  const warning = warnPan(values['card-number'] ?? '', isTestNumber);
  return warning ? { 'card-number': warning } : {};
}

export function countryOf(form: FormLike, rules: FormRules): string | undefined {
  return form['country'] || rules.country;
}
