/**
 * Active ISO 4217 currencies by number of decimals ("minor unit" in List One of its maintenance agency, SIX).
 * Explicit, because `Intl` disagrees with ISO for 16 of them (it shows 10.50 HUF as "HUF 11").
 * Metals, test codes and units of account that have no minor unit are left out: nobody can pay in them.
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

/** The largest amount accepted, in minor units. Above it something is wrong; services cap far lower. */
export const MAX_AMOUNT = 999_999_999_999;

/**
 * Numbers of decimals, whole and from 0 up, that a payment service counts in where it disagrees with ISO 4217, by
 * currency code: Adyen takes two decimals for `{ CLP: 2, ISK: 2 }` and none for `{ CVE: 0 }`.
 */
export type CurrencyExponents = Readonly<Record<string, number>>;

/**
 * Number of decimals of a currency.
 * @param currency - ISO 4217 code in capitals
 * @param overrides - the service's own exponents; they win over ISO 4217, but make no currency out of another code
 * @returns the exponent, or `undefined` for a code that is not an active currency
 */
export function currencyExponent(currency: string, overrides: CurrencyExponents = {}): number | undefined {
  if (!/^[A-Z]{3}$/.test(currency)) return undefined;
  const exponent = CODES_BY_EXPONENT.find(([, codes]) => codes.includes(currency))?.[0];
  return exponent !== undefined && Object.hasOwn(overrides, currency) ? overrides[currency] : exponent;
}

/** Whether `amount` can be paid: a whole number of minor units, above zero, up to {@link MAX_AMOUNT}. */
export function isAmount(amount: unknown): amount is number {
  return Number.isInteger(amount) && (amount as number) > 0 && (amount as number) <= MAX_AMOUNT;
}

/**
 * An amount as the shopper reads it, always with the currency's own number of decimals.
 * @param amount - minor units: `4999` is €49.99, `4999` JPY is ¥4,999
 * @param currency - ISO 4217 code in capitals; must be a known one
 * @param locale - BCP 47 tag; decides separators, digits and the place of the symbol
 * @param overrides - the service's own exponents: what `amount` is counted in, and what is shown
 */
export function formatMoney(amount: number, currency: string, locale: string, overrides?: CurrencyExponents): string {
  const symbol = /^en(-US)?(USD|EUR|GBP)$|^en-GB(EUR|GBP)$/.test(locale + currency) && SYMBOLS[currency];
  if (!symbol) return joinParts(moneyParts(amount, currency, locale, overrides));
  return symbol + toDecimal(amount, currency, overrides).replace(/(?<!\.\d*)\B(?=(\d{3})+(\.|$))/g, ',');
}

/** As `Intl` writes them, without it: its first number takes a page 15 ms, and an old phone 60. */
const SYMBOLS: Readonly<Record<string, string>> = { EUR: '€', GBP: '£', USD: '$' };

/** {@link formatMoney} in pieces, for who needs some of them only. */
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
  }).formatToParts(toDecimal(amount, currency, overrides)); // as text: a float would round large amounts
}

/** `4999` as `49.99`, or with as many decimals as the currency has. */
function toDecimal(amount: number, currency: string, overrides?: CurrencyExponents): Intl.StringNumericLiteral {
  const exponent = currencyExponent(currency, overrides) ?? 2;
  const digits = String(amount).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  return (exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`) as Intl.StringNumericLiteral;
}

/** The text that the parts make up. */
export function joinParts(parts: readonly Intl.NumberFormatPart[]): string {
  return parts.map(({ value }) => value).join('');
}
