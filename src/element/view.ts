import type { FieldName } from '../contract/field-names.js';
import { markOf } from '../form/card-data-loader.js';
import type { FormController } from '../form/form-controller.js';
import type { Order } from '../payment/outcome.js';
import type { CheckedSettings } from './checked-settings.js';
import type { LiveRegion } from './live-region.js';
import type { NetworkPicker } from './networks.js';
import { renderBrand, renderCodeHint, renderIcon, renderWarning } from './parts.template.js';
import type { ProblemsFile } from './problems-file.js';
import type { Text } from './texts.js';
import { renderAlert, type FieldView } from './widget.template.js';

export interface FieldSource {
  readonly form: FormController;
  readonly networks: NetworkPicker | undefined;
  readonly settings: Pick<CheckedSettings, 'extra'>;
  readonly problems: ProblemsFile['current'];
}

export function createField(
  { form: { context, shown, brand }, networks, settings: { extra }, problems }: FieldSource,
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
    list: () => extra && renderIcon(extra.LIST_ICON),
  };
  return {
    name,
    definition,
    label: isOptional === 'labelled' ? text('label_optional').replace('{label}', label) : label,
    placeholder: affix === 'code' && isOnFront ? '1234' : placeholder && text(placeholder),
    error: problem && (problems?.renderError(text(problem)) ?? renderAlert(text(problem) || text('control_invalid'))),
    warning: warning && renderWarning(text(warning)),
    below: affix === 'brand' ? networks?.renderChoice(text, isBusy) : undefined,
    renderControl: type === 'select' ? extra?.renderSelect : undefined,
    affix: affix && affixes[affix](),
  };
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
