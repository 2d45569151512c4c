import { formatQuickly } from './amount.js';
import { isPlainObject } from './security.js';

/**
 * Active ISO 4217 currencies by number of decimals ("minor unit" in List One of its maintenance agency, SIX).
 * An explicit table, since `Intl` rounds 16 of them differently (10.50 HUF is "HUF 11") and
 * `Intl.supportedValuesOf('currency')` depends on the ICU version: some list HRK and ZWL, and lack XAD.
 * Codes without a minor unit (metals, test codes, units of account) are left out.
 * ANG (2025) and BGN (2026) were withdrawn; they stay while services still settle in them.
 */
const CODES_BY_EXPONENT: readonly (readonly [exponent: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF ' +
      'CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF ' +
      'IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN ' +
      'MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS ' +
      'SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ' +
      'ZMW ZWG',
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

/**
 * Numbers of decimals, by currency code, of a payments service that differs from ISO 4217. Adyen, for example:
 * `{ CLP: 2, ISK: 2, CVE: 0 }`.
 */
export type CurrencyExponents = Readonly<Record<string, number>>;

/**
 * @param overrides - take precedence over ISO 4217, but do not add currencies
 * @returns `undefined` if the code is not an active currency
 */
export function currencyExponent(currency: string, overrides: CurrencyExponents = {}): number | undefined {
  if (!/^[A-Z]{3}$/.test(currency)) return undefined;
  const exponent = CODES_BY_EXPONENT.find(([, codes]) => codes.includes(currency))?.[0];
  return exponent !== undefined && Object.hasOwn(overrides, currency) ? overrides[currency] : exponent;
}

export function isCurrency(value: unknown): value is string {
  return typeof value === 'string' && currencyExponent(value) !== undefined;
}

/** @param amount - in minor units */
export function formatMoney(amount: number, currency: string, locale: string, overrides?: CurrencyExponents): string {
  return (
    formatQuickly(amount, currency, locale, overrides) ?? joinParts(moneyParts(amount, currency, locale, overrides))
  );
}

export function moneyParts(
  amount: number,
  currency: string,
  locale: string,
  overrides?: CurrencyExponents,
): Intl.NumberFormatPart[] {
  const exponent = currencyExponent(currency, overrides) ?? 2;
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  }).formatToParts(toDecimal(amount, exponent)); // a string, since a float would round large amounts
}

/** Converts minor units to a decimal string: `4999` with two decimals to `49.99`. */
function toDecimal(amount: number, exponent: number): Intl.StringNumericLiteral {
  const digits = String(amount).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  return (exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`) as Intl.StringNumericLiteral;
}

export function joinParts(parts: readonly Intl.NumberFormatPart[]): string {
  return parts.map(({ value }) => value).join('');
}

export function isCurrencyExponents(value: unknown): value is CurrencyExponents {
  const isValid = ([code, exponent]: [string, unknown]) =>
    currencyExponent(code) !== undefined && [0, 1, 2, 3, 4].includes(exponent as number);
  return isPlainObject(value) && Object.entries(value).every(isValid);
}
