import type { CardBrand } from '../contract/brands.js';
import type { CardNumberWarning } from '../contract/card.js';
import type { FieldInputs } from '../form/field-inputs.js';
import type { FormContext } from '../form/form-context.js';
import type { FormController } from '../form/form-controller.js';
import type { FieldProblems } from '../form/form-rules.js';
import type { ControlProblem, SlottedControl } from '../form/slotted-controls.js';

/** A control of the page that the shopper has to correct. */
export interface InvalidControl {
  readonly control: SlottedControl;
  readonly label: string;
  /** Whether the slot has other controls, so that the error needs the label. */
  readonly hasOthers: boolean;
  readonly problem: ControlProblem;
}

/** What a view depends on of what was typed. */
export interface FormSnapshot {
  readonly brand: CardBrand | undefined;
  readonly context: FormContext;
  readonly inputs: FieldInputs['entries'];
  /** The errors that the shopper sees. */
  readonly problems: FieldProblems;
  readonly warning: CardNumberWarning | undefined;
  readonly controls: readonly InvalidControl[];
  /** Controls that the shopper did not see when several were wrong. */
  readonly listed: readonly HTMLElement[];
  /** Whether the shopper has not typed another amount than the page offers. */
  readonly isOfferKept: boolean;
}

export function readForm(form: FormController): FormSnapshot {
  const { brand, context, inputs, offer, shown } = form;
  const { problems, warning, listed } = shown;
  const controls = listInvalidControls(form);
  return { brand, context, inputs: inputs.entries, problems, warning, controls, listed, isOfferKept: offer.isKept };
}

/** Lists the controls of the page that are shown as invalid. */
export function listInvalidControls({ shown, controls }: FormController): InvalidControl[] {
  if (!controls) return [];
  return shown.controls.map((control) => ({
    control,
    label: controls.labelOf(control),
    hasOthers: controls.all.length > 1,
    problem: controls.problemOf(control),
  }));
}
