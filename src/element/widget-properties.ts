import { LitElement, type PropertyDeclarations } from 'lit';
import type { CurrencyExponents } from '../contract/currency.js';
import { DEFAULT_FIELDS, type FieldName } from '../contract/field-names.js';
import type { InterpretResponse } from '../contract/interpret.js';
import { DEFAULT_TIMEOUT } from '../contract/limits.js';
import type { BuildRequest } from '../contract/serialize.js';
import type { Messages } from '../i18n/messages.js';

/** Converts digits to a number. Other text stays as it is, for the error message. */
const wholeNumber = {
  fromAttribute: (value: string | null) => (value !== null && /^\d+$/.test(value) ? Number(value) : value),
};

/** The settings of the element: its properties, and their attributes. */
export class WidgetProperties extends LitElement {
  static override readonly properties: PropertyDeclarations = {
    proxyUrl: { attribute: 'proxy-url' },
    amount: { converter: wholeNumber, hasChanged: () => true }, // setting it again replaces what the shopper typed
    minAmount: { attribute: 'min-amount', converter: wholeNumber },
    maxAmount: { attribute: 'max-amount', converter: wholeNumber },
    currency: {},
    reference: {},
    orderToken: { attribute: 'order-token' },
    description: {},
    fields: {},
    requestTimeout: { attribute: 'request-timeout', converter: wholeNumber },
    requireEncryption: { attribute: 'require-encryption', type: Boolean },
    disabled: { type: Boolean },
    omitCookies: { attribute: 'omit-cookies', type: Boolean },
    withoutButton: { attribute: 'without-button', type: Boolean },
    testCard: { attribute: 'test-card', type: Boolean },
    metadata: { attribute: false },
    prefill: { attribute: false },
    currencyExponents: { attribute: false },
    messages: { attribute: false },
    buildRequest: { attribute: false },
    interpretResponse: { attribute: false },
  };

  /** The proxy URL. Relative to the URL of the page; a `<base>` element does not count. Required. */
  declare proxyUrl: string | undefined;
  /** Amount in minor units: `4999` is €49.99. Required, unless the shopper enters the amount; then it is the initial value. */
  declare amount: number | undefined;
  /** Smallest amount the shopper may enter, in minor units. */
  declare minAmount: number | undefined;
  /** Largest amount the shopper may enter, in minor units. */
  declare maxAmount: number | undefined;
  /** ISO 4217 code in capitals. Required. */
  declare currency: string | undefined;
  /** The merchant's order, without surrounding spaces. Two Unicode spellings (NFC) are one order. One order, one payment. */
  declare reference: string | undefined;
  /** Signed order from your server: a compact JWS. Sent to the proxy with every request; may be renewed at any time. */
  declare orderToken: string | undefined;
  /** Description of the order, sent with the payment. */
  declare description: string | undefined;
  /** Names of the fields, in order, separated by spaces. */
  declare fields: string;
  /** Limit for a whole attempt, in milliseconds. */
  declare requestTimeout: number;
  /** Whether to send payments without cookies, for a proxy that does not recognize a repeated request. */
  declare omitCookies: boolean;
  /** Whether a card may only be sent encrypted. */
  declare requireEncryption: boolean;
  /** Whether the form is disabled. */
  declare disabled: boolean;
  /** Whether the page has its own button and calls `submit()`. */
  declare withoutButton: boolean;
  /** Whether to show a button that fills in a test card. Never shown in Live mode. */
  declare testCard: boolean;
  /** Strings sent with the payment. */
  declare metadata: Record<string, string> | undefined;
  /** Initial values of fields without card data. */
  declare prefill: Partial<Record<Exclude<FieldName, `card-${string}`>, string>> | undefined;
  /** Decimals by currency code, for a payments service that deviates from ISO 4217. */
  declare currencyExponents: CurrencyExponents | undefined;
  /** Texts that replace the built-in ones. */
  declare messages: Partial<Messages> | undefined;
  /** Builds the request body in place of the default one. */
  declare buildRequest: BuildRequest | undefined;
  /** Interprets a response, if the merchant knows the service's format. */
  declare interpretResponse: InterpretResponse | undefined;

  constructor() {
    super();
    this.fields = DEFAULT_FIELDS;
    this.requestTimeout = DEFAULT_TIMEOUT;
    this.omitCookies = false;
    this.requireEncryption = false;
    this.disabled = false;
    this.withoutButton = false;
    this.testCard = false;
  }
}
