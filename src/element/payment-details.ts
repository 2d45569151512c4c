import { checkMetadata } from '../settings/read-settings.js';
import type { PaymentError } from '../contract/errors.js';
import type { OrderInView } from './events.js';
import type { EXTRA_ENGLISH } from '../i18n/optional-messages.js';
import type { FormController } from '../form/form-controller.js';
import { checkKeys, withoutKeys } from '../settings/credential-guard.js';
import type { Language } from '../i18n/language.js';
import { ENGLISH, failureKey, fill, type MessageKey, type Messages } from '../i18n/messages.js';
import type { Extras } from '../on-demand.js';
import { countryOf, type FormRules, type FormValues } from '../card/form-rules.js';
import { formatMoney, MAX_AMOUNT } from '../contract/currency.js';
import { own } from '../contract/own.js';
import type { Setup } from './setup.js';

/** The part of the element that says how it is paid for. */
export interface DetailsHost {
  readonly metadata: Record<string, string> | undefined;
  readonly prefill: FormValues | undefined;
  readonly messages: Partial<Messages> | undefined;
}

/** What is paid, by which rules and in which words: read from the settings and the form whenever it is asked for. */
export class PaymentDetails {
  readonly #host: DetailsHost;
  readonly #setup: Setup;
  readonly #language: Language;
  readonly #form: () => FormController;

  constructor(host: DetailsHost, setup: Setup, language: Language, form: () => FormController) {
    this.#host = host;
    this.#setup = setup;
    this.#language = language;
    this.#form = form;
  }

  /** Whether the texts are English for want of better ones, the page's own included. */
  get isForeign(): boolean {
    if (!this.#language.isFallback) return false;
    const theirs = own(this.#host.messages);
    return !Object.keys({ ...ENGLISH, ...this.extras?.EXTRA_ENGLISH }).every((key) => theirs[key as MessageKey]);
  }

  /** What the fields beyond the card need, once it is there. */
  get extras(): Extras | undefined {
    return this.#setup.extras;
  }

  /** What the settings ask of the fields. */
  get rules(): FormRules {
    const { currency = '', currencyExponents, minAmount, maxAmount } = this.#setup.configuration ?? {};
    const locale = this.isForeign ? 'en' : this.#language.locale; // one language, throughout
    return {
      currency,
      exponents: currencyExponents,
      min: minAmount,
      max: maxAmount,
      locale,
      country: this.firstValues.country,
      isLive: this.#setup.decision.mode === 'live',
      extras: this.extras,
    };
  }

  /** What stands in the fields before anything is typed. */
  get firstValues(): FormValues {
    return own(withoutKeys(this.#host.prefill));
  }

  /** The page's amount as it would stand in its field. */
  get offeredAmount(): string {
    const { amount } = this.#setup.configuration ?? {};
    return (amount !== undefined && this.extras?.formatAmount(amount, this.rules)) || '';
  }

  /** What would be paid as things stand. */
  get order(): OrderInView {
    const { amount, currency, reference, fields } = this.#setup.configuration ?? {};
    return { amount: fields?.includes('amount') ? this.#form().amount : amount, currency, reference };
  }

  /** What the page gave, and what the shopper entered into the page's own controls. */
  get metadata(): Record<string, string> | undefined {
    checkKeys('metadata', this.#host.metadata);
    const entered = this.#form().controls.values();
    if (!this.#host.metadata && Object.keys(entered).length === 0) return undefined;
    const metadata = { ...this.#host.metadata, ...entered };
    checkMetadata(metadata);
    return metadata;
  }

  /**
   * Texts by key, with everything filled in.
   * @param order - the one they speak of
   * @param moment.time - when that was, in ms since 1970
   * @param moment.wait - how long one has to wait, in seconds
   */
  texts(
    { amount, currency, reference = '' } = this.order,
    { time, wait = 0 }: { readonly time?: number | undefined; readonly wait?: number } = {},
  ): (key: MessageKey) => string {
    const { rules } = this;
    const { locale, exponents, min = 1, max = MAX_AMOUNT } = rules;
    const money = (minorUnits: number | undefined) =>
      minorUnits !== undefined && currency ? formatMoney(minorUnits, currency, locale, exponents) : '';
    const values = {
      amount: () => money(amount),
      reference: () => reference,
      time: () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(time),
      wait: () => new Intl.NumberFormat(locale, { style: 'unit', unit: 'second' }).format(wait),
      min_amount: () => money(min),
      max_amount: () => money(max),
      expiry_example: () => '04 / 30',
      phone_example: () => '+44 20 7946 0958', // of a range kept free for films (Ofcom)
      amount_example: () => this.extras?.exampleAmount(rules) ?? '',
      postal_code_example: () => this.extras?.postalCodeExample(countryOf(this.#form().inputs.values(), rules)) ?? '',
    };
    const messages = own(withoutKeys(this.#host.messages));
    return (key) => {
      const theirs: unknown = messages[key]; // anything at all, until it is found to be wrong
      const ours = this.#language.messages[key] ?? this.extras?.EXTRA_ENGLISH[key as keyof typeof EXTRA_ENGLISH] ?? '';
      return fill(typeof theirs === 'string' ? theirs : ours, values);
    };
  }

  /** What the shopper reads about a payment that was not made. A new price is news until another stands there. */
  failureText(failure: PaymentError): string | undefined {
    const { amount, currency, fields } = this.#setup.configuration ?? {};
    const priceIs = failure.code === 'amount_changed' ? (failure.cause as Partial<OrderInView>) : undefined;
    const isOld = priceIs && (priceIs.amount !== amount || priceIs.currency !== currency);
    const isReplaced = priceIs && fields?.includes('amount') && !this.#form().hasOfferedAmount;
    if (isOld || isReplaced) return undefined;
    return this.texts({ ...this.order, ...priceIs })(failureKey(failure));
  }
}
