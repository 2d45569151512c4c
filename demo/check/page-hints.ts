import type { Hints } from '../../src/check-proxy/index.js';

/** How to provide what the checks are missing, by the inputs of this page. */
export const PAGE_HINTS: Hints = {
  fakeService: 'Turn on “Use a fake payments service” and start the proxy with its URL as the service URL.',
  origin: 'Enter one under “More options”.',
  orderTokens: 'If the proxy requires order tokens, use the command: npx --no payment-widget check-proxy.',
  orders: 'Or enter the reference prefix, amount and currency of orders that it knows under “More options”.',
  apiKey: 'Use the fake service, which receives the key.',
  live: 'Check a proxy with a Test key, or turn on “Live key” under “More options” to send nothing that can be charged.',
};
