import type { TemplateResult } from 'lit';
import type { ChildPart } from 'lit/directive.js';
import { formatMoney } from '../contract/currency.js';
import type { PaymentError } from '../contract/errors.js';
import type { FieldName } from '../contract/field-names.js';
import type { Mode } from '../contract/protocol.js';
import { markOf } from '../form/card-data-loader.js';
import type { AddressContext } from '../form/extra/fields.js';
import type { FormController } from '../form/form-controller.js';
import type { MessageKey } from '../i18n/messages.js';
import type { Order } from '../payment/outcome.js';
import { hasEnded, type EndedState, type PaymentSession } from '../payment/payment-session.js';
import type { CheckedSettings } from './checked-settings.js';
import type { Countdown, LiveRegion } from './live-region.js';
import type { NetworkPicker } from './networks.js';
import { renderBanner, renderBrand, renderCodeHint, renderIcon, renderPaid } from './parts.template.js';
import { PaymentActionEvent } from './payment-events.js';
import type { ProblemsFile } from './problems-file.js';
import type { RetryView } from './problems.template.js';
import type { Text, TextValues } from './texts.js';
import type { Widget } from './widget-properties.js';
import {
  renderAlert,
  renderChecking,
  type FieldsView,
  type FieldView,
  type FormView,
  type View,
} from './widget.template.js';

/** What is shown, and what the buttons do. */
export interface ViewSource extends RetryView {
  readonly widget: Widget;
  readonly settings: CheckedSettings;
  readonly session: Pick<PaymentSession, 'attempt' | 'following' | 'mayReturn' | 'state'>;
  readonly form: FormController;
  readonly networks: NetworkPicker | undefined;
  readonly problems: ProblemsFile['current'];
  readonly addressContext: AddressContext;
  readonly order: Order;
  readonly state: string;
  readonly mode: Mode | undefined;
  readonly failure: PaymentError | undefined;
  readonly liveRegion: LiveRegion;
  readonly countdown: Countdown;
  readonly formNumber: number;
  readonly isUntranslated: boolean;
  readonly hasTestKey: boolean;
  readonly pay: (event: Event) => void;
  readonly pressPay: (event: MouseEvent) => void;
  readonly fillTestCard: () => void;
  readonly keepFieldsPart: (part: ChildPart) => void;
  text(values?: Partial<TextValues>): Text;
}

export function createView(source: ViewSource): View {
  const { widget, session, settings, countdown, liveRegion } = source;
  const { error } = settings;
  const { state } = session;
  const order = session.attempt ?? source.order;
  const text = source.text({ order, wait: countdown.seconds, ...(state as Pick<TextValues, 'time' | 'card'>) });
  const isChecking = state.name === 'checking';
  const isResult = hasEnded(state);
  const isFirst = !widget.hasUpdated; // live regions announce changes
  const showsTestCard = widget.testCard && source.hasTestKey && !isResult && !error && !isChecking;
  const isBusy = source.state === 'busy';
  return {
    pageDirection: source.isUntranslated ? getComputedStyle(widget).direction || 'ltr' : undefined,
    banner: source.mode === 'test' && !isFirst ? renderBanner(text) : undefined,
    testCard: showsTestCard
      ? settings.extra?.renderTestCard(text, widget.disabled || isBusy, source.fillTestCard)
      : undefined,
    alert: isFirst ? undefined : createAlert(source, text),
    panel: isChecking ? renderChecking(text('checking')) : isResult ? createResult(source, state, text) : undefined,
    form: session.mayReturn || !(isResult || isChecking) ? createFormView(source, order, text) : undefined,
    announcement: isBusy ? text('busy') : announcement(liveRegion, text, false),
    urgentAnnouncement: announcement(liveRegion, text, true),
  };
}

/** What is shown without the file of problems. */
const SHORT_TEXTS: Readonly<Record<string, MessageKey>> = {
  pending: 'pending_text_open',
  failed: 'failed_try_again',
  unknown: 'unknown_text_open',
};

function createAlert({ problems, settings, state }: ViewSource, text: Text): TemplateResult | undefined {
  const { error } = settings;
  if (problems) return error && problems.renderSetupError(text, error);
  if (error) return renderAlert(`${error.message} ${error.code}`);
  const key = SHORT_TEXTS[state];
  return key && renderAlert(text(key));
}

