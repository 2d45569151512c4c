import { holdsSecret } from '../contract/security.js';

/** Any https URL, or http on the origin of the page. */
export function parseReturnUrl(value: unknown, base: string): string | undefined {
  if (typeof value !== 'string' || holdsSecret(value) || !value.trim() || !URL.canParse(value, base)) return undefined;
  const { protocol, origin, username, password, href } = new URL(value, base);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && origin === new URL(base).origin);
  return isSafe && !username && !password ? href : undefined;
}

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
