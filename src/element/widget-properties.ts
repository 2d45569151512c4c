import { LitElement, type PropertyDeclarations } from 'lit';
import type { CurrencyExponents } from '../contract/currency.js';
import type { FieldName } from '../contract/field-names.js';
import type { InterpretResponse } from '../contract/answer.js';
import type { NetworksOf } from '../contract/networks.js';
import type { BuildRequest } from '../contract/request.js';
import type { Messages } from '../i18n/messages.js';
import { attributeOf, SETTINGS, type SettingName } from '../settings/settings-table.js';

/** The settings of the element: its properties, and their attributes. */
export class WidgetProperties extends LitElement {
  static override readonly properties: PropertyDeclarations = Object.fromEntries(
    Object.entries(SETTINGS).map(([name, convert]) => [
      name,
      {
        attribute: convert ? attributeOf(name) : false,
        converter: convert,
        ...(name === 'amount' && { hasChanged: () => true }), // setting it again replaces what the shopper typed
      },
    ]),
  );

  /**
   * Required. The address of your proxy: a URL, or a path relative to the URL of the page. A `<base>` element has no effect. The
   * payment is sent to `{proxy-url}/v1/payments`.
   */
  declare proxyUrl: string | undefined;
  /**
   * Required, unless the shopper enters it. The amount in minor units, at most 999,999,999,999: `4999` is €49.99, and ¥4,999. If
   * the shopper enters the amount, this is its initial value.
   */
  declare amount: number | undefined;
  /** The smallest amount that the shopper may enter, in minor units. */
  declare minAmount: number | undefined;
  /** The largest amount that the shopper may enter, in minor units. */
  declare maxAmount: number | undefined;
  /** Required. The currency: an ISO 4217 code in capitals, such as `EUR`. */
  declare currency: string | undefined;
  /**
   * Your order number, at most 255 characters without surrounding spaces. An order is paid once. The number is normalized to the
   * Unicode form NFC.
   */
  declare reference: string | undefined;
  /**
   * A signed order from `createOrderToken()` on your server, with reference, price and expiry. It is sent to your proxy with every
   * request. You can replace it at any time.
   */
  declare orderToken: string | undefined;
  /** A description of the order, at most 1000 characters. It is sent with the payment. */
  declare description: string | undefined;
  /** The fields in order, separated by spaces. The card number, its expiry date and the security code are always required. */
  declare fields: string;
  /** The accepted card brands, separated by spaces, such as `visa mastercard amex`. Unknown brands are never refused. */
  declare brands: string | undefined;
  /**
   * Where the page goes after a payment that is paid or pending, with `reference` and `outcome` in the query. An https URL, or a URL
   * of the page's origin.
   */
  declare returnUrl: string | undefined;
  /** The https origins that a shopper may be sent to for a confirmation by the bank, separated by spaces. */
  declare actionOrigins: string | undefined;
  /** The time limit for a whole payment attempt, in milliseconds. */
  declare requestTimeout: number;
  /** Sends payments without the cookies of your site, for a proxy that cannot detect duplicates. */
  declare omitCookies: boolean;
  /**
   * Shows the form in a frame from the origin of `proxy-url`, so that no script of the page can read the card. The proxy needs the
   * option `frame`. Set it before the element is added to the page: once the form is shown, it is the error `not_isolated`.
   */
  declare isolated: boolean;
  /** Disables the form and the pay button. */
  declare disabled: boolean;
  /** Removes the pay button, for a page that has a button of its own and calls `submit()`. */
  declare withoutButton: boolean;
  /** Makes Enter in a field pay, with `without-button`. If the element has its button, Enter always pays. */
  declare submitOnEnter: boolean;
  /** Shows a button that fills in a test card, if the proxy reports a Test key. It is never shown with a Live key. */
  declare testCard: boolean;
  /** A plain object of strings that is sent with the payment. */
  declare metadata: Record<string, string> | undefined;
  /** Initial values by field name, such as `{ 'cardholder-name': 'Ada', country: 'DE' }`. It must not contain card data. */
  declare prefill: Partial<Record<Exclude<FieldName, `card-${string}`>, string>> | undefined;
  /** Decimals by currency code, such as `{ ISK: 2 }`, for a payments service that deviates from ISO 4217. */
  declare currencyExponents: CurrencyExponents | undefined;
  /** Your own texts by key. They replace the built-in ones of every language. */
  declare messages: Partial<Messages> | undefined;
  /** Creates the body of the request, for a proxy of your own that expects a different one. */
  declare buildRequest: BuildRequest | undefined;
  /**
   * Decides what a JSON response means, if its body says more than its status. Return `undefined` to use the status. Behind
   * `createPaymentProxy`, set it there instead.
   */
  declare interpretResponse: InterpretResponse | undefined;
  /**
   * Returns the card networks of a co-badged card by the first eight digits of its number, such as
   * `['cartes-bancaires', 'visa']`. The shopper may choose among them.
   */
  declare networksOf: NetworksOf | undefined;

  constructor() {
    super();
    for (const [name, convert] of Object.entries(SETTINGS)) {
      const value = convert?.(null);
      if (value !== undefined) Object.assign(this, { [name]: value });
    }
  }
}

/** The settings without `mode`, which the element keeps by itself. */
export type WidgetSettings = Pick<WidgetProperties, Exclude<SettingName, 'mode'>>;
