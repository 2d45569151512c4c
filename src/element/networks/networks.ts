import type { TemplateResult } from 'lit';
import { acceptedBrands, hasBrandDigits, isRefused, nameOf } from '../../form/accepted-brands.js';
import type { NetworkRules } from '../../form/form-context.js';
import type { Text } from '../behaviour/texts.js';
import type { WidgetModel } from '../behaviour/widget-model.js';
import { adoptStyles } from '../behaviour/late-styles.js';
import { renderBrands } from './networks.template.js';
import { networkStyles } from './network-styles.js';

export { brandsError } from '../../form/accepted-brands.js';

/** Accepted brands of a form. Loaded if the page or the proxy names them. */
export class CardNetworks implements NetworkRules {
  readonly #model: WidgetModel;
  #hasBrandDigits = false;

  constructor(model: WidgetModel) {
    this.#model = model;
  }

  /** Identifiers of the accepted brands; `undefined` if all are accepted. */
  get accepted(): readonly string[] | undefined {
    const { settings, proxy } = this.#model;
    return acceptedBrands(settings.current?.brands, proxy.brands);
  }

  check(text: string): 'card_number_not_accepted' | undefined {
    const before = this.#hasBrandDigits;
    this.#hasBrandDigits = hasBrandDigits(text);
    if (this.#hasBrandDigits !== before) this.#model.widget.requestUpdate();
    return isRefused(text, this.accepted) ? 'card_number_not_accepted' : undefined;
  }

  /** The accepted brands as a list in a sentence. */
  list(locale: string): string {
    return new Intl.ListFormat(locale).format((this.accepted ?? []).map(nameOf));
  }

  /** The marks of the accepted brands, until the digits determine the brand. */
  renderMarks(text: Text): TemplateResult | undefined {
    const { form, widget } = this.#model;
    const { accepted } = this;
    if (!accepted || form.brand || this.#hasBrandDigits) return undefined;
    adoptStyles(widget.renderRoot as ShadowRoot, networkStyles);
    return renderBrands(accepted, text('accepted_brands'));
  }
}
