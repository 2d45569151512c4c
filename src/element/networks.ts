import { keyed } from 'lit/directives/keyed.js';
import { nothing, type TemplateResult } from 'lit';
import { markOf } from '../form/card-data-loader.js';
import type { Announce, NetworkRules } from '../form/form-context.js';
import { acceptedBrands, networkName, NetworkChoice, shortNetworkName } from '../form/networks.js';
import type { CardBrand } from '../contract/brands.js';
import { acceptedBrand, isRefused } from '../contract/networks.js';
import { NETWORKS_PATH } from '../contract/protocol.js';
import type { ProxyClient } from '../payment/proxy-client.js';
import type { Settings } from '../settings/settings.js';
import type { Text } from './texts.js';
import type { Widget } from './widget-properties.js';
import { html } from './html.js';
import { renderMark } from './parts.template.js';
import css from './networks.css?inline';

export { brandsError } from '../form/networks.js';

export const networkStyles: string = css;

/** What a form shows of networks. */
export interface ShownNetworks {
  /** The accepted brands, until a brand is recognized. */
  readonly marks: readonly string[] | undefined;
  /** The networks to choose from: none, or at least two. */
  readonly options: readonly string[];
  readonly chosen: string | undefined;
  readonly onChoose: (event: Event) => void;
}

interface ValidSettings {
  readonly current: Pick<Settings, 'brands'> | undefined;
}

const LOOKUP_TIMEOUT_MS = 10_000;

/** The number of marks that fit beside a card number. */
const MAX_MARKS = 4;

export class NetworkPicker implements NetworkRules {
  readonly #widget: Widget;
  readonly #proxy: ProxyClient;
  readonly #settings: ValidSettings;
  readonly #choice: NetworkChoice;

  constructor(widget: Widget, proxy: ProxyClient, settings: ValidSettings, announce: Announce) {
    this.#widget = widget;
    this.#proxy = proxy;
    this.#settings = settings;
    this.#choice = new NetworkChoice(() => {
      widget.requestUpdate();
      if (this.#options.length > 0) announce(['network_hint']);
    });
  }

  /** The accepted brands; `undefined` if all are accepted. */
  get accepted(): readonly string[] | undefined {
    return acceptedBrands(this.#settings.current?.brands, this.#proxy.config.brands);
  }

  check(text: string): 'card_number_not_accepted' | undefined {
    const { hasBin } = this.#choice;
    const options = this.#options.join();
    this.#choice.see(text, this.#lookUp);
    const hasChanged = this.#choice.hasBin !== hasBin || this.#options.join() !== options;
    if (hasChanged) this.#widget.requestUpdate();
    return isRefused(text, this.accepted) ? 'card_number_not_accepted' : undefined;
  }

  brandOf(text: string): CardBrand | undefined {
    const brand = acceptedBrand(text, this.accepted);
    return brand && { ...brand, name: networkName(brand.id) };
  }

  get chosen(): string | undefined {
    return this.#options.find((name) => name === this.#choice.chosen);
  }

  list(locale: string): string {
    return new Intl.ListFormat(locale).format((this.accepted ?? []).map(networkName));
  }

  get shown(): ShownNetworks {
    const marks = this.#choice.hasBin ? undefined : this.accepted;
    return { marks, options: this.#options, chosen: this.chosen, onChoose: this.#onChoose };
  }

  get #options(): readonly string[] {
    return this.#choice.options(this.accepted);
  }

  /** The lookup of the page comes first. */
  get #lookUp() {
    return this.#widget.networksOf ?? (this.#proxy.config.networks ? this.#askProxy : undefined);
  }

  readonly #askProxy = async (bin8: string): Promise<readonly string[]> => {
    const signal = AbortSignal.timeout(LOOKUP_TIMEOUT_MS);
    const [{ ok }, body] = await this.#proxy.ask(`${NETWORKS_PATH}/${bin8}`, signal);
    return ok && body.kind === 'json' ? (body.value as readonly string[]) : [];
  };

  readonly #onChoose = (event: Event): void => {
    this.#choice.chosen = (event.target as HTMLInputElement).value;
    this.#widget.requestUpdate(); // else the next render may not uncheck it
  };
}

/** Renders the accepted marks. Screen readers read all their names. */
export function renderMarks(accepted: readonly string[], text: Text): TemplateResult {
  const shown = accepted.slice(0, accepted.length > MAX_MARKS ? MAX_MARKS - 1 : MAX_MARKS);
  const marks = shown.map(renderNetwork);
  const more = accepted.length - shown.length;
  return html`
    <span class="brands" part="brands">
      ${marks} ${more > 0 ? html`<span aria-hidden="true">${`+${more}`}</span>` : nothing}
    </span>
    <span class="visually-hidden">${text('accepted_brands')}</span>
  `;
}

export function renderChoice(
  { options, chosen, onChoose }: ShownNetworks,
  isBusy: boolean,
  text: Text,
): TemplateResult {
  const networks = options.map(
    (id) => html`
      <label class="network" part="network">
        <input type="radio" name="network" .value=${id} .checked=${id === chosen} @click=${keepWhileBusy} />
        ${renderNetwork(id)}<bdi>${networkName(id)}</bdi>
      </label>
    `,
  );
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
      <legend id="network-label">${text('network_label')}</legend>
      <p id="network-hint">${text('network_hint')}</p>
      ${keyed(options.join(), html`<div>${networks}</div>`)}
    </fieldset>
  `;
}

/** A disabled group would lose the focus. */
function keepWhileBusy(event: Event): void {
  if ((event.target as Element).closest('[aria-disabled]')) event.preventDefault();
}

function renderNetwork(id: string): TemplateResult {
  const mark = markOf({ id });
  return mark ? renderMark(mark) : html`<span class="plate" aria-hidden="true">${shortNetworkName(id)}</span>`;
}
