/** A value in the form of a secret: the key prefixes of payment services, a `Bearer` header, a private key as PEM. */
const SECRET = /\b[rs]k_\w{8,}|\bBearer\s+[\w.~+/-]{8,}=*|-----BEGIN [A-Z ]*PRIVATE KEY-----/i;

/** Names of secrets only. Public values have similar names: the `token` of a card or a cart, `client_secret`. */
const SECRET_NAME = /^((x-)?(api|secret|private)[-_]?key|secret|authorization|bearer|password)$/i;

/** Whether a text contains a value in the form of a secret. */
export function holdsSecret(text: string): boolean {
  return SECRET.test(text);
}

/** Whether a member with this name, in any spelling, holds a secret. */
export function namesSecret(name: string): boolean {
  return SECRET_NAME.test(name.replace(/([a-z])([A-Z])/g, '$1-$2'));
}
