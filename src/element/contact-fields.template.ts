import { nothing, type TemplateResult } from 'lit/html.js';
import { html } from './html.js';
import { CARD_ICON, renderIcon } from './parts.template.js';
import type { Text } from './texts.js';
import type { FieldView } from './widget.template.js';

export const LIST_ICON = 'M6 9.5l6 6 6-6';

/** The form adds the options once the language is known. */
export function renderSelect({ name, definition, error, placeholder }: FieldView): TemplateResult {
  const { id, autocomplete = id } = definition;
  return html`
    <select
      part="input input-${name}"
      id=${id}
      name=${id}
      autocomplete=${autocomplete}
      aria-required=${definition.isOptional ? nothing : 'true'}
      aria-invalid=${error ? 'true' : nothing}
      aria-describedby="${id}-error"
    >
      <option value="">${placeholder}</option>
    </select>
  `;
}

export function renderTestCard(text: Text, isDisabled: boolean, fill: () => void): TemplateResult {
  return html`
    <button
      class="test-card"
      type="button"
      part="test-card-button"
      aria-disabled=${isDisabled || nothing}
      @click=${fill}
    >
      ${renderIcon(CARD_ICON)}${text('test_card')}
    </button>
  `;
}
