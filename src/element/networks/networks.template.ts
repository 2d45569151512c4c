import { html, type TemplateResult } from 'lit';
import { markOf } from '../../form/card-data-loader.js';
import { renderMark } from '../behaviour/field-parts.template.js';
import { nameOf } from '../../form/accepted-brands.js';

/** Marks that fit beside a card number. */
const MAX_MARKS = 4;

/** A row of marks. @param name - for screen readers, with all brands */
export function renderBrands(brands: readonly string[], name: string): TemplateResult {
  const shown = brands.slice(0, brands.length > MAX_MARKS ? MAX_MARKS - 1 : MAX_MARKS);
  const marks = shown.map(renderNetwork);
  const more = brands.length - shown.length;
  return html`
    <span class="brands" part="brands">
      ${marks} ${more > 0 ? html`<span aria-hidden="true">+${more}</span>` : ''}
    </span>
    <span class="visually-hidden">${name}</span>
  `;
}

/** The mark of a brand, or its name on a plate if it has none. Hidden from screen readers. */
export function renderNetwork(id: string): TemplateResult {
  const mark = markOf({ id });
  return mark ? renderMark(mark) : html`<span class="plate" aria-hidden="true">${nameOf(id)}</span>`;
}
