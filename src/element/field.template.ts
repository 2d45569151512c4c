import { html, nothing, render, type TemplateResult } from 'lit';
import { FIELDS } from '../form/fields.js';
import type { FieldName } from '../contract/field-names.js';
import { renderIcon, renderMark } from './icons.js';
import type { View } from './view.js';

const NAMES = new WeakMap<Element, FieldName>();

/**
 * Renders the fields into their list. A field keeps its element, and with it its value and caret; it is moved only if the
 * order changes. Lit would reuse the input of one field for another.
 */
export function renderFields(view: View, list: Element): void {
  const before = new Map([...list.children].map((field) => [NAMES.get(field), field]));
  const fields = view.fields.map((name) => {
    const field = before.get(name) ?? createField(name);
    render(renderField(view, name), field as HTMLElement);
    return field;
  });
  for (const field of before.values()) if (!fields.includes(field)) field.remove();
  fields.forEach((field, index) => {
    const place = list.children[index];
    if (field !== place) list.insertBefore(field, place ?? null);
  });
}

function createField(name: FieldName): Element {
  const field = document.createElement('div');
  field.className = FIELDS[name].half ? 'field half' : 'field';
  field.part.add('field');
  NAMES.set(field, name);
  return field;
}

function renderField(view: View, name: FieldName): TemplateResult {
  const { text, form } = view;
  const { id, label, dir, affix, type } = FIELDS[name];
  const problem = form.shown.problems[name];
  const warning = problem ? undefined : form.shown.warnings[name];
  return html`
    <div class="label">
      <label part="label" for=${id}>${text(label)}</label>
      ${affix === 'brand' ? renderAffix(view, name) : nothing}
    </div>
    <div class="control" dir=${dir === 'ltr' ? dir : nothing}>
      ${type === 'select' ? renderSelect(view, name) : renderInput(view, name)}
      ${affix === 'brand' ? nothing : renderAffix(view, name)}
    </div>
    <div id="${id}-error">
      ${problem ? html`<p class="error" part="error">${renderIcon('error')}${text(problem)}</p>` : nothing}
      ${warning ? html`<p class="warning" part="warning">${text(warning)}</p>` : nothing}
    </div>
  `;
}

function renderInput({ text, form, state }: View, name: FieldName): TemplateResult {
  const { id, type = 'text', placeholder, autocomplete, inputmode, dir, affix } = FIELDS[name];
  const problem = form.shown.problems[name];
  const hasDescription = affix && !(affix === 'code' && problem); // the error says where the code is
  return html`
    <input
      part="input"
      id=${id}
      name=${id}
      type=${type}
      dir=${dir ?? nothing}
      autocomplete=${autocomplete}
      inputmode=${inputmode ?? nothing}
      placeholder=${placeholder ? text(placeholder) : nothing}
      spellcheck="false"
      autocapitalize="off"
      aria-required="true"
      aria-invalid=${problem ? 'true' : nothing}
      aria-describedby=${hasDescription ? `${id}-affix ${id}-error` : `${id}-error`}
      ?readonly=${state === 'busy'}
    />
  `;
}

/** The form adds the countries once the language is known. */
function renderSelect({ text, form }: View, name: FieldName): TemplateResult {
  const { id, placeholder, autocomplete } = FIELDS[name];
  return html`
    <select
      part="input"
      id=${id}
      name=${id}
      autocomplete=${autocomplete}
      aria-required="true"
      aria-invalid=${form.shown.problems[name] ? 'true' : nothing}
      aria-describedby="${id}-error"
    >
      <option value="">${placeholder ? text(placeholder) : nothing}</option>
    </select>
  `;
}

/** At the end of an input; above the card number, which needs the width. Read as the description of the input only. */
function renderAffix(view: View, name: FieldName): TemplateResult | typeof nothing {
  const { id, affix } = FIELDS[name];
  return affix
    ? html`<span class="affix" part="affix" id="${id}-affix" aria-hidden="true">${AFFIXES[affix](view)}</span>`
    : nothing;
}

const AFFIXES = {
  brand: renderBrand,
  code: renderCodeHint,
  currency: ({ order }: View) => order.currency,
  list: () => renderIcon('list'),
};

/** The brand's mark, or its name if it has none. */
function renderBrand({ form: { brand, mark } }: View): TemplateResult | typeof nothing {
  if (!brand) return nothing;
  const name = html`<span class=${mark === null ? 'brand' : 'visually-hidden'}>${brand.name}</span>`;
  return html`${mark ? renderMark(mark) : nothing}${name}`;
}

/** Where to find the security code. */
function renderCodeHint({ form: { brand }, text }: View): TemplateResult {
  const isOnFront = brand?.cvcLength === 4;
  return html`${renderIcon(isOnFront ? 'code-on-front' : 'code-on-back')}
    <span class="visually-hidden">${text(isOnFront ? 'hint_card_cvc_4' : 'hint_card_cvc')}</span>`;
}
