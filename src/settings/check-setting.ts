import { PaymentError, type PaymentErrorCode } from '../contract/errors.js';
import { attributeOf, type SettingName } from './settings-table.js';
import { isAbsent } from './settings.js';

/** What is wrong with the value of a setting, and what it must be. */
export interface Explanation {
  readonly code: PaymentErrorCode | ((value: unknown) => PaymentErrorCode);
  /** Says what is wrong. Default: the value. */
  readonly problem?: (value: unknown) => string;
  readonly expected: string;
  /** The value may hold a password, or be about a person. */
  readonly isPrivate?: true;
}

export function explainSetting(
  name: SettingName,
  { code, problem, expected, isPrivate }: Explanation,
  value: unknown,
): PaymentError {
  const found = `${attributeOf(name) ?? name} is ${isPrivate && !isAbsent(value) ? 'invalid' : describe(value)}`;
  const message = `${problem?.(value) ?? found}. Expected ${expected}.`;
  return new PaymentError(typeof code === 'string' ? code : code(value), message);
}

export function describe(value: unknown): string {
  if (isAbsent(value)) return 'missing';
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'bigint' ? value.toString() : `of type ${typeof value}`;
}

export const PROXY_URL: Explanation = {
  code: (value) => (isEmpty(value) ? 'missing_proxy_url' : 'invalid_proxy_url'),
  problem: (value) => `proxy-url is ${isEmpty(value) ? 'missing' : 'invalid'}`,
  expected:
    'the address of your proxy, such as "/pay": https (http only on localhost or on the origin of the page) without user, query or fragment',
};

const isEmpty = (value: unknown): boolean => typeof value !== 'string' || value.trim() === '';

export const RETURN_URL: Explanation = {
  code: 'invalid_return_url',
  expected: 'an https URL, or a URL of the origin of the page, without user, such as "/thanks"',
  isPrivate: true,
};
