/** How the user provides what the checks are missing, in full sentences. */
export interface Hints {
  /** The fake payments service. */
  readonly fakeService: string;
  /** An origin whose pages may use the proxy. */
  readonly origin: string;
  /** The secret of the proxy's order tokens. */
  readonly orderTokens: string;
  /** Orders that the proxy knows. */
  readonly orders: string;
  /** The proxy's API key. */
  readonly apiKey: string;
  /** The confirmation that the proxy has a Live key. */
  readonly live: string;
}

export const CLI_HINTS: Hints = {
  fakeService: 'Add --service 4299 and start the proxy with http://127.0.0.1:4299 as the service URL.',
  origin: 'Add --origin https://shop.example.',
  orderTokens: 'If the proxy requires order tokens, set ORDER_TOKEN_SECRET in the environment.',
  orders: 'Or pass --reference, --amount and --currency of orders that it knows.',
  apiKey: 'Set PAYMENTS_API_KEY in the environment, or add --service.',
  live: 'Check a proxy with a Test key, or add --live to send nothing that can be charged.',
};
