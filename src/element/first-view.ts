import { html, type TemplateResult } from 'lit';
import { formatQuickly } from '../contract/amount.js';
import { DEFAULT_FIELDS, isCardField, type CardFieldName } from '../contract/field-names.js';
import { FIELDS } from '../form/fields.js';
import { FIRST_ENGLISH } from '../i18n/first-messages.js';
import type { MessageKey } from '../i18n/messages.js';
import { isEnglish, nearestLang } from '../i18n/locale.js';
import type { FieldView, View } from './view.js';
import type { WidgetProperties } from './widget-properties.js';

interface FirstState {
  /** Names of the fields; `null` if the attribute was removed. */
  readonly fields: string | null;
  /** Whether a field has a value: another form would lose it. */
  readonly isTyped: boolean;
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
  if (widget.isolated) return { alert: state.isUnavailable ? renderFallback() : undefined };
  const lang = nearestLang(widget);
  const names = (state.fields ?? DEFAULT_FIELDS).split(/\s+/).filter(Boolean);
  const isBuiltIn = isEnglish(lang) && !messages && names.every(isCardField);
  if (!isBuiltIn && !state.isTyped && !state.isUnavailable) return {};
  const price = formatQuickly(amount, currency, lang, currencyExponents);
  const isUsable = price !== undefined || state.isUnavailable; // else the price comes with the behaviour
  return {
    pageDirection: isEnglish(lang) ? undefined : getComputedStyle(widget).direction || 'ltr',
    alert: state.hasFailed ? html`<p class="error" part="error">${text('failed_try_again')}</p>` : undefined,
    announcement: state.isBusy ? text('busy') : undefined,
    form: {
      label: text('form'),
      fields: names.filter(isCardField).map(createField),
      payText: price ? text('pay').replace('{amount}', price) : text('pay_open'),
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

/** In isolated mode, the page never has a form. */
function renderFallback(): TemplateResult {
  return html`<slot><p class="error" part="error">${text('failed_try_again')}</p></slot>`;
}

function createField(name: CardFieldName): FieldView {
  const definition = FIELDS[name];
  const { label, placeholder } = definition;
  return { name, definition, label: text(label), placeholder: placeholder && text(placeholder) };
}

function text(key: MessageKey): string {
  return FIRST_ENGLISH[key as keyof typeof FIRST_ENGLISH];
}
