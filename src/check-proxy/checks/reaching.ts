import { createIdempotencyKey, IDEMPOTENCY_KEY, PAYMENTS_PATH } from '../../contract/protocol.js';
import { failure, unchecked, warning, type Group } from '../check.js';
import { jsonOf, PAGE_TOKEN } from '../prober.js';

/** What nobody but the page and the proxy has any business with. */
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

/** Every text and number in JSON, as text. */
function leavesOf(json: unknown): string[] {
  if (typeof json === 'object' && json !== null) return Object.values(json).flatMap(leavesOf);
  return [String(json)];
}

/** What the payments service gets. Only the stand-in can tell. */
export const reaching: Group = {
  name: 'What reaches the service',
  checks: [
    {
      id: 'stand-in',
      proves: 'The stand-in of the service gets what is paid',
      mend: 'Start the proxy with the address of the stand-in as that of the service, without /v1.',
      needs: ['payment', 'stand-in'],
      run: ({ service, reachesService }) =>
        Promise.resolve(reachesService ? undefined : failure(`Nothing came to ${service.url}.`)),
    },
    {
      id: 'one-request',
      proves: 'One payment is one request to the service',
      mend: 'Send it once: no retry, no mirror, no second upstream.',
      needs: ['payment', 'service'],
      run: ({ first: { received } }) =>
        Promise.resolve(received.length === 1 ? undefined : failure(`${received.length} requests came.`)),
    },
    {
      id: 'authorization',
      proves: 'The service gets Authorization: Bearer with the key',
      mend: 'Add "Authorization: Bearer <API key>" to what goes to the service, with the key from the environment.',
      needs: ['payment', 'service'],
      run({ first: { received } }) {
        const { authorization } = received[0]?.headers ?? {};
        if (authorization === undefined) return Promise.resolve(failure('No Authorization header came.'));
        const isBearer = /^Bearer \S+$/.test(authorization);
        return Promise.resolve(
          isBearer ? undefined : failure('An Authorization header came that is not "Bearer <key>".'),
        );
      },
    },
    {
      id: 'page-authorization',
      proves: "A page's own Authorization header goes nowhere",
      mend: 'Set the header, do not add it, and drop what came from the page.',
      needs: ['payment', 'service'],
      async run(probe) {
        const { received } = await probe.pay({ headers: { Authorization: `Bearer ${PAGE_TOKEN}` } });
        const came = received.some(({ headers }) => headers.authorization?.includes(PAGE_TOKEN));
        return came ? failure('What the page sent came to the service.') : undefined;
      },
    },
    {
      id: 'payment-arrives',
      proves: 'The service gets the payment as JSON, amount, currency and card in it',
      mend: 'Pass the body on as application/json, with the amount that the shopper saw.',
      needs: ['payment', 'service'],
      run({ first: { received, payment }, card, config }) {
        const [{ headers, body } = { headers: {}, body: '' }] = received;
        const json = jsonOf({ text: body });
        if (json === undefined) return Promise.resolve(failure('What came is not JSON.'));
        if (!/\bjson\b/i.test(headers['content-type'] ?? '')) {
          return Promise.resolve(failure(`It came with Content-Type "${headers['content-type'] ?? ''}".`));
        }
        if (!config.encryption_key && !body.includes(card.number)) {
          return Promise.resolve(failure('The card number did not come.'));
        }
        const values = new Set(leavesOf(json));
        if (!values.has(String(payment.amount))) {
          return Promise.resolve(warning('The amount is not in it, at least not in minor units.'));
        }
        const hasCurrency = values.has(payment.currency) || values.has(payment.currency.toLowerCase());
        return Promise.resolve(hasCurrency ? undefined : warning('The currency is not in it.'));
      },
    },
    {
      id: 'read-once',
      proves: 'An amount that stands in the JSON twice does not reach the service twice',
      mend: 'Send what you have parsed and checked, written anew, and not the text of the page: the service may read the other amount.',
      needs: ['payment', 'service'],
      async run(probe) {
        const key = createIdempotencyKey();
        const payment = probe.payment();
        const body = JSON.stringify(await probe.sealed(payment, key));
        const twice = body.replace('{', `{"amount":${payment.amount + 1},`);
        const { received } = await probe.pay({ key, body: twice });
        const hasBoth = received.some((request) => request.body.split('"amount"').length > 2);
        return hasBoth
          ? warning('Both came: what is paid may be another price than the one that was looked at.')
          : undefined;
      },
    },
    {
      id: 'key-passed-on',
      proves: 'The service gets the Idempotency-Key of the page',
      mend: `Pass ${IDEMPOTENCY_KEY} on unchanged, so that a service that knows keys charges a repeated payment once.`,
      needs: ['payment', 'service'],
      run({ first: { received, key } }) {
        const came = received[0]?.headers[IDEMPOTENCY_KEY.toLowerCase()];
        if (came === key) return Promise.resolve(undefined);
        return Promise.resolve(warning(came === undefined ? 'It did not come.' : 'Another one came.'));
      },
    },
    {
      id: 'nothing-added',
      proves: 'Nothing else of the page reaches the service: no cookie, no referrer, no query',
      mend: 'Build the request to the service anew, with its own headers and a fixed address.',
      needs: ['payment', 'service'],
      async run(probe) {
        const { received } = await probe.pay({ headers: PAGE_HEADERS, path: `${PAYMENTS_PATH}?from=the-page` });
        const [request] = received;
        if (!request) return unchecked('With a query in its address the payment did not come to the service.');
        const came = Object.keys(PAGE_HEADERS).filter((name) => name.toLowerCase() in request.headers);
        if (request.url.includes('?')) came.push('the query');
        return came.length > 0 ? warning(`These came: ${came.join(', ')}.`) : undefined;
      },
    },
    {
      id: 'other-paths',
      proves: 'No other operation of the service can be reached with the key',
      mend: 'Serve the exact path and answer 404 for all others: whoever can reach refunds through it has the key.',
      needs: ['payment', 'service'],
      async run(probe) {
        const open: string[] = [];
        for (const path of OTHER_PATHS) {
          for (const method of ['GET', 'POST']) {
            const { received } = await probe.pay({ method, path, body: '{}' });
            if (received.length > 0) open.push(`${method} ${path}`);
          }
        }
        return open.length > 0 ? failure(`The service got ${open.join(', ')}.`) : undefined;
      },
    },
  ],
};
