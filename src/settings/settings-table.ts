import type { InterpretResponse } from '../contract/meaning.js';
import type { CurrencyExponents } from '../contract/currency.js';
import { DEFAULT_FIELDS, type FieldName } from '../contract/field-names.js';
import type { NetworksOf } from '../contract/networks.js';
import type { Mode } from '../contract/protocol.js';
import type { BuildRequest } from '../contract/request.js';
import type { Messages } from '../i18n/messages.js';

export const DEFAULT_TIMEOUT = 55_000; // ms, for an attempt

/** Reads an attribute. What is invalid stays as it is, for the error. */
type Read<Value> = (attribute: string | null) => Value;

/** A property without an attribute. */
type Property<Kind extends 'object' | 'function', Value> = Kind & { readonly value?: Value };

export type Setting = Read<unknown> | Property<'object' | 'function', unknown>;

const text: Read<string | undefined> = (value) => value ?? undefined;
const number = (value: string | null) => (value !== null && /^\d+$/.test(value) ? Number(value) : text(value));
const integer = number as Read<number | undefined>;
export const flag: Read<boolean> = (value) => value !== null;

/** Settings that stay in the page in isolated mode. */
const OF_PAGE = {
  /**
   * Required. The address of your proxy: a URL, or a path relative to the URL of the page. A `<base>` element has no effect. The
   * payment is sent to `{proxy-url}/v1/payments`.
   */
  proxyUrl: text,
  /**
   * Where the page goes after a payment that is paid or pending, with `reference` and `outcome` in the query. An https URL, or a URL
   * of the page's origin.
   */
  returnUrl: text,
  /**
   * Shows the form in a frame from the origin of `proxy-url`, so that no script of the page can read the card. The proxy needs the
   * option `frame`. Setting it after the form is shown fails with `not_isolated`.
   */
  isolated: flag,
};

/** Settings that the frame gets in isolated mode, as plain values. */
export const OF_FRAME = {
  /**
   * Required, unless the shopper enters it. The amount in minor units, at most 999,999,999,999: `4999` is €49.99, and ¥4,999. If
   * the shopper enters the amount, this is its initial value.
   */
  amount: integer,
  /** The smallest amount that the shopper may enter, in minor units. */
  minAmount: integer,
  /** The largest amount that the shopper may enter, in minor units. */
  maxAmount: integer,
  /** Required. The currency: an ISO 4217 code in capitals, such as `EUR`. */
  currency: text,
  /** The kind of payments that the page expects. With `test`, nothing is sent to a proxy with a Live key. */
  mode: text as Read<Mode | undefined>,
  /**
   * Your order number, at most 255 characters without surrounding spaces. An order is paid once. The number is normalized to the
   * Unicode form NFC.
   */
  reference: text,
  /**
   * A signed order from `createOrderToken()` on your server, with reference, price and expiry. It is sent to your proxy with every
   * request. You can replace it at any time.
   */
  orderToken: text,
  /** A description of the order, at most 1000 characters. It is sent with the payment. */
  description: text,
  /**
   * The fields in order, separated by spaces. The card number, its expiry date and the security code are always required. The code may stay
   * empty for cards that have none, if `brands` has `bancontact` or `maestro`.
   */
  fields: ((value) => value ?? DEFAULT_FIELDS) as Read<string>,
  /** The accepted card brands, separated by spaces, such as `visa mastercard amex`. Unknown brands are never refused. */
  brands: text,
  /** The https origins that a shopper may be sent to for a confirmation by the bank, separated by spaces. */
  actionOrigins: text,
  /** The time limit for a whole payment attempt, in milliseconds. */
  requestTimeout: ((value) => number(value) ?? DEFAULT_TIMEOUT) as Read<number>,
  /** Disables the form and the pay button. */
  disabled: flag,
  /** Sends payments without the cookies of your site, for a proxy that cannot detect duplicates. */
  omitCookies: flag,
  /** Removes the pay button, for a page that has a button of its own and calls `submit()`. */
  withoutButton: flag,
  /** Makes Enter in a field pay, with `without-button`. If the element has its button, Enter always pays. */
  submitOnEnter: flag,
  /** Shows a button that fills in a test card, if the proxy reports a Test key. It is never shown with a Live key. */
  testCard: flag,
  /** A plain object of strings that is sent with the payment. */
  metadata: 'object' as Property<'object', Record<string, string>>,
  /** Initial values by field name, such as `{ 'cardholder-name': 'Ada', country: 'DE' }`. It must not contain card data. */
  prefill: 'object' as Property<'object', Partial<Record<Exclude<FieldName, `card-${string}`>, string>>>,
};

/**
 * Settings that only the proxy sets in isolated mode. Functions would be called with answers about the card. Texts and
 * decimals could show a false price, or name a field of the card otherwise.
 */
export const OF_PROXY = {
  /** Decimals by currency code, such as `{ ISK: 2 }`, for a payments service that deviates from ISO 4217. */
  currencyExponents: 'object' as Property<'object', CurrencyExponents>,
  /** Your own texts by key. They replace the built-in ones of every language. */
  messages: 'object' as Property<'object', Partial<Messages>>,
  /** Creates the body of the request, for a proxy of your own that expects a different one. */
  buildRequest: 'function' as Property<'function', BuildRequest>,
  /**
   * Decides what a JSON response means, if its body says more than its status. Return `undefined` to use the status. Behind
   * `createPaymentProxy`, set it there instead.
   */
  interpretResponse: 'function' as Property<'function', InterpretResponse>,
  /**
   * Returns the card networks of a co-badged card by the first eight digits of its number, such as
   * `['cartes-bancaires', 'visa']`. The shopper may choose among them.
   */
  networksOf: 'function' as Property<'function', NetworksOf>,
};

/** All settings of the element: its properties, and how it reads attributes. `RULES` checks them. */
export const SETTINGS = { ...OF_PAGE, ...OF_FRAME, ...OF_PROXY };

export type SettingName = keyof typeof SETTINGS;

type ValueOf<Row> =
  Row extends Read<infer Value> ? Value : Row extends { readonly value?: infer Value } ? Value | undefined : never;

export type SettingValues = { -readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> };

export type FrameSettings = Partial<Record<keyof typeof OF_FRAME, unknown>>;

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** Returns `undefined` if there is no attribute of this setting. */
export function readAttribute(name: SettingName, value: string | null): unknown {
  const row: Setting = SETTINGS[name];
  return typeof row === 'function' ? row(value) : undefined;
}

/** Returns `undefined` if the setting is only a property. */
export function attributeOf(name: SettingName): string | undefined {
  const hasAttribute = typeof SETTINGS[name] === 'function';
  return hasAttribute ? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : undefined;
}
