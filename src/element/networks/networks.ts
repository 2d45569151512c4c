import type { TemplateResult } from 'lit';
import type { NetworkRules } from '../../form/form-context.js';
import { acceptedBrands, hasBrandDigits, isRefused, nameOf, NetworkChoice } from '../../form/networks.js';
import { NETWORKS_PATH } from '../../contract/protocol.js';
import type { Text } from '../behaviour/texts.js';
import type { WidgetModel } from '../behaviour/widget-model.js';
import { adoptStyles } from '../behaviour/adopt-styles.js';
import { networkStyles, renderBrands, renderChoice } from './networks.template.js';

export { brandsError } from '../../form/networks.js';

const LOOKUP_TIMEOUT_MS = 10_000;

export class CardNetworks implements NetworkRules {
  readonly #model: WidgetModel;
  readonly #choice: NetworkChoice;
  #hasBrandDigits = false;

  constructor(model: WidgetModel) {
    this.#model = model;
    this.#choice = new NetworkChoice(() => {
      model.widget.requestUpdate();
      if (this.#options.length > 0) model.liveRegion.announce(['network_hint']);
    });
  }

  /** `undefined` if all are accepted. */
  get accepted(): readonly string[] | undefined {
    const { settings, proxy } = this.#model;
    return acceptedBrands(settings.current?.brands, proxy.brands);
  }

  check(text: string): 'card_number_not_accepted' | undefined {
    const before = this.#hasBrandDigits;
    const options = this.#options.join();
    this.#hasBrandDigits = hasBrandDigits(text);
    this.#choice.see(text, this.#lookUp);
    const hasChanged = this.#hasBrandDigits !== before || this.#options.join() !== options;
    if (hasChanged) this.#model.widget.requestUpdate();
    return isRefused(text, this.accepted) ? 'card_number_not_accepted' : undefined;
  }

  get chosen(): string | undefined {
    return this.#options.find((name) => name === this.#choice.chosen);
  }

  list(locale: string): string {
    return new Intl.ListFormat(locale).format((this.accepted ?? []).map(nameOf));
  }

  renderMarks(text: Text): TemplateResult | undefined {
    const { accepted } = this;
    if (!accepted || this.#model.form.brand || this.#hasBrandDigits) return undefined;
    this.#adoptStyles();
    return renderBrands(accepted, text('accepted_brands'));
  }

  renderChoice(text: Text): TemplateResult | undefined {
    const networks = this.#options;
    if (networks.length === 0) return undefined;
    this.#adoptStyles();
    return renderChoice({
      networks,
      chosen: this.chosen,
      label: text('network_label'),
      hint: text('network_hint'),
      isBusy: this.#isBusy,
      onClick: this.#onClick,
      onChoose: this.#onChoose,
    });
  }

  get #options(): readonly string[] {
    return this.#choice.options(this.accepted);
  }

  /** The lookup of the page comes first. */
  get #lookUp() {
    const { widget, proxy } = this.#model;
    return widget.networksOf ?? (proxy.knowsNetworks ? this.#askProxy : undefined);
  }

  readonly #askProxy = async (bin8: string): Promise<readonly string[]> => {
    const signal = AbortSignal.timeout(LOOKUP_TIMEOUT_MS);
    const [{ ok }, body] = await this.#model.proxy.ask(`${NETWORKS_PATH}/${bin8}`, signal);
    return ok && body.kind === 'json' ? (body.value as readonly string[]) : [];
  };

  get #isBusy(): boolean {
    return this.#model.state === 'busy';
  }

  /** Keeps the choice while a payment runs. A disabled group would lose the focus. */
  readonly #onClick = (event: Event): void => {
    if (this.#isBusy) event.preventDefault();
  };

  readonly #onChoose = (event: Event): void => {
    this.#choice.chosen = (event.target as HTMLInputElement).value;
    this.#model.widget.requestUpdate(); // else the next render may not uncheck it
  };

  #adoptStyles(): void {
    adoptStyles(this.#model.widget.renderRoot, networkStyles);
  }
}
