import * as z from 'zod/mini';
import {
  cardBrand,
  checkCardholderName,
  checkCvc,
  checkExpiry,
  checkPan,
  type CardCvcProblem,
  type CardExpiryProblem,
  type CardholderNameProblem,
  type CardNumberProblem,
} from './card.js';
import { lazy } from './schema.js';

/** What the form can find wrong; each is also the key of the text that tells the shopper what to do. */
export type FieldProblem = CardNumberProblem | CardExpiryProblem | CardCvcProblem | CardholderNameProblem;

type Check = (value: string, form: Readonly<Record<string, string | undefined>>) => FieldProblem | undefined;

const FIELD_CHECKS = {
  'card-number': checkPan,
  'card-expiry': (value) => checkExpiry(value),
  'card-cvc': (value, form) => checkCvc(value, cardBrand(form['card-number'] ?? '')),
  'cardholder-name': checkCardholderName,
} as const satisfies Record<string, Check>;

/** Names of the fields, as in the `fields` attribute. */
export type FieldName = keyof typeof FIELD_CHECKS;

/** What was typed, by field. */
export type FormValues = Partial<Record<FieldName, string>>;

/** What is wrong, by field; empty when the form can be sent. */
export type FieldProblems = Partial<Record<FieldName, FieldProblem>>;

const FIELD_NAMES = Object.keys(FIELD_CHECKS) as FieldName[];

const form = /* @__PURE__ */ lazy(() => {
  const text = z.optional(z.string());
  const shape = Object.fromEntries(FIELD_NAMES.map((name) => [name, text])) as Record<FieldName, typeof text>;
  return z.object(shape).check(z.check(checkFields));
});

// One check for the whole form, because the security code depends on the number.
function checkFields({ value: values, issues }: z.core.ParsePayload<FormValues>): void {
  for (const name of FIELD_NAMES) {
    const value = values[name];
    const message = value === undefined ? undefined : FIELD_CHECKS[name](value, values);
    if (message) issues.push({ code: 'custom', path: [name], message, input: undefined });
  }
}

/** Checks every field that is in `values`; a field that is not there is not asked for. */
export function checkForm(values: FormValues): FieldProblems {
  const issues = form().safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path[0], issue.message])) as FieldProblems;
}
