import { createIdempotencyKey, IDEMPOTENCY_KEY, PAYMENTS_PATH } from '../../contract/protocol.js';
import { failure, unchecked, warning, type Group } from '../check.js';
import { PAGE_TOKEN } from '../prober.js';
import { jsonOf } from '../responses.js';

/** Headers that the service must not receive. */
const PAGE_HEADERS = {
  Cookie: 'session=from-the-page',
  Referer: 'https://shop.example/checkout?customer=from-the-page',
  'X-From-The-Page': '1',
};

const OTHER_PATHS = [
  '/v1/refunds',
  `${PAYMENTS_PATH}/pay_1`,
  `${PAYMENTS_PATH}/../refunds`,
  `${PAYMENTS_PATH}%2f..%2frefunds`,
];

/** All primitive values in JSON, as strings. */
function leavesOf(json: unknown): string[] {
  if (typeof json === 'object' && json !== null) return Object.values(json).flatMap(leavesOf);
  return [String(json)];
}

/** What the payments service receives, as recorded by the fake service. */
export const serviceRequests: Group = {
  name: 'Requests to the service',
  checks: [
    {
      id: 'stand-in',
      proves: 'The fake service receives the payments',
      fix: 'Start the proxy with the URL of the fake service as the service URL, without /v1.',
      needs: ['payment', 'stand-in'],
      run: ({ service, reachesService }) => (reachesService ? undefined : failure(`${service.url} received nothing.`)),
    },
    {
      id: 'one-request',
      proves: 'One payment is one request to the service',
      fix: 'Send each payment once: no retry, no mirror, no second upstream.',
      needs: ['payment', 'service'],
      run: ({ first: { received } }) =>
        received.length === 1 ? undefined : failure(`The service received ${received.length} requests.`),
    },
    {
      id: 'authorization',
      proves: 'The service receives Authorization: Bearer with the API key',
      fix: 'Add "Authorization: Bearer <API key>" to requests to the service, with the key from the environment.',
      needs: ['payment', 'service'],
      run({ first: { received } }) {
        const { authorization } = received[0]?.headers ?? {};
        if (authorization === undefined) return failure('The Authorization header is missing.');
        const isBearer = /^Bearer \S+$/.test(authorization);
        return isBearer ? undefined : failure('The Authorization header is not "Bearer <key>".');
      },
    },
    {
      id: 'page-authorization',
      proves: 'An Authorization header of the page is dropped',
      fix: 'Replace the header instead of appending to it.',
      needs: ['payment', 'service'],
      async run(probe) {
        const { received } = await probe.pay({ headers: { Authorization: `Bearer ${PAGE_TOKEN}` } });
        const isForwarded = received.some(({ headers }) => headers.authorization?.includes(PAGE_TOKEN));
        return isForwarded ? failure('The service received the header of the page.') : undefined;
      },
    },
    {
      id: 'payment-arrives',
      proves: 'The service receives the payment as JSON, with amount, currency and card',
      fix: 'Forward the body as application/json, with the amount that the shopper saw.',
      needs: ['payment', 'service'],
      run({ first: { received, payment }, card }) {
        const [{ headers, body } = { headers: {}, body: '' }] = received;
        const json = jsonOf({ text: body });
        if (json === undefined) return failure('The body is not JSON.');
        if (!/\bjson\b/i.test(headers['content-type'] ?? '')) {
          return failure(`The Content-Type is "${headers['content-type'] ?? ''}".`);
        }
        if (!body.includes(card.number)) return failure('The card number is missing.');
        const values = new Set(leavesOf(json));
        if (!values.has(String(payment.amount))) {
          return warning('The amount in minor units is missing.');
        }
        const hasCurrency = values.has(payment.currency) || values.has(payment.currency.toLowerCase());
        return hasCurrency ? undefined : warning('The currency is missing.');
      },
    },
    {
      id: 'read-once',
      proves: 'A duplicate amount in the JSON does not reach the service',
      fix: 'Serialize the parsed and checked payment instead of forwarding the raw text. The service may read the other amount.',
      needs: ['payment', 'service'],
      async run(probe) {
        const key = createIdempotencyKey();
        const payment = probe.payment();
        const twice = JSON.stringify(payment).replace('{', `{"amount":${payment.amount + 1},`);
        const { received } = await probe.pay({ key, body: twice });
        const hasBoth = received.some((request) => request.body.split('"amount"').length > 2);
        return hasBoth
          ? warning('The service received both amounts, so it may charge another price than the one you checked.')
          : undefined;
      },
    },
    {
      id: 'key-passed-on',
      proves: 'The service receives the Idempotency-Key of the page',
      fix: `Forward ${IDEMPOTENCY_KEY} unchanged, so that a service that honours keys charges a repeated payment once.`,
      needs: ['payment', 'service'],
      run({ first: { received, key } }) {
        const forwarded = received[0]?.headers[IDEMPOTENCY_KEY.toLowerCase()];
        if (forwarded === key) return undefined;
        return warning(forwarded === undefined ? 'The key is missing.' : 'The service received another key.');
      },
    },
    {
      id: 'nothing-added',
      proves: 'Nothing else from the page reaches the service: no cookie, referrer or query',
      fix: 'Build a new request to the service, with its own headers and a fixed URL.',
      needs: ['payment', 'service'],
      async run(probe) {
        const { received } = await probe.pay({ headers: PAGE_HEADERS, path: `${PAYMENTS_PATH}?from=the-page` });
        const [request] = received;
        if (!request) return unchecked('With a query in its URL, the payment did not reach the service.');
        const forwarded = Object.keys(PAGE_HEADERS).filter((name) => name.toLowerCase() in request.headers);
        if (request.url.includes('?')) forwarded.push('the query');
        return forwarded.length > 0 ? warning(`The service received: ${forwarded.join(', ')}.`) : undefined;
      },
    },
    {
      id: 'other-paths',
      proves: 'No other operation of the service is reachable',
      fix: 'Serve only this path and return 404 for all others. Otherwise anybody can use your key for refunds.',
      needs: ['payment', 'service'],
      async run(probe) {
        const open: string[] = [];
        for (const path of OTHER_PATHS) {
          for (const method of ['GET', 'POST']) {
            const { received } = await probe.pay({ method, path, body: '{}' });
            if (received.length > 0) open.push(`${method} ${path}`);
          }
        }
        return open.length > 0 ? failure(`The service received ${open.join(', ')}.`) : undefined;
      },
    },
  ],
};
