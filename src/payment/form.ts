import { checkAmount, type AmountProblem, type AmountRules } from './amount.js';
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
} from './card.js';
import { isCountry } from './countries.js';
import { checkEmail, type EmailProblem } from './email.js';
import { checkExpiry, type CardExpiryProblem } from './expiry.js';
import { checkPhone, type PhoneProblem } from './phone.js';
import { checkPostalCode, type PostalCodeProblem } from './postal-code.js';

/** What the form can find wrong; each is also the key of the text that tells the shopper what to do. */
export type FieldProblem =
  | CardNumberProblem
  | CardExpiryProblem
  | CardCvcProblem
  | CardholderNameProblem
  | EmailProblem
  | PhoneProblem
  | PostalCodeProblem
  | 'country_required'
  | AmountProblem
  | 'control_invalid'; // found by the service

/** What the form doubts without standing in the way; a text's key, too. */
export type FieldWarning = CardNumberWarning;

/** What the page's settings ask of the fields. */
export interface FormRules extends AmountRules {
  /** Where the shopper is, while the form has no country field; ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
  /** Whether real money would move. */
  readonly isLive?: boolean;
}

type Check = (value: string, form: FormLike, rules: FormRules) => FieldProblem | undefined;
type FormLike = Readonly<Record<string, string | undefined>>;

const FIELD_CHECKS = {
  'card-number': checkPan,
  'card-expiry': (value) => checkExpiry(value),
  'card-cvc': (value, form) => checkCvc(value, cardBrand(form['card-number'] ?? '')),
  'cardholder-name': checkCardholderName,
  email: checkEmail,
  phone: (value, form, rules) => checkPhone(value, countryOf(form, rules)),
  'postal-code': (value, form, rules) => checkPostalCode(value, countryOf(form, rules)),
  country: (value) => (isCountry(value) ? undefined : 'country_required'),
  amount: (value, _form, rules) => checkAmount(value, rules),
} as const satisfies Record<string, Check>;

/** Names of the fields, as in the `fields` attribute. */
export type FieldName = keyof typeof FIELD_CHECKS;

/** What was typed, by field. */
export type FormValues = Partial<Record<FieldName, string>>;

/** What is wrong, by field; empty when the form can be sent. */
export type FieldProblems = Partial<Record<FieldName, FieldProblem>>;

/** What is doubted, by field. */
export type FieldWarnings = Partial<Record<FieldName, FieldWarning>>;

/** Checks every field that is in `values`; a field that is not there is not asked for. */
export function checkForm(values: FormValues, rules: FormRules): FieldProblems {
  const problems: FieldProblems = {};
  for (const [name, value] of Object.entries(values) as [FieldName, string][]) {
    const problem = (FIELD_CHECKS[name] as Check)(value, values, rules);
    if (problem) problems[name] = problem;
  }
  return problems;
}

/** Looks for what is allowed but unusual. */
export function warnForm(values: FormValues, { isLive }: Pick<FormRules, 'isLive'> = {}): FieldWarnings {
  const warning = warnPan(values['card-number'] ?? '', isLive);
  return warning ? { 'card-number': warning } : {};
}

/** The country that the shopper has chosen, or the one that the page gave. */
export function countryOf(form: FormLike, rules: FormRules): string | undefined {
  return form['country'] || rules.country;
}
