import type { TemplateResult } from 'lit';
import type { PaymentError } from '../contract/errors.js';
import { checkTextOf } from '../contract/request.js';
import type { Message } from '../form/form-context.js';
import type { FormController } from '../form/form-controller.js';
import type { ControlError } from '../form/slotted-controls.js';
import type { Order } from '../payment/outcome.js';
import type { Settings } from '../settings/settings.js';
import { FAILURE_MESSAGES, resultKey, titleKey } from '../i18n/outcome-messages.js';
import { hasEnded, type SessionState } from '../payment/session-state.js';
import type { FormSnapshot, InvalidControl } from './form-snapshot.js';
import { renderSummary, type ErrorLink } from './problems.template.js';
import type { Text, TextValues } from './texts.js';
import css from './problems.css?inline';

/** This file shows errors, failures, and outcomes other than paid. A payment that succeeds does not need it. */
export { formatWait } from '../i18n/outcome-messages.js';
export { renderAction, renderControlErrors, renderDoubt, renderError, renderSetupError } from './problems.template.js';

export const problemStyles: string = css;

export function listControlErrors(controls: readonly InvalidControl[], text: Text): ControlError[] {
  return controls.map(({ control, label, hasOthers, problem }) => ({
    control,
    label: hasOthers ? label : undefined,
    text: text(problem),
  }));
}

/** Lists the errors without the messages of browsers, which can quote the value. */
export function fieldErrors(
  { shown, inputs, controls }: Pick<FormController, 'shown' | 'inputs' | 'controls'>,
  text: Text,
): Record<string, string> {
  const fields = inputs.names.flatMap((name) => {
    const problem = shown.problems[name];
    return problem ? [[name, text(problem)]] : [];
  });
  const others = shown.controls.map((control) => [controls?.nameOf(control) || control.id, text('control_invalid')]);
  return Object.fromEntries([...fields, ...others]) as Record<string, string>;
}

interface FailedForm {
  readonly failure: PaymentError | undefined;
  readonly form: FormSnapshot;
  readonly settings: Settings | undefined;
  readonly order: Order;
  readonly textWith: (values: Partial<TextValues>) => Text;
}

export function createSummary(source: FailedForm, text: Text): TemplateResult | undefined {
  const errors = listErrors(source.form, text);
  const failure = failureText(source);
  if (errors.length === 0 && !failure) return undefined;
  return renderSummary(failure || text('summary_title'), errors);
}

function listErrors({ problems, inputs, controls, listed, context }: FormSnapshot, text: Text): ErrorLink[] {
  const fields = inputs
    .filter(([name]) => problems[name])
    .map(([name, control]) => ({ label: text(context.definitionOf(name).label), control }));
  const others = controls.map(({ label, problem, control }) => ({ label: label || text(problem), control }));
  return [...fields, ...others].filter(({ control }) => listed.includes(control));
}

/** A new price is reported until the page or the shopper sets another one. */
function failureText(source: FailedForm): string | undefined {
  const { failure, form, settings, order } = source;
  if (!failure) return undefined;
  const { amount, currency, fields } = settings ?? {};
  const price = failure.code === 'amount_changed' ? (failure.cause as Partial<Order>) : undefined;
  const isOutdated = price && (price.amount !== amount || price.currency !== currency);
  if (isOutdated || (price && fields?.includes('amount') && !form.isOfferKept)) return undefined;
  return source.textWith({ order: { ...order, ...price } })(failureMessage(failure));
}

/** A check of the page has a text of its own. */
function failureMessage({ code, cause, retryable }: PaymentError): Message {
  const reason = code === 'submit_prevented' ? checkTextOf(cause) : undefined;
  if (reason) return () => reason;
  return FAILURE_MESSAGES[code] ?? (retryable ? 'failed_try_again' : 'failed_shop');
}

export function announcementOf(
  state: SessionState,
  failure: PaymentError | undefined,
  following: boolean,
): readonly Message[] {
  if (failure) return [failureMessage(failure)];
  if (!hasEnded(state)) return [];
  if ('action' in state) return ['action_title', 'action_text'];
  return [titleKey(state.name, following), resultKey(state.name, following, state.attempt.amount)];
}
