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

const form = /* @__PURE__ */ lazy((): z.ZodMiniType<FormValues> => {
  const names = Object.keys(FIELD_CHECKS) as FieldName[];
  const shape = Object.fromEntries(names.map((name) => [name, z.optional(z.string())])) as Record<
    FieldName,
    z.ZodMiniOptional<z.ZodMiniString>
  >;
  const schema: z.ZodMiniType<FormValues> = z.object(shape);
  return schema.check((context) => {
    const values = context.value;
    for (const name of names) {
      const value = values[name];
      const message = value === undefined ? undefined : FIELD_CHECKS[name](value, values);
      if (message) context.issues.push({ code: 'custom', path: [name], message, input: undefined });
    }
  });
});

/** Checks every field that is in `values`; a field that is not there is not asked for. */
export function checkForm(values: FormValues): FieldProblems {
  const issues = form().safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path[0], issue.message]));
}
