import { PaymentError, type PaymentErrorCode } from '../contract/errors.js';
import { attributeOf, type SettingName } from './settings-table.js';
import { addressOf, isAbsent, isMissing, parseProxyUrl, parseUrl, type RawSettings } from './settings.js';

export interface SettingCheck<Value = unknown> {
  /** `undefined` if the value is invalid. */
  readonly read: (value: unknown, raw: RawSettings) => Value | undefined;
  readonly code: PaymentErrorCode;
  readonly expected: string;
  /** Whether a value may be left out: if it is missing, without this function. */
  readonly isOpen?: (value: unknown, raw: RawSettings) => boolean;
  /** The value may hold a password, or be about a person. */
  readonly isPrivate?: true;
}

/** Throws what is wrong. */
export function checkSetting<Value>(
  name: SettingName,
  { read, code, expected, isOpen = isMissing, isPrivate }: SettingCheck<Value>,
  raw: RawSettings,
  value = raw[name],
): Value | undefined {
  if (isOpen(value, raw)) return undefined;
  const problem = `${attributeOf(name) ?? name} is ${isPrivate ? 'invalid' : describe(value)}`;
  return read(value, raw) ?? fail(code, problem, expected);
}

export function fail(code: PaymentErrorCode, problem: string, expected: string): never {
  throw new PaymentError(code, `${problem}. Expected ${expected}.`);
}

export function describe(value: unknown): string {
  if (isAbsent(value)) return 'missing';
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'bigint' ? value.toString() : `of type ${typeof value}`;
}

export const PROXY_URL: SettingCheck<string> = {
  read: (value, raw) => {
    if (typeof value === 'string' && value.trim()) return parseProxyUrl(raw);
    return fail('missing_proxy_url', 'proxy-url is missing', 'the address of your proxy, such as "/pay"');
  },
  code: 'invalid_proxy_url',
  expected:
    'an https address (http only on localhost or on the origin of the page) without user, query or fragment, such as "/pay"',
  isOpen: () => false,
  isPrivate: true,
};

export const RETURN_URL: SettingCheck<string> = {
  read: (value, { ownerDocument }) => parseUrl(value, addressOf(ownerDocument)),
  code: 'invalid_return_url',
  expected: 'an https URL, or a URL of the origin of the page, without user, such as "/thanks"',
  isPrivate: true,
};

/** In place of members of these names. */
export function addOutcome(
  returnUrl: string,
  { reference, outcome }: { readonly reference: string | undefined; readonly outcome: string },
): string {
  const url = new URL(returnUrl);
  const added = { ...(reference !== undefined && { reference }), outcome };
  for (const name of ['reference', 'outcome']) {
    if (url.searchParams.has(name)) url.searchParams.delete(name); // deleting would encode the other members again
  }
  url.search += `${url.search ? '&' : ''}${new URLSearchParams(added).toString()}`;
  return url.href;
}
