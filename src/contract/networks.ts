/** The networks of a card; the shopper may choose among two or more. */
export interface CardNetworks {
  /** Network names, such as `visa` or `cartes-bancaires`. */
  readonly networks: readonly string[];
  /** The network that is preselected. Default: none */
  readonly preferred?: string | undefined;
}

type Found = CardNetworks | readonly string[] | null | undefined;

/**
 * Looks up the networks of a card.
 * @param bin8 - the first eight digits of its number
 */
export type NetworksOf = (bin8: string) => Found | Promise<Found>;

export const NETWORK_NAME = /^[a-z][a-z\d-]{0,31}$/;

/** More networks than any card has. */
export const MAX_NETWORKS = 8;

/** @returns names without duplicates; `undefined` if there is none, or the result is invalid */
export function readNetworks(found: unknown): CardNetworks | undefined {
  const { networks, preferred }: Partial<CardNetworks> = Array.isArray(found) ? { networks: found } : (found ?? {});
  if (!Array.isArray(networks) || networks.length === 0 || networks.length > MAX_NETWORKS) return undefined;
  if (!networks.every((name) => typeof name === 'string' && NETWORK_NAME.test(name))) return undefined;
  const names = [...new Set(networks as string[])];
  return { networks: names, ...(preferred !== undefined && names.includes(preferred) && { preferred }) };
}
