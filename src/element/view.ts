import type { TemplateResult } from 'lit';
import type { FieldName } from '../contract/field-names.js';
import { markOf } from '../form/card-data-loader.js';
import { listErrors } from '../form/error-summary.js';
import type { FormController } from '../form/form-controller.js';
import type { Order } from '../payment/outcome.js';
import type { LiveRegion } from './live-region.js';
import type { NetworkPicker } from './networks.js';
import {
  renderBrand,
  renderCodeHint,
  renderError,
  renderIcon,
  renderSelect,
  renderSummary,
  renderWarning,
} from './parts.template.js';
import type { Text } from './texts.js';
import type { FieldView } from './widget.template.js';

export function createField(
  { context, shown, brand }: FormController,
  networks: NetworkPicker | undefined,
  { currency }: Order,
  text: Text,
  name: FieldName,
  isBusy: boolean,
): FieldView {
  const definition = context.definitionOf(name);
  const { placeholder, affix, isOptional, type } = definition;
  const label = text(definition.label);
  const problem = shown.problems[name];
  const warning = problem || name !== 'card-number' ? undefined : shown.warning;
  const isOnFront = brand?.cvcLength === 4;
  const affixes = {
    brand: () => (brand ? undefined : networks?.renderMarks(text)) ?? renderBrand(brand?.name, markOf(brand)),
    code: () => renderCodeHint(isOnFront, text(isOnFront ? 'hint_card_cvc_4' : 'hint_card_cvc')),
    currency: () => currency,
    list: () => renderIcon('list'),
  };
  return {
    name,
    definition,
    label: isOptional === 'labelled' ? text('label_optional').replace('{label}', label) : label,
    placeholder: placeholder && text(placeholder),
    error: problem && renderError(text(problem)),
    warning: warning && renderWarning(text(warning)),
    below: affix === 'brand' ? networks?.renderChoice(text, isBusy) : undefined,
    renderControl: type === 'select' ? renderSelect : undefined,
    affix: affix && affixes[affix](),
  };
}

export function createSummary(
  form: FormController,
  failure: string | undefined,
  text: Text,
): TemplateResult | undefined {
  const errors = listErrors(form, text);
  if (errors.length === 0 && !failure) return undefined;
  return renderSummary(failure || text('summary_title'), errors);
}

/** A new element for each announcement: live regions announce additions. */
export function announcement(
  { messages, urgent, element }: LiveRegion,
  text: Text,
  isUrgent: boolean,
): Element | undefined {
  if (!element || messages.length === 0 || urgent !== isUrgent) return undefined;
  const message = messages.map(text).join(' ');
  if (element.textContent !== message) element.textContent = message; // setting it again would announce it again
  return element;
}
