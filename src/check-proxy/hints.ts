/** How whoever runs the checks gives them what they lack, in whole sentences. */
export interface Ways {
  /** The stand-in of the service. */
  readonly standIn: string;
  /** An origin whose pages may use the proxy. */
  readonly origin: string;
  /** Orders that the proxy knows. */
  readonly orders: string;
  /** The proxy's API key, to look for. */
  readonly apiKey: string;
  /** That the proxy holds a Live key. */
  readonly live: string;
}

/** In the command. */
export const OPTIONS: Ways = {
  standIn: 'Add --service 4299, and start the proxy with http://127.0.0.1:4299 as the address of the service.',
  origin: 'Add --origin https://shop.example.',
  orders: 'Or give --reference, --amount and --currency of orders that it knows.',
  apiKey: 'Give PAYMENTS_API_KEY in the environment, or --service.',
  live: 'Check the one with the Test key; or say --live, and nothing is sent that anybody could charge.',
};
