import { PAYMENTS_MODE, holdsSecret, toMode } from 'payment-widget/contract';
import { createRedactor } from 'payment-widget-proxy/internal';
import { failure, unchecked, warning, type Group } from '../check.js';
import { bodyContains, textContains, type ProxyResponse } from '../responses.js';

const LOCALHOST = /^(localhost|\[::1\]|127(\.\d+){3})$/;

/** Rules for every response. Runs last: the other checks cause the responses. */
export const allResponses: Group = {
  name: 'All responses',
  harmless: true,
  checks: {
    mode: {
      proves: `${PAYMENTS_MODE} is the same on every response and in /config: test, or live`,
      fix: `Add ${PAYMENTS_MODE} to every response, including errors, from one setting next to the key. With the wrong mode, a test moves real money.`,
      run({ responses, modes }) {
        const invalid = responses.find((one) => hasMode(one) && !toMode(one.headers.get(PAYMENTS_MODE)));
        // The value may be a secret: mode and key are configured side by side.
        if (invalid) return failure(`It is neither test nor live on ${nameOf(invalid)}.`);
        if (modes.size > 1) return failure('The proxy reports both test and live.');
        if (modes.size === 0) return warning('The proxy does not report its mode. Make sure that it has a Test key.');
        const silent = responses.find((one) => !hasMode(one));
        return silent && warning(`It is missing on ${nameOf(silent)}.`);
      },
    },
    'live-over-tls': {
      proves: 'A Live key is not used over plain HTTP, where others can read the card',
      fix: 'Serve the proxy over https.',
      run({ settings: { url, live }, modes }) {
        const isReadable = url.protocol === 'http:' && !LOCALHOST.test(url.hostname);
        const isLive = modes.has('live') || (live && !modes.has('test'));
        return isReadable && isLive ? failure(`${url.origin} does not use https.`) : undefined;
      },
    },
    'no-key': {
      proves: 'No response contains the API key, verbatim or URL-encoded',
      fix: 'Find the source: error pages that print the request, debug headers or the environment. Then replace the key, because it has leaked.',
      run({ responses, apiKeys }) {
        const redactor = createRedactor([...apiKeys]);
        const where = find(
          responses,
          (response) => bodyContains(response, redactor) || holdsSecret(response.text),
          (header) => textContains(header, redactor) || holdsSecret(header),
        );
        if (where) return failure(`The key is in ${where}.`);
        if (apiKeys.size > 0) return undefined;
        return unchecked('Only texts that look like a key were searched for. Set PAYMENTS_API_KEY, or add --service.');
      },
    },
    'no-card': {
      proves: 'No response contains the card number, with or without separators, or the security code',
      fix: 'Do not repeat the request in responses or error pages. Card data in responses ends up in logs.',
      harmless: false, // without a payment, no card was sent
      run({ responses, card }) {
        const redactor = createRedactor([]);
        const where = find(
          responses,
          (response) => bodyContains(response, redactor, { card }),
          (header) => textContains(header, redactor, { card }),
        );
        return where ? failure(`Card data is in ${where}.`) : undefined;
      },
    },
  },
};

const hasMode = ({ headers }: ProxyResponse) => headers.has(PAYMENTS_MODE);

const nameOf = ({ request, status }: ProxyResponse) => `${request} (${status})`;

function find(
  responses: readonly ProxyResponse[],
  bodyHolds: (response: ProxyResponse) => boolean,
  holds: (header: string) => boolean,
): string | undefined {
  const seen = new Set<string>(); // most are identical
  const isNew = (text: string) => !seen.has(text) && seen.add(text);
  for (const response of responses) {
    if (isNew(response.text) && bodyHolds(response)) return `the body of a response with status ${response.status}`;
    for (const [name, value] of response.headers) if (isNew(value) && holds(value)) return `the header ${name}`;
  }
  return undefined;
}
