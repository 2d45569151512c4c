import { keyed } from 'lit/directives/keyed.js';
import { nothing, render, type TemplateResult } from 'lit/html.js';
import type { FieldName } from '../contract/field-names.js';
import type { FieldDefinition } from '../form/fields.js';
import type { MessageKey } from '../i18n/messages.js';
import { html } from './html.js';

export type Content = TemplateResult | Element | string | undefined;

export interface FieldView {
  readonly name: FieldName;
  readonly definition: FieldDefinition;
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly error?: Content;
  readonly warning?: Content;
  readonly below?: Content;
  readonly affix?: Content;
  readonly renderControl?: ((field: FieldView) => TemplateResult) | undefined;
  /** The fields that are shown in its place. */
  readonly block?: readonly FieldView[];
  /** Renders them in place of `renderField()`, for the form in a root. */
  readonly render?: (field: FieldView, isReadOnly: boolean, enterKeyHint: string, root: ParentNode) => TemplateResult;
}

export interface FieldsView {
  readonly fields: readonly FieldView[];
  readonly isBusy: boolean;
  readonly withoutButton: boolean;
  readonly submitOnEnter: boolean;
}

export interface FormView extends FieldsView {
  readonly label: string;
  readonly isHidden?: boolean;
  readonly payText: string;
  /** The part of `payText` that no translator may change. */
  readonly price: string | undefined;
  readonly busyText: string;
  readonly isWaiting?: boolean;
  readonly isDisabled: boolean;
  readonly controlErrors?: Content;
  readonly summary?: Content;
  readonly onSubmit: (event: Event) => void;
  readonly onPayClick?: (event: MouseEvent) => void;
}

export interface View {
  /** The direction of the page, if the texts are English for lack of a translation. Slots keep it. */
  readonly pageDirection?: string | undefined;
  readonly banner?: Content;
  readonly testCard?: Content;
  readonly alert?: Content;
  readonly panel?: Content;
  readonly form?: FormView | undefined;
  readonly announcement?: Content;
  readonly urgentAnnouncement?: Content;
}

/** Creates the view of a field, with what only its form knows. */
export function createField(
  name: FieldName,
  definition: FieldDefinition,
  text: (key: MessageKey) => string,
  shown: Partial<FieldView> = {},
): FieldView {
  const { placeholder, isOptional } = definition;
  const label = text(definition.label);
  return {
    name,
    definition,
    label: isOptional === 'labelled' ? text('label_optional').replace('{label}', label) : label,
    placeholder: placeholder && text(placeholder),
    ...shown,
  };
}

export function renderChecking(text: string): TemplateResult {
  return html`<p class="checking" part="checking"><span class="spinner" part="spinner"></span>${text}</p>`;
}

export function renderAlert(text: string): TemplateResult {
  return html`<p class="error" part="error">${text}</p>`;
}

/**
 * Live regions are there, and empty, from the first render: only changes are announced.
 * @param fields - in the HTML of a page, which nobody renders again
 */
export function renderWidget(view: View, fields?: unknown): TemplateResult {
  const { pageDirection } = view;
  return html`
    <div class="widget" lang=${pageDirection ? 'en' : nothing} dir=${pageDirection ? 'ltr' : nothing}>
      <div class="test">
        <div role="status">${view.banner}</div>
        ${view.testCard}
      </div>
      <slot name="header" dir=${pageDirection ?? nothing}></slot>
      <div role="alert">${view.alert}</div>
      ${view.panel} ${view.form && renderForm(view.form, pageDirection, fields)}
      <div class="visually-hidden" role="status">${view.announcement}</div>
      <div class="visually-hidden" role="alert">${view.urgentAnnouncement}</div>
      <slot name="footer" dir=${pageDirection ?? nothing}></slot>
    </div>
  `;
}

