import { html, nothing, type TemplateResult } from 'lit';
import { own } from './own-content.js';
import type { FieldView } from './view.js';

/** @param enterKeyHint - label of the Enter key on a touch screen */
export function renderField(field: FieldView, isReadOnly: boolean, enterKeyHint: string): TemplateResult {
  const { id, half, dir, affix } = field.definition;
  const { error, warning, below } = field;
  return html`
    <div class=${half ? 'field half' : 'field'} part="field">
      <label part="label" for=${id}>${own(field.label)}</label>
      <div class="control" dir=${dir === 'ltr' ? dir : nothing}>
        ${own((field.renderControl ?? renderInput)(field, isReadOnly, enterKeyHint))}
        ${own(affix ? renderAffix(field) : nothing)}
      </div>
      <div>
        <div id="${id}-error">${own(error)}${own(warning)}</div>
        ${own(below)}
      </div>
    </div>
  `;
}

function renderInput(
  { definition, error, placeholder }: FieldView,
  isReadOnly: boolean,
  enterKeyHint: string,
): TemplateResult {
  const { id, type = 'text', example, autocomplete, autocapitalize = 'off', inputmode, dir, affix } = definition;
  const isDescribed = affix && !(affix === 'code' && error); // the error says where the code is
  return html`
    <input
      part="input"
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

/** Read as the description of the input only. */
function renderAffix({ definition, affix }: FieldView): TemplateResult {
  return html`<span class="affix" part="affix" id="${definition.id}-affix" aria-hidden="true">${own(affix)}</span>`;
}
