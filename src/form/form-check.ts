import type { CardBrand } from '../contract/brands.js';
import { normalizePan, warnPan, type CardNumberWarning } from '../contract/card.js';
import type { FieldName } from '../contract/field-names.js';
import type { OnDemand } from '../contract/on-demand.js';
import { isKnownTestNumber, missingParts } from './card-data-loader.js';
import type { PaymentChangeDetail } from './form-context.js';
import { brandIn, findProblems, type FieldProblems, type FormRules, type FormValues } from './form-rules.js';
import type { SlottedControl } from './slotted-controls.js';

/** What a check of the form has found. */
export interface FormCheck {
  readonly problems: FieldProblems;
  readonly invalidControls: readonly SlottedControl[];
  readonly warning: CardNumberWarning | undefined;
  readonly brand: CardBrand | undefined;
  /** What the card number needs, and is not loaded. */
  readonly missingParts: readonly OnDemand<unknown>[];
  readonly status: PaymentChangeDetail;
}

/** @param refused - the fields that the service has refused */
export function checkForm(
  values: FormValues,
  rules: FormRules,
  refused: Iterable<FieldName> = [],
  invalidControls: readonly SlottedControl[] = [],
): FormCheck {
  const problems = findProblems(values, rules);
  for (const name of refused) if (name in values) problems[name] ??= 'control_invalid';
  const entries = Object.entries(values);
  const isEmpty = ([name, value]: [string, string]) =>
    !value.trim() && !rules.contact?.mayBeEmpty(name as FieldName, values, rules);
  const brand = brandIn(values, rules);
  const pan = normalizePan(values['card-number'] ?? '');
  const isPanValid = !problems['card-number'];
  const isFinal = rules.isLive === true && isPanValid;
  return {
    problems,
    invalidControls,
    warning: isPanValid ? warnPan(pan, isFinal ? isKnownTestNumber : undefined) : undefined,
    brand,
    missingParts: missingParts(pan, brand, isFinal),
    status: {
      valid: entries.length > 0 && invalidControls.length === 0 && Object.keys(problems).length === 0,
      complete: entries.length > 0 && !entries.some(isEmpty),
      brand: brand?.id,
    },
  };
}

/** What is found in a form that has no fields yet. */
export const UNCHECKED: FormCheck = {
  problems: {},
  invalidControls: [],
  warning: undefined,
  brand: undefined,
  missingParts: [],
  status: { valid: false, complete: false, brand: undefined },
};
