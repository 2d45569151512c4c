import { html, type TemplateResult } from 'lit';
import { formatQuickly } from '../contract/amount.js';
import { DEFAULT_FIELDS, isCardField, type CardFieldName } from '../contract/field-names.js';
import { FIELDS } from '../form/fields.js';
import { FIRST_ENGLISH, UNAVAILABLE } from '../i18n/first-messages.js';
import type { MessageKey } from '../i18n/messages.js';
import { isEnglish, nearestLang } from '../i18n/locale.js';
import { own } from './own-content.js';
import type { FieldView, View } from './view.js';
import { renderChecking } from './widget.template.js';
import type { WidgetProperties } from './widget-properties.js';

interface FirstState {
  /** Names of the fields; `null` if the attribute was removed. */
  readonly fields: string | null;
  /** Whether a field has a value: another form would lose it. */
  readonly isTyped: boolean;
  /** Whether an earlier page may have paid the order. */
  readonly isInDoubt: boolean;
  /** Whether a payment waits for the behaviour. */
  readonly isBusy: boolean;
  /** Whether the behaviour could not be loaded. */
  readonly isUnavailable: boolean;
  /** Whether a payment failed for that. */
  readonly hasFailed: boolean;
  /** @param isPriceShown whether the shopper has seen the price */
  readonly onSubmit: (isPriceShown: boolean) => void;
  readonly onPayClick: () => void;
}

/** The form until the behaviour is loaded. Other languages, fields and texts than the built-in ones wait for it. */
export function createFirstView(widget: WidgetProperties, state: FirstState): View {
  const { messages, amount, currency, currencyExponents } = widget;
  if (widget.isolated)
    return { alert: state.isUnavailable ? html`<slot>${renderAlert(UNAVAILABLE)}</slot>` : undefined };
  const lang = nearestLang(widget);
  const names = (state.fields ?? DEFAULT_FIELDS).split(/\s+/).filter(Boolean);
  const isBuiltIn = isEnglish(lang) && !messages && names.every(isCardField);
  const isEmpty = !isBuiltIn && !state.isUnavailable;
  if (isEmpty && (state.isInDoubt || !state.isTyped)) return {};
  const pageDirection = isEnglish(lang) ? undefined : getComputedStyle(widget).direction || 'ltr';
  if (state.isInDoubt && !state.isUnavailable) return { pageDirection, panel: renderChecking(text('checking')) };
  if (state.isInDoubt) return { pageDirection, alert: renderAlert(text('unknown_text_open')) };
  const price = formatQuickly(amount, currency, lang, currencyExponents);
  const isUsable = price !== undefined || state.isUnavailable; // else the price comes with the behaviour
  return {
    pageDirection,
    alert: state.hasFailed ? renderAlert(text('failed_try_again')) : undefined,
    announcement: state.isBusy ? text('busy') : undefined,
    form: {
      label: text('form'),
      fields: names.filter(isCardField).map(createField),
      payText: price ? text('pay').replace('{amount}', price) : text('pay_open'),
      price,
      busyText: text('busy'),
      isBusy: state.isBusy,
      isDisabled: widget.disabled,
      withoutButton: widget.withoutButton,
      submitOnEnter: widget.submitOnEnter,
      isWaiting: !isUsable,
      onSubmit: (event) => {
        event.preventDefault();
        if (isUsable) state.onSubmit(price !== undefined);
      },
      onPayClick: state.onPayClick,
    },
  };
}

function renderAlert(text: string): TemplateResult {
  return html`<p class="error" part="error">${own(text)}</p>`;
}

function createField(name: CardFieldName): FieldView {
  const definition = FIELDS[name];
  const { label, placeholder } = definition;
  return { name, definition, label: text(label), placeholder: placeholder && text(placeholder) };
}

function text(key: MessageKey): string {
  return FIRST_ENGLISH[key as keyof typeof FIRST_ENGLISH];
}
