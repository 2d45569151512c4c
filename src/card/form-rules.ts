import {
  isOptionalField,
  type CardFieldName,
  type FieldName,
  type OptionalFieldName,
} from '../contract/field-names.js';
import type { AmountProblem, AmountRules } from './amount.js';
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
import type { EmailProblem } from './email.js';
import { checkExpiry, type CardExpiryProblem } from './expiry.js';
import type { PhoneProblem } from './phone.js';
import type { PostalCodeProblem } from './postal-code.js';
import type { PaymentRequest } from '../contract/schema.js';

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

/** What the fields beyond the card need: see `extras.ts`. */
export interface FormExtras {
  readonly EXTRA_CHECKS: Readonly<Record<OptionalFieldName, Check>>;
  readonly createContact: (values: FormValues, rules: FormRules) => NonNullable<PaymentRequest['customer']>;
  readonly parseAmount: (text: string, rules: AmountRules) => number | undefined;
}

/** What the page's settings ask of the fields. */
export interface FormRules extends AmountRules {
  /** Where the shopper is, while the form has no country field; ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
  /** Whether real money would move. */
  readonly isLive?: boolean;
  /** What the fields beyond the card need, for a form that has one. */
  readonly extras?: FormExtras | undefined;
}

export type Check = (value: string, form: FormLike, rules: FormRules) => FieldProblem | undefined;
type FormLike = Readonly<Record<string, string | undefined>>;

const CARD_CHECKS = {
  'card-number': checkPan,
  'card-expiry': (value) => checkExpiry(value),
  'card-cvc': (value, form) => checkCvc(value, cardBrand(form['card-number'] ?? '')),
  'cardholder-name': checkCardholderName,
} as const satisfies Record<CardFieldName, Check>;

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
    const check = isOptionalField(name) ? rules.extras?.EXTRA_CHECKS[name] : (CARD_CHECKS[name] as Check);
    const problem = check ? check(value, values, rules) : 'control_invalid'; // what cannot be checked is not sent
    if (problem) problems[name] = problem;
  }
  return problems;
}

/**
 * Looks for what is allowed but unusual.
 * @param isTestNumber - tells numbers for tests, where they are of no use
 */
export function warnForm(values: FormValues, isTestNumber?: (pan: string) => boolean): FieldWarnings {
  const warning = warnPan(values['card-number'] ?? '', isTestNumber);
  return warning ? { 'card-number': warning } : {};
}

/** The country that the shopper has chosen, or the one that the page gave. */
export function countryOf(form: FormLike, rules: FormRules): string | undefined {
  return form['country'] || rules.country;
}
