import { html, nothing, type TemplateResult } from 'lit';
import { INPUT_IDS } from '../../src/contract/input-ids.js';
import { ADDRESSES, AMOUNTS, BAD_CARDS, BRANDS, CO_BADGED_CARDS, CONTACTS, NAMES, type Fill } from './fill-data.js';
import { PagePart } from './page-part.js';

const EMPTY: Fill = {
  label: 'Clear the form',
  values: Object.fromEntries(Object.keys(INPUT_IDS).map((name) => [name, ''])),
};

const GROUPS: readonly (readonly [title: string, fills: readonly Fill[], hint?: string])[] = [
  ['Cards by brand', BRANDS, 'Number, expiry date and CVC, and a name if it is empty.'],
  ['Co-badged cards', CO_BADGED_CARDS, 'The shopper chooses the network.'],
  ['Invalid cards', BAD_CARDS, 'Each has one invalid or unusual value.'],
  ['Names', NAMES],
  ['Contacts', CONTACTS, 'For forms with email, phone, country or postal code.'],
  ['Addresses', ADDRESSES, 'For forms with a billing address.'],
  ['Amounts', AMOUNTS, 'For forms with the field “amount”.'],
];

/** `<qa-fills>`: buttons that fill in sample data. */
export class FillPanel extends PagePart {
  static override properties = { ...PagePart.properties, fill: { attribute: false } };

  declare fill: (fill: Fill) => void;

  protected override render(): TemplateResult {
    const groups = GROUPS.map(([title, fills, hint]) => {
      const buttons = fills.map(this.#button);
      return html`
        <section class="fill-group" aria-label=${title}>
          <h3>${title}</h3>
          ${hint ? html`<p class="hint">${hint}</p>` : nothing}
          <div class="buttons">${buttons}</div>
        </section>
      `;
    });
    return html`${groups}
      <div class="buttons">${this.#button(EMPTY)}</div>`;
  }

  readonly #button = (fill: Fill): TemplateResult => {
    const name = fill.values['cardholder-name'] ?? '';
    const press = () => {
      this.fill(fill);
    };
    return html`<button
      type="button"
      class="small"
      title=${name.length < 40 ? name || nothing : nothing}
      @click=${press}
    >
      ${fill.label}
    </button>`;
  };
}

customElements.define('qa-fills', FillPanel);
