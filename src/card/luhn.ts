/** Each digit doubled, and the digits of that added up. */
const DOUBLED = '0246813579';

/** Whether the last digit is the check digit of those before it: Luhn's formula, as in ISO/IEC 7812-1. */
export function isLuhn(digits: string): boolean {
  const added = Array.from(digits, (digit, index) => ((digits.length - index) % 2 ? digit : DOUBLED[Number(digit)]));
  return added.reduce((sum, digit) => sum + Number(digit), 0) % 10 === 0;
}