/** Enter presses even a hidden submit button. `method=dialog` keeps card data out of the URL if the script fails. */
function renderForm(view: FormView, pageDirection: string | undefined, fields: unknown): TemplateResult {
  const { isBusy, isDisabled, withoutButton } = view;
  const [before, ...after] = view.payText.split(view.price as string); // without a price, the text stays whole
  const price = after.map((text) => html`<span translate="no">${view.price}</span>${text}`);
  return html`
    <form
      part="form"
      method="dialog"
      novalidate
      aria-label=${view.label}
      aria-busy=${isBusy || nothing}
      ?hidden=${view.isHidden ?? false}
      @submit=${view.onSubmit}
    >
      <fieldset role="none" part="fields" ?disabled=${isDisabled}>${fields}</fieldset>
      <slot name="before-button" dir=${pageDirection ?? nothing}></slot>
      ${view.controlErrors}
      <div class="actions" part="actions">
        ${view.summary}
        <button
          class="pay"
          type=${paysOnEnter(view) ? 'submit' : 'button'}
          part="pay-button"
          ?hidden=${withoutButton}
          ?disabled=${isDisabled}
          aria-disabled=${isBusy || view.isWaiting || nothing}
          @click=${view.onPayClick}
        >
          <span>
            <span>${before}${price}</span>
            ${isBusy ? renderBusy(view.busyText) : nothing}
          </span>
        </button>
      </div>
    </form>
  `;
}

function paysOnEnter({ withoutButton, submitOnEnter }: FieldsView): boolean {
  return !withoutButton || submitOnEnter;
}

/** Renders into the form that is shown: the fields have a root of their own, so that typing renders nothing else. */
export function showFields(root: ParentNode, view: FieldsView): void {
  const place = root.querySelector<HTMLElement>('[part=fields]');
  if (place) render(renderFields(view, root), place);
}

/** @param root - of the form that is shown. In the HTML of a page, there is none, and no field renders itself. */
export function renderFields(view: FieldsView, root?: ParentNode): unknown {
  const { fields, isBusy } = view;
  const lastKey = paysOnEnter(view) ? 'go' : 'done';
  const names = fields.map(({ name }) => name).join(' ');
  const rendered = fields.map((field, index) => {
    const enterKeyHint = fields[index + 1] ? 'next' : lastKey;
    return field.render && root
      ? field.render(field, isBusy, enterKeyHint, root)
      : renderField(field, isBusy, enterKeyHint);
  });
  return keyed(names, rendered); // Lit would reuse the input of one field for another
}

/** Covers the text, which keeps the size and the accessible name: the live region alone announces a change. */
function renderBusy(text: string): TemplateResult {
  return html`<span class="busy" aria-hidden="true"><span class="spinner" part="spinner"></span>${text}</span>`;
}

export function renderField(field: FieldView, isReadOnly: boolean, enterKeyHint: string): TemplateResult {
  const { id, half, dir, affix } = field.definition;
  const { name, error, warning, below } = field;
  const control = (field.renderControl ?? renderInput)(field, isReadOnly, enterKeyHint);
  return html`
    <div class=${half ? 'field half' : 'field'} part="field field-${name}">
      <label part="label label-${name}" for=${id}>${field.label}</label>
      <div class="control" dir=${dir === 'ltr' ? dir : nothing}>${control}${affix ? renderAffix(field) : nothing}</div>
      <div id="${id}-error">${error}${warning}</div>
      ${below}
    </div>
  `;
}

function renderInput(
  { name, definition, error, placeholder }: FieldView,
  isReadOnly: boolean,
  enterKeyHint: string,
): TemplateResult {
  const { id, type = 'text', example, autocomplete = id, autocapitalize = 'off', inputmode, dir, affix } = definition;
  const isDescribed = affix && !(affix === 'code' && error); // the error says where the code is
  return html`
    <input
      part="input input-${name}"
      id=${id}
      name=${id}
      type=${type}
      dir=${dir ?? nothing}
      autocomplete=${autocomplete}
      inputmode=${inputmode ?? nothing}
      placeholder=${placeholder ?? example ?? nothing}
      enterkeyhint=${enterKeyHint}
      spellcheck="false"
      autocapitalize=${autocapitalize}
      aria-required=${definition.isOptional ? nothing : 'true'}
      aria-invalid=${error ? 'true' : nothing}
      aria-describedby=${isDescribed ? `${id}-affix ${id}-error` : `${id}-error`}
      ?readonly=${isReadOnly}
    />
  `;
}

/** Screen readers read the affix only as the description of the input. */
function renderAffix({ definition, affix }: FieldView): TemplateResult {
  return html`<span class="affix" part="affix" id="${definition.id}-affix" aria-hidden="true">${affix}</span>`;
}
