import { own } from '../contract/security.js';
import type { CardFieldName, FieldName } from '../contract/field-names.js';
import type { AddressContext } from '../form/contact/fields.js';
import type { Announce, FormContext, FormRules, FormValues } from '../form/form-context.js';
import type { FormController } from '../form/form-controller.js';
import { FIELDS } from '../form/fields.js';
import { Language } from '../i18n/language.js';
import ENGLISH from '../i18n/locales/en.js';
import type { MessageKey } from '../i18n/messages.js';
import type { Order } from '../payment/outcome.js';
import type { CheckedSettings } from './checked-settings.js';
import type { FormParts } from './form-parts.js';
import type { NetworkPicker } from './networks.js';
import { createText, type Text, type TextValues } from './texts.js';
import type { Widget } from './widget-properties.js';

/** The rules, the texts and the order of a form, which depend on settings, language, proxy and what is loaded. */
export class FormContextSource {
  readonly language: Language;
  readonly #widget: Widget;
  readonly #settings: CheckedSettings;
  readonly #parts: FormParts;
  readonly #announce: Announce;
  #networks: NetworkPicker | undefined;

  constructor(widget: Widget, settings: CheckedSettings, parts: FormParts, announce: Announce) {
    this.#widget = widget;
    this.#settings = settings;
    this.#parts = parts;
    this.#announce = announce;
    this.language = new Language(widget);
  }

  get networks(): NetworkPicker | undefined {
    const settings = this.#settings;
    const Picker = this.#parts.networks.current?.NetworkPicker;
    return (this.#networks ??= Picker && new Picker(this.#widget, settings.proxy, settings, this.#announce));
  }

  /** Whether neither the page nor the package has texts in the page's language. */
  get isUntranslated(): boolean {
    if (!this.language.isFallback) return false;
    const custom = own(this.#widget.messages);
    return !Object.keys(ENGLISH).every((key) => custom[key as MessageKey]);
  }

  /** The direction of the page, if the texts are English for lack of a translation. */
  get pageDirection(): string | undefined {
    return this.isUntranslated ? getComputedStyle(this.#widget).direction || 'ltr' : undefined;
  }

  /** @param country - what the shopper has chosen */
  address(country: string | undefined): AddressContext {
    const { current } = this.#settings;
    return { country: country ?? '', locale: this.language.pageLocale, fields: current?.fields ?? [] };
  }

  /** @param chosen - returns the country that the shopper has chosen */
  context(chosen: () => string | undefined): FormContext {
    const { current, proxy } = this.#settings;
    const contact = this.#parts.contact.current;
    const { currency = '', currencyExponents, minAmount, maxAmount } = current ?? {};
    const firstValues: FormValues = own(current?.prefill);
    const rules: FormRules = {
      currency,
      exponents: currencyExponents,
      min: minAmount,
      max: maxAmount,
      locale: this.isUntranslated ? 'en' : this.language.locale,
      country: firstValues.country || contact?.assumeCountry(this.address(chosen())),
      isLive: proxy.mode === 'live',
      contact,
      networks: this.networks,
    };
    const definitionOf = (name: FieldName) =>
      contact?.definitionOf(name, this.address(chosen())) ?? FIELDS[name as CardFieldName];
    return { rules, firstValues, contact, definitionOf };
  }

  /** The order of the settings, at the price that the shopper types if the form asks for it. */
  order(form: FormController): Order {
    const { amount, currency, reference, fields } = this.#settings.current ?? {};
    return { amount: fields?.includes('amount') ? form.amount : amount, currency, reference };
  }

  text(form: FormController, values?: Partial<TextValues>): Text {
    const { language, networks } = this;
    const given = this.#widget.messages;
    return createText({ form, language, networks, given, values: { order: this.order(form), ...values } });
  }
}
