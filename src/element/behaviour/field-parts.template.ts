import { html, nothing, svg, type TemplateResult } from 'lit';
import type { BrandMark } from '../../form/brand-marks.js';
import type { ControlError } from '../../form/slotted-controls.js';
import { own } from '../own-content.js';
import type { FieldView } from '../view.js';
import { renderIcon } from './icons.js';

/**
 * The brand's mark, or a card while the brand is unknown, and its name for screen readers.
 * @param mark - `null` if the brand has none: its name is shown
 */
export function renderBrand(name: string | undefined, mark: BrandMark | null | undefined): TemplateResult {
  if (name && mark === null) return html`<span class="brand">${own(name)}</span>`;
  return html`${own(mark ? renderMark(mark) : renderIcon('card'))} <span class="visually-hidden">${own(name)}</span>`;
}

export function renderMark({ plate, shapes = [], letters }: BrandMark): TemplateResult {
  const [stroke, width, path] = letters ?? [];
  const filled = shapes.map(([fill, d]) => svg`<path fill=${fill} d=${d} />`);
  return html`
    <svg class="mark" part="mark" viewBox="0 0 36 24" aria-hidden="true">
      <rect width="36" height="24" rx="4" fill=${plate} />
      ${own(filled)} ${own(letters && svg`<path class="letters" stroke=${stroke} stroke-width=${width} d=${path} />`)}
    </svg>
  `;
}

/** The form adds the options once the language is known. */
export function renderSelect({ definition, error, placeholder }: FieldView): TemplateResult {
  const { id, autocomplete } = definition;
  return html`
    <select
      part="input"
      id=${id}
      name=${id}
      autocomplete=${autocomplete}
      aria-required=${definition.isOptional ? nothing : 'true'}
      aria-invalid=${error ? 'true' : nothing}
      aria-describedby="${id}-error"
    >
      <option value="">${own(placeholder)}</option>
    </select>
  `;
}

/** Where to find the security code. */
export function renderCodeHint(isOnFront: boolean, hint: string): TemplateResult {
  return html`${own(renderIcon(isOnFront ? 'code-on-front' : 'code-on-back'))}
    <span class="visually-hidden">${own(hint)}</span>`;
}

export function renderError(error: string | TemplateResult): TemplateResult {
  return html`<p class="error" part="error">${renderIcon('error')}<span>${own(error)}</span></p>`;
}

/** Below the slot: the controls themselves belong to the page. */
export function renderControlErrors(errors: readonly ControlError[]): TemplateResult {
  const entries = errors.map(({ label, text }) =>
    renderError(html`${label ? html`<bdi>${own(label)}</bdi>: ` : nothing}<bdi>${own(text)}</bdi>`),
  );
  return html`<div class="control-errors">${entries}</div>`;
}

export function renderWarning(warning: string): TemplateResult {
  return html`<p class="warning" part="warning">${own(warning)}</p>`;
}
