/** A value in the form of a secret: the key prefixes of payment services, a `Bearer` header, a private key as PEM. */
const SECRET = /\b[rs]k_\w{8,}|\bBearer\s+[\w.~+/-]{8,}=*|-----BEGIN [A-Z ]*PRIVATE KEY-----/i;

/** Whether a text contains a value in the form of a secret. */
export function holdsSecret(text: string): boolean {
  return SECRET.test(text);
}
