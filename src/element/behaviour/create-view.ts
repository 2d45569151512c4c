import type { TemplateResult } from 'lit';
import { formatMoney } from '../../contract/currency.js';
import type { FieldName } from '../../contract/field-names.js';
import { markOf } from '../../form/card-data-loader.js';
import { listControlErrors, listErrors } from '../../form/error-summary.js';
import type { Order } from '../../payment/outcome.js';
import { type EndedState, hasEnded } from '../../payment/session-state.js';
import {
  renderBanner,
  renderBrand,
  renderCodeHint,
  renderControlErrors,
  renderError,
  renderIcon,
  renderResult,
  renderSelect,
  renderSetupError,
  renderSummary,
  renderTestCard,
  renderWarning,
} from './parts.template.js';
import { type FieldView, type FormView, renderChecking, type View } from '../widget.template.js';
import { failureMessage, type Text, type TextValues } from './texts.js';
import type { Behaviour } from './behaviour.js';

export function createView(behaviour: Behaviour): View {
  const { widget, session, settings, countdown } = behaviour;
  const { error } = settings;
  const { state } = session;
  const order = session.attempt ?? behaviour.order;
  const text = behaviour.text({ order, wait: countdown.seconds, ...(state as Pick<TextValues, 'time' | 'card'>) });
  const isChecking = state.name === 'checking';
  const isResult = hasEnded(state);
  const isFirst = !widget.hasUpdated; // live regions announce changes
  const showsTestCard =
    widget.testCard && behaviour.proxy.reportedMode === 'test' && !isResult && !error && !isChecking;
  const isBusy = behaviour.state === 'busy';
  return {
    pageDirection: behaviour.isUntranslated ? getComputedStyle(widget).direction || 'ltr' : undefined,
    banner: behaviour.mode === 'test' && !isFirst ? renderBanner(text) : undefined,
    testCard: showsTestCard ? renderTestCard(text, widget.disabled || isBusy, behaviour.fillTestCard) : undefined,
    alert: error && !isFirst ? renderSetupError(text, error) : undefined,
    panel: isChecking ? renderChecking(text('checking')) : isResult ? createResult(behaviour, state, text) : undefined,
    form: session.mayReturn || !(isResult || isChecking) ? createFormView(behaviour, order, text) : undefined,
    announcement: isBusy ? text('busy') : announcement(behaviour, text, false),
    urgentAnnouncement: announcement(behaviour, text, true),
  };
}

function createResult(behaviour: Behaviour, state: EndedState, text: Text): TemplateResult {
  const { settings, widget, proxy } = behaviour;
  const action = 'action' in state ? state.action : undefined;
  const detail = action && { ...state.attempt, action, mode: proxy.mode, restored: false };
  const panel = detail && settings.nextAction?.renderAction(widget, detail, text);
  return panel ?? renderResult(behaviour, state, text);
}

function createFormView(behaviour: Behaviour, order: Order, text: Text): FormView {
  const { widget, session, settings, countdown, formNumber } = behaviour;
  const names = settings.current?.fields ?? behaviour.form.inputs.entries.map(([name]) => name); // hidden, it keeps its values
  const isWaiting = countdown.seconds > 0;
  const { amount, currency } = order;
  const { locale, exponents } = behaviour.form.context.rules;
  const offer = amount === undefined ? 'pay_open' : 'pay';
  const controlErrors = listControlErrors(behaviour.form, text);
  const views = names.map((name) => createFieldView(behaviour, order, text, name));
  return {
    label: formNumber === 1 || widget.messages?.form ? text('form') : `${text('form')} ${formNumber}`,
    isHidden: settings.error !== undefined || session.mayReturn,
    fields: settings.extra?.arrange(views, behaviour.addressContext, behaviour) ?? views,
    price: amount && currency ? formatMoney(amount, currency, locale, exponents) : undefined,
    payText: text(isWaiting ? 'pay_wait' : offer),
    busyText: text('busy'),
    isBusy: behaviour.state === 'busy',
    isWaiting,
    isDisabled: widget.disabled,
    withoutButton: widget.withoutButton,
    submitOnEnter: widget.submitOnEnter,
    controlErrors: controlErrors.length > 0 ? renderControlErrors(controlErrors) : undefined,
    summary: createSummary(behaviour, text),
    onSubmit: behaviour.pay,
    onPayClick: behaviour.pressPay,
  };
}

function createFieldView(behaviour: Behaviour, order: Order, text: Text, name: FieldName): FieldView {
  const { networks, form } = behaviour;
  const definition = form.context.definitionOf(name);
  const { placeholder, affix, isOptional, type } = definition;
  const label = text(definition.label);
  const { problems, warnings } = form.shown;
  const problem = problems[name];
  const warning = problem ? undefined : warnings[name];
  return {
    name,
    definition,
    label: isOptional === 'labelled' ? text('label_optional').replace('{label}', label) : label,
    placeholder: placeholder && text(placeholder),
    error: problem && renderError(text(problem)),
    warning: warning && renderWarning(text(warning)),
    below: affix === 'brand' ? networks?.renderChoice(text) : undefined,
    renderControl: type === 'select' ? renderSelect : undefined,
    affix: affix && AFFIXES[affix](behaviour, order, text),
  };
}

const AFFIXES = {
  brand: ({ form: { brand }, networks }: Behaviour, _order: Order, text: Text) =>
    networks?.renderMarks(text) ?? renderBrand(brand?.name, markOf(brand)),
  code: ({ form: { brand } }: Behaviour, _order: Order, text: Text) => {
    const isOnFront = brand?.cvcLength === 4;
    return renderCodeHint(isOnFront, text(isOnFront ? 'hint_card_cvc_4' : 'hint_card_cvc'));
  },
  currency: (_model: Behaviour, { currency }: Order) => currency,
  list: () => renderIcon('list'),
};

function createSummary(behaviour: Behaviour, text: Text): TemplateResult | undefined {
  const errors = listErrors(behaviour.form, text);
  const failure = failureText(behaviour);
  if (errors.length === 0 && !failure) return undefined;
  return renderSummary(failure || text('summary_title'), errors);
}

/** A new price is reported until the page or the shopper sets another one. */
function failureText(behaviour: Behaviour): string | undefined {
  const { failure, form } = behaviour;
  if (!failure) return undefined;
  const { amount, currency, fields } = behaviour.settings.current ?? {};
  const price = failure.code === 'amount_changed' ? (failure.cause as Partial<Order>) : undefined;
  const isOutdated = price && (price.amount !== amount || price.currency !== currency);
  if (isOutdated || (price && fields?.includes('amount') && !form.hasOfferedAmount)) return undefined;
  return behaviour.text({ order: { ...behaviour.order, ...price } })(failureMessage(failure));
}

/** A new element for each announcement: live regions announce additions. */
function announcement({ liveRegion }: Behaviour, text: Text, isUrgent: boolean): Element | undefined {
  const { messages, urgent, element } = liveRegion;
  if (!element || messages.length === 0 || urgent !== isUrgent) return undefined;
  const message = messages.map(text).join(' ');
  if (element.textContent !== message) element.textContent = message; // setting it again would announce it again
  return element;
}