function createResult(source: ViewSource, state: EndedState, text: Text): TemplateResult | undefined {
  const { session, widget, mode, problems } = source;
  if (state.name === 'paid') return renderPaid(state, text);
  const { action, leave } = 'action' in state ? state : {};
  if (!action) return problems?.renderDoubt(state, session.following, source, text);
  const go = () => {
    const detail = { ...state.attempt, action, mode, restored: false };
    if (widget.dispatchEvent(new PaymentActionEvent(detail)) && widget.isConnected) leave?.();
  };
  return problems?.renderAction(state, go, text);
}

function createFormView(source: ViewSource, order: Order, text: Text): FormView {
  const { widget, session, settings, problems, countdown, form, formNumber } = source;
  const isWaiting = countdown.seconds > 0;
  const { amount, currency } = order;
  const { locale, exponents } = form.context.rules;
  const offer = amount === undefined ? 'pay_open' : 'pay';
  return {
    ...createFields(source, order, text),
    label: formNumber === 1 || widget.messages?.form ? text('form') : `${text('form')} ${formNumber}`,
    isHidden: settings.error !== undefined || session.mayReturn,
    price: amount && currency ? formatMoney(amount, currency, locale, exponents) : undefined,
    payText: text(isWaiting ? 'pay_wait' : offer),
    busyText: text('busy'),
    isWaiting,
    isDisabled: widget.disabled,
    controlErrors: problems?.createControlErrors(form, text),
    summary: problems?.createSummary(source, text),
    onFields: source.keepFieldsPart,
    onSubmit: source.pay,
    onPayClick: source.pressPay,
  };
}

export function createFields(source: ViewSource, order: Order, text: Text): FieldsView {
  const { settings, widget } = source;
  const { withoutButton, submitOnEnter } = widget;
  const names = settings.current?.fields ?? source.form.inputs.entries.map(([name]) => name); // hidden, it keeps its values
  const isBusy = source.state === 'busy';
  const views = names.map((name) => createFieldView(source, order, text, name, isBusy));
  const fields = settings.extra?.arrange(views, source.addressContext, source) ?? views;
  return { fields, isBusy, withoutButton, submitOnEnter };
}

function createFieldView(
  { form: { context, shown, brand }, networks, settings: { extra }, problems }: ViewSource,
  { currency }: Order,
  text: Text,
  name: FieldName,
  isBusy: boolean,
): FieldView {
  const definition = context.definitionOf(name);
  const { placeholder, affix, isOptional, type } = definition;
  const label = text(definition.label);
  const problem = shown.problems[name];
  const warning = problem ? undefined : shown.warnings[name];
  const isOnFront = brand?.cvcLength === 4;
  const affixes = {
    brand: () => networks?.renderMarks(text) ?? renderBrand(brand?.name, markOf(brand)),
    code: () => renderCodeHint(isOnFront, text(isOnFront ? 'hint_card_cvc_4' : 'hint_card_cvc')),
    currency: () => currency,
    list: () => extra && renderIcon(extra.LIST_ICON),
  };
  return {
    name,
    definition,
    label: isOptional === 'labelled' ? text('label_optional').replace('{label}', label) : label,
    placeholder: placeholder && text(placeholder),
    error: problem && (problems?.renderError(text(problem)) ?? renderAlert(text(problem) || text('control_invalid'))),
    warning: warning && problems?.renderWarning(text(warning)),
    below: affix === 'brand' ? networks?.renderChoice(text, isBusy) : undefined,
    renderControl: type === 'select' ? extra?.renderSelect : undefined,
    affix: affix && affixes[affix](),
  };
}

/** A new element for each announcement: live regions announce additions. */
function announcement({ messages, urgent, element }: LiveRegion, text: Text, isUrgent: boolean): Element | undefined {
  if (!element || messages.length === 0 || urgent !== isUrgent) return undefined;
  const message = messages.map(text).join(' ');
  if (element.textContent !== message) element.textContent = message; // setting it again would announce it again
  return element;
}
