/** The key prefixes of payment services, a `Bearer` header, a private key as PEM. */
const SECRET = /\b[rs]k_\w{8,}|\bBearer\s+[\w.~+/-]{8,}=*|-----BEGIN [A-Z ]*PRIVATE KEY-----/i;

export function holdsSecret(text: string): boolean {
  return SECRET.test(text);
}
