import { DEFAULT_FIELDS, isCardField, type FieldName } from './contract/field-names.js';
import { renderSelect } from './element/contact-fields.template.js';
import { escapeHtml, toHtml } from './element/to-html.js';
import { createField, renderFields, renderWidget, type FieldView } from './element/widget.template.js';
import { definitionOf } from './form/contact/fields.js';
import { FIELDS } from './form/fields.js';
import { loadTexts } from './i18n/language.js';
import { isEnglish } from './i18n/locale.js';
import ENGLISH from './i18n/locales/en.js';
import type { MessageKey } from './i18n/messages.js';

export interface FormHtmlOptions {
  /** Names of fields, separated by spaces, as in the `fields` attribute. Default: the card and the name on it. */
  readonly fields?: string;
  /** The language of the texts, as a BCP 47 tag such as `de`. Default: `en` */
  readonly lang?: string;
  /** The URL of `form.css` from `dist/browser`. Default: `/payment-widget/form.css` */
  readonly styleSheet?: string;
}

/**
 * The form as HTML, to be sent inside `<payment-widget>`: a declarative shadow root, in which the shopper can type before the
 * script has loaded. The element then goes on with what was typed. Not for isolated mode.
 * @returns {Promise<string>} a `<template>` element
 * @throws {RangeError} if `fields` has a name that is not a field, or `lang` is not a language tag
 */
export async function formHtml({
  fields = DEFAULT_FIELDS,
  lang = 'en',
  styleSheet = '/payment-widget/form.css',
}: FormHtmlOptions = {}): Promise<string> {
  const messages = (isEnglish(lang) ? undefined : (await loadTexts(lang)).messages) ?? ENGLISH;
  const text = (key: MessageKey) => messages[key];
  const names = fields.split(/\s+/).filter(Boolean) as FieldName[];
  const context = { country: '', locale: lang, fields: names };
  const fieldOf = (name: FieldName): FieldView => {
    const definition = isCardField(name) ? FIELDS[name] : definitionOf(name, context);
    if (!definition?.id)
      throw new RangeError(`payment-widget: fields has "${name}", which is not the name of a field.`);
    return createField(name, definition, text, {
      renderControl: definition.type === 'select' ? renderSelect : undefined,
    });
  };
  const form = {
    label: text('form'),
    fields: names.map(fieldOf),
    payText: text('pay_open'),
    price: undefined,
    busyText: '',
    isBusy: false,
    isWaiting: true,
    isDisabled: false,
    withoutButton: false,
    submitOnEnter: false,
    onSubmit: () => undefined,
  };
  const content = toHtml(renderWidget({ form }, renderFields(form)))
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll(/> </g, '><');
  const link = `<link data-form rel="stylesheet" href="${escapeHtml(styleSheet)}">`;
  return `<template shadowrootmode="open">${link}${content.trim()}<div class="fallback"><slot></slot></div></template>`;
}
