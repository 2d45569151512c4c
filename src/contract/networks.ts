/** The networks of a card; the shopper may choose among two or more. */
export interface CardNetworks {
  /** Network names, such as `visa` or `cartes-bancaires`. */
  readonly networks: readonly string[];
  /** The network that is preselected. Default: none */
  readonly preferred?: string | undefined;
}

type Found = CardNetworks | readonly string[] | undefined;

/**
 * Looks up the networks of a card.
 * @param bin8 - the first eight digits of its number
 */
export type NetworksOf = (bin8: string) => Found | Promise<Found>;
