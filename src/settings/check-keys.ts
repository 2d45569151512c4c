import { holdsKey, isSecret, keyError } from './credential-guard.js';

/** Names of secrets only. Public values have similar names: the `token` of a card or a cart, `client_secret`. */
const SECRET_NAME = /^((x-)?(api|secret|private)[-_]?key|secret|authorization|bearer|password)$/i;

/** @throws {PaymentError} `key_in_browser` if a setting or one of its members holds an API key */
export function checkKeys(setting: string, value: unknown): void {
  if (holdsKey(setting, value)) throw keyError(`"${setting}"`);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (isSecret(name)) throw keyError(`A name in "${setting}"`);
    if (namesSecret(name) || isSecret(member)) throw keyError(`"${setting}.${name}"`);
  }
}

/** Whether a member with this name, in any spelling, holds a secret. */
export function namesSecret(name: string): boolean {
  return SECRET_NAME.test(name.replace(/([a-z])([A-Z])/g, '$1-$2'));
}
