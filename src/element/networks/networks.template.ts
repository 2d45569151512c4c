import { css, html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { markOf } from '../../form/card-data-loader.js';
import { nameOf, shortNameOf } from '../../form/networks.js';
import { renderMark } from '../behaviour/parts.template.js';
import { own } from '../widget.template.js';

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

function renderNetwork(id: string): TemplateResult {
  const mark = markOf({ id });
  return mark ? renderMark(mark) : html`<span class="plate" aria-hidden="true">${own(shortNameOf(id))}</span>`;
}

export const networkStyles = css`
  .brands {
    display: flex;
    gap: 3px;
    align-items: center;
  }

  .brands .mark {
    inline-size: 24px;
    block-size: 16px;
    border-radius: 3px;
  }

  .plate {
    padding-inline: 3px;
    border: 1px solid;
    border-radius: 3px;
    font-size: 10px;
    line-height: 14px;
    white-space: nowrap;
  }

  .control:has(.brands) > :first-child {
    padding-inline-end: calc(var(--_input-padding) + 112px);
  }

  .networks {
    display: block;
    margin: 12px 0 0;
    padding: 0;
  }

  .networks legend {
    padding: 0;
    font-size: var(--_label-size);
    font-weight: var(--_label-weight);
  }

  .networks p {
    margin: 2px 0 8px;
    color: var(--_muted);
    font-size: var(--_note-size);
  }

  .networks div {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 9em), 1fr));
    gap: 8px;
  }

  .network {
    display: flex;
    gap: 8px;
    align-items: center;
    align-self: stretch;
    min-block-size: 44px;
    padding: 4px 12px;
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_input-radius);
    background: var(--_surface);
    color: var(--_text);
    font-weight: inherit;
  }

  .network:has(:checked) {
    border-color: currentcolor;
    box-shadow: inset 0 0 0 1px currentcolor;
  }

  .network input {
    flex: none;
    inline-size: 18px;
    min-block-size: 18px;
    margin: 0;
    box-shadow: none;
    accent-color: var(--_text);
  }

  /* A square around a round radio looks like a checkbox. */
  .network input:focus-visible {
    outline: none;
  }

  .network:has(:focus-visible) {
    outline: var(--_focus-width) solid var(--_focus);
    outline-offset: 2px;
  }

  .network .plate {
    inline-size: 30px;
    line-height: 18px;
    text-align: center;
  }

  @media (forced-colors: active) {
    .network:has(:checked) {
      border-color: Highlight;
    }
  }

  /* Room for the digits on a small screen. */
  @container (width <= 340px) {
    .brands {
      gap: 2px;
    }

    .brands .mark {
      inline-size: 20px;
      block-size: 13px;
    }

    .control:has(.brands) > :first-child {
      padding-inline-end: calc(var(--_input-padding) + 90px);
    }
  }
`;
