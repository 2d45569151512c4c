import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { markOf } from '../../form/card-data-loader.js';
import { nameOf, shortNameOf } from '../../form/networks.js';
import { own } from '../own-content.js';
import { renderMark } from '../behaviour/field-parts.template.js';

/** Marks that fit beside a card number. */
const MAX_MARKS = 4;

/** A row of marks. @param name - for screen readers, with all brands */
export function renderBrands(brands: readonly string[], name: string): TemplateResult {
  const shown = brands.slice(0, brands.length > MAX_MARKS ? MAX_MARKS - 1 : MAX_MARKS);
  const marks = shown.map(renderNetwork);
  const more = brands.length - shown.length;
  return html`
    <span class="brands" part="brands">
      ${own(marks)} ${own(more > 0 ? html`<span aria-hidden="true">${own(`+${more}`)}</span>` : nothing)}
    </span>
    <span class="visually-hidden">${own(name)}</span>
  `;
}

interface ChoiceView {
  readonly networks: readonly string[];
  readonly chosen: string | undefined;
  readonly label: string;
  readonly hint: string;
  readonly isBusy: boolean;
  readonly onClick: (event: Event) => void;
  readonly onChoose: (event: Event) => void;
}

/** A radio group, below the card number. */
export function renderChoice(view: ChoiceView): TemplateResult {
  const { networks, chosen, label, hint, isBusy, onClick, onChoose } = view;
  const options = networks.map((id) => renderOption(id, id === chosen, onClick));
  return html`
    <fieldset
      class="networks"
      part="networks"
      role="radiogroup"
      aria-labelledby="network-label"
      aria-describedby="network-hint"
      aria-disabled=${isBusy || nothing}
      @change=${onChoose}
    >
      <legend id="network-label">${own(label)}</legend>
      <p id="network-hint">${own(hint)}</p>
      ${own(keyed(networks.join(), html`<div>${options}</div>`))}
    </fieldset>
  `;
}

function renderOption(id: string, isChosen: boolean, onClick: ChoiceView['onClick']): TemplateResult {
  return html`
    <label class="network" part="network">
      <input type="radio" name="network" .value=${id} .checked=${isChosen} @click=${onClick} />
      ${renderNetwork(id)}<bdi>${own(nameOf(id))}</bdi>
    </label>
  `;
}

/** The mark of a brand, or letters on a plate if it has none. Hidden from screen readers. */
function renderNetwork(id: string): TemplateResult {
  const mark = markOf({ id });
  return mark ? renderMark(mark) : html`<span class="plate" aria-hidden="true">${own(shortNameOf(id))}</span>`;
}
