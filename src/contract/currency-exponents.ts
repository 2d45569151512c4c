import { currencyExponent, type CurrencyExponents } from './currency.js';
import { isPlainObject } from './metadata.js';

export function isCurrencyExponents(value: unknown): value is CurrencyExponents {
  const isValid = ([code, exponent]: [string, unknown]) =>
    currencyExponent(code) !== undefined && [0, 1, 2, 3, 4].includes(exponent as number);
  return isPlainObject(value) && Object.entries(value).every(isValid);
}
