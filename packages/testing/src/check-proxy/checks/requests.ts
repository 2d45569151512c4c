import {
  ATTEMPTS_PATH,
  CONFIG_PATH,
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_REPLAYED,
  JSON_TYPE,
  NETWORKS_PATH,
  ORDER_TOKEN,
  PAYMENTS_MODE,
  PAYMENTS_PATH,
  RETRY_AFTER,
  parseProblem,
} from 'payment-widget/contract';
import { signClaims } from 'payment-widget-proxy/internal';
import { checkRefused, failure, unchecked, warning, type Group, type ProxyCheck } from '../check.js';
import { NoResponseError, PROBE_DEFAULTS, type Prober } from '../prober.js';
import {
  inWords,
  isWebPage,
  isProblem,
  isSuccess,
  isUnknownPath,
  jsonOf,
  meaningOf,
  type ProxyResponse,
} from '../responses.js';
import { explainOtherServer } from './payments.js';

const BRANDS = [
  ['mastercard', { number: '5555555555554444' }],
  ['american-express', { number: '378282246310005', cvc: '1234' }],
  ['visa', { number: '4242424242424242' }],
  ['jcb', { number: '3530111333300000' }],
] as const;

export const invalidRequests: Group = {
  name: 'Invalid requests',
  needs: ['payment'],
  checks: {
    method: {
      proves: 'Only POST can pay; other methods get 405 with Allow: POST',
      async run(probe) {
        const passed: string[] = [];
        for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
          const { response, received } = await probe.pay({ method });
          if (isSuccess(response) || received.some((request) => request.method === 'POST')) {
            return failure(`${method} returned ${inWords(response)}.`);
          }
          if (received.length > 0) passed.push(method);
        }
        return passed.length > 0 ? warning(`The service received, with your key: ${passed.join(', ')}.`) : undefined;
      },
    },
    'content-type': {
      proves: 'Any Content-Type but application/json gets 415, and so does a Content-Encoding',
      run: (probe) =>
        checkRefused(probe, warning, [
          ['text/plain', { headers: { 'Content-Type': 'text/plain' } }],
          ['A form', { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }],
          ['No Content-Type', { headers: { 'Content-Type': undefined } }],
          ['An unknown Content-Encoding', { headers: { 'Content-Encoding': 'check-proxy' } }],
        ]),
    },
    'key-required': {
      proves: 'A payment without an Idempotency-Key of 22 to 255 base64url characters gets 400',
      run: (probe) =>
        checkRefused(probe, probe.config.idempotency ? failure : warning, [
          ['No key', { headers: { [IDEMPOTENCY_KEY]: undefined } }],
          ['A short key', { headers: { [IDEMPOTENCY_KEY]: 'short' } }],
          ['A key with spaces', { headers: { [IDEMPOTENCY_KEY]: `${'k'.repeat(30)} or 1=1` } }],
        ]),
    },
    'not-json': {
      proves: 'A body that is not JSON gets 400: 5xx would mean that the card may have been charged',
      harmless: true,
      async run(probe) {
        const { response } = await probe.pay({ body: '{"amount":' });
        if (isSuccess(response)) return failure(`The proxy returned ${inWords(response)}.`);
        // With a Live key, only this request shows whether there is a proxy.
        const isProxy = probe.mode !== undefined || isProblem(response);
        if (probe.settings.live && !isProxy && isUnknownPath(response)) {
          return explainOtherServer(response, probe.settings);
        }
        return response.status >= 500 ? warning(`The proxy returned ${inWords(response)}.`) : undefined;
      },
    },
    'body-limit': {
      proves: 'A body of more than 16 KiB gets 413',
      async run(probe) {
        try {
          const { response, received } = await probe.pay({ metadata: { note: 'x'.repeat(16 * 1024) } });
          if (response.status === 413) return undefined;
          const sent = received.length > 0 ? ', and the service received it' : '';
          return warning(`The proxy returned ${inWords(response)}${sent}. Expected 413.`);
        } catch (error) {
          if (error instanceof NoResponseError && error.reason === 'broken') return undefined; // closing the connection is fine
          throw error;
        }
      },
    },
    'card-rules': {
      proves: 'A card that the form refuses gets 422: a first digit 0, a wrong check digit, a past expiry date',
      run: (probe) =>
        checkRefused(probe, warning, [
          ['A number that begins with 0', { card: { number: `0${PROBE_DEFAULTS.card}` } }],
          ['A number with a wrong check digit', { card: { number: '4242424242424241' } }],
          ['A past expiry date', { card: { exp_month: 1, exp_year: 2020 } }],
        ]),
    },
    brands: {
      proves: 'A card of a brand that is not in brands gets 422 with a pointer to its number',
      async run(probe) {
        const { brands } = probe.config;
        if (!brands) return unchecked('/config has no brands, so all are accepted.');
        const [brand, card] = BRANDS.find(([id]) => !brands.includes(id)) ?? [];
        if (!brand) return unchecked('All brands of the test cards are accepted.');
        return checkRefused(probe, failure, [[`A card of ${brand}`, { card }]]);
      },
    },
    price: {
      proves: 'A wrong price gets 409 amount_changed with the right amount and currency',
      async run(probe) {
        const { amount, currency } = probe.settings;
        const { response, received } = await probe.pay({ amount: amount + 1 });
        if (isSuccess(response) || received.length > 0) return warning('The page decides the price.');
        if (meaningOf(response) !== 'not_charged') {
          return failure(`The proxy returned ${inWords(response)}, which does not mean "not_charged".`);
        }
        const { amount: price, currency: unit } = (jsonOf(response) ?? {}) as Readonly<Record<string, unknown>>;
        if (response.status !== 409 || (price === amount && unit === currency)) return undefined;
        return failure('The response does not contain the price of the order.');
      },
    },
    'not-found': {
      proves: 'Unknown paths get 404',
      harmless: true,
      async run(probe) {
        const response = await probe.send({ method: 'GET', path: '/v1/refunds' });
        if (response.status >= 400 && response.status < 500) return undefined;
        const verdict = isSuccess(response) && !isWebPage(response) ? failure : warning;
        return verdict(`GET …/v1/refunds returned ${inWords(response)}.`);
      },
    },
    networks: {
      proves: 'Networks are looked up by eight digits; anything else gets 400, since URLs are logged',
      harmless: true,
      async run(probe) {
        if (!probe.config.networks) return unchecked('/config has no networks, so pages do not ask.');
        const { number } = probe.card;
        for (const [digits, expected] of [
          [number.slice(0, 8), [200, 429, 503]],
          [number, [400]],
          [number.slice(0, 6), [400]],
        ] as const) {
          const response = await probe.send({ method: 'GET', path: `${NETWORKS_PATH}/${digits}` });
          if (expected.some((status) => status === response.status)) continue;
          return failure(`${digits.length} digits returned ${inWords(response)}.`);
        }
        return undefined;
      },
    },
  },
};

const FOREIGN = 'https://check-proxy.invalid';
const EXPOSED = [PAYMENTS_MODE, RETRY_AFTER, IDEMPOTENCY_REPLAYED];

export const origins: Group = {
  name: 'Origins',
  needs: ['payment'],
  checks: {
    'own-page': {
      proves: "Browsers without Sec-Fetch-Site can pay from the proxy's own origin",
      fix: 'Compare Origin with the public URL that browsers see, not with the internal host name.',
      async run(probe) {
        const { response } = await probe.pay({ headers: { 'Sec-Fetch-Site': undefined } });
        if (isSuccess(response)) return undefined;
        return warning(`With only the Origin header, the proxy returned ${inWords(response)}.`);
      },
    },
    'foreign-page': {
      proves: 'A payment from another site gets 403: by Sec-Fetch-Site, or by Origin where browsers send no other',
      run: (probe) =>
        checkRefused(probe, failure, [
          ['A payment', { headers: { Origin: FOREIGN, 'Sec-Fetch-Site': 'cross-site' } }],
          // Not every browser sends Sec-Fetch-Site.
          ['A payment with only Origin', { headers: { Origin: FOREIGN, 'Sec-Fetch-Site': undefined } }],
        ]),
    },
    cors: {
      proves: 'Other sites cannot read responses (CORS)',
      fix: 'List the allowed origins. Never set Access-Control-Allow-Origin to "*", "null" or whatever Origin was sent.',
      harmless: true,
      async run(probe) {
        const { url, origin: known = url.origin } = probe.settings;
        const preflight = { method: 'OPTIONS', headers: preflightHeaders('POST', ['Content-Type', IDEMPOTENCY_KEY]) };
        for (const origin of new Set([FOREIGN, 'null', `${url.origin}.invalid`, `${known}.invalid`])) {
          for (const { headers, ...request } of [
            preflight,
            { method: 'GET', path: CONFIG_PATH, headers: {} },
            { headers: { 'Content-Type': JSON_TYPE }, body: '{}' },
          ]) {
            const response = await probe.send({ ...request, headers: { ...headers, ...fromOrigin(origin) } });
            if (isReadable(response, origin)) return failure(`${origin} is allowed.`);
          }
        }
        return undefined;
      },
    },
    'allowed-page': {
      proves: 'A page of the given origin can pay and read what it needs',
      fix: `Allow POST, Content-Type and ${IDEMPOTENCY_KEY} for this origin and expose ${EXPOSED.join(', ')}, also on errors.`,
      needs: ['payment', 'origin'],
      async run(probe) {
        const { origin = '' } = probe.settings;
        const headers = fromOrigin(origin);
        const verdict = await checkPreflights(probe, origin);
        if (verdict) return verdict;
        const { response } = await probe.pay({ headers });
        if (!isSuccess(response)) return failure(`The payment returned ${inWords(response)}.`);
        const responses = [response, (await probe.pay({ headers, body: '{"amount":' })).response];
        const unreadable = responses.find((one) => !isReadable(one, origin));
        if (unreadable) {
          return failure(
            `Access-Control-Allow-Origin is missing on ${inWords(unreadable)}, so the page sees a network error and an unknown outcome.`,
          );
        }
        const exposed = responses.map((one) => listed(one, 'Access-Control-Expose-Headers'));
        const hidden = EXPOSED.filter((name) => exposed.some((names) => !names.includes(name.toLowerCase())));
        return hidden.length > 0 ? warning(`Access-Control-Expose-Headers lacks ${hidden.join(', ')}.`) : undefined;
      },
    },
  },
};

const fromOrigin = (origin: string) => ({ Origin: origin, 'Sec-Fetch-Site': 'cross-site' });

const isReadable = ({ headers }: ProxyResponse, origin: string): boolean =>
  [origin, '*'].includes(headers.get('Access-Control-Allow-Origin') ?? '');

const listed = ({ headers }: ProxyResponse, name: string): string[] =>
  (headers.get(name) ?? '')
    .toLowerCase()
    .split(',')
    .map((item) => item.trim());

const preflightHeaders = (method: string, headers: readonly string[]) => ({
  'Access-Control-Request-Method': method,
  'Access-Control-Request-Headers': headers.join().toLowerCase(),
});

async function checkPreflights(probe: Prober, origin: string) {
  const token = probe.settings.orderTokenSecret ? [ORDER_TOKEN] : [];
  const routes = [
    { path: PAYMENTS_PATH, method: 'POST', needed: ['Content-Type', IDEMPOTENCY_KEY, ...token] },
    ...(probe.config.recovery ? [{ path: ATTEMPTS_PATH, method: 'GET', needed: [IDEMPOTENCY_KEY, ...token] }] : []),
  ];
  for (const { path, method, needed } of routes) {
    const headers = { ...fromOrigin(origin), ...preflightHeaders(method, needed) };
    const response = await probe.send({ method: 'OPTIONS', path, headers });
    if (!isSuccess(response) || !isReadable(response, origin)) {
      return failure(`The preflight of …${path} returned ${inWords(response)}, or does not allow the origin.`);
    }
    const allowed = listed(response, 'Access-Control-Allow-Headers');
    const refused = needed.filter((name) => !allowed.includes(name.toLowerCase()));
    if (refused.length > 0) return failure(`Access-Control-Allow-Headers of …${path} lacks ${refused.join(', ')}.`);
  }
  return undefined;
}

interface Refusal extends Pick<ProxyCheck, 'proves'> {
  readonly tokens: (probe: Prober, reference: string) => Promise<readonly Token[]>;
  /** Other paths that refuse them too. */
  readonly reads?: readonly string[];
  readonly code?: string;
}

type Token = readonly [what: string, token: string | undefined];

const refusal = ({ tokens, reads = [], code = 'order_token_invalid', ...texts }: Refusal): ProxyCheck => ({
  ...texts,
  async run(probe) {
    const { reference } = probe.payment();
    for (const [what, token] of await tokens(probe, reference)) {
      const payment = { reference, headers: { [ORDER_TOKEN]: token } };
      const verdict = await checkRefused(probe, failure, [[`A payment with ${what}`, payment]]);
      if (verdict) return verdict;
      const response = probe.responses.at(-1);
      if (response && !isRefusal(response, code)) {
        return warning(`A payment with ${what} returned ${inWords(response)}. Expected 403 ${code}.`);
      }
      for (const path of reads.filter((path) => path !== ATTEMPTS_PATH || probe.config.recovery)) {
        const headers = { [ORDER_TOKEN]: token, [IDEMPOTENCY_KEY]: probe.first.key };
        const read = await probe.send({ method: 'GET', path, headers });
        if (isRefusal(read, code)) continue;
        return failure(`With ${what}, GET …${path} returned ${inWords(read)}. Expected 403 ${code}.`);
      }
    }
    return undefined;
  },
});

const isRefusal = (response: ProxyResponse, code: string): boolean =>
  response.status === 403 && parseProblem(jsonOf(response))?.code === code;

export const orderTokens: Group = {
  name: 'Order tokens',
  needs: ['payment', 'tokens'],
  checks: {
    'token-missing': refusal({
      proves: 'Without an order token, every route except OPTIONS gives 403 order_token_invalid',
      tokens: () => Promise.resolve([['no token', undefined]]),
      reads: [CONFIG_PATH, ATTEMPTS_PATH],
    }),
    'token-forged': refusal({
      proves: 'A forged order token gets 403 order_token_invalid',
      tokens: forge,
    }),
    'token-order': refusal({
      proves: 'The token of another order gets 403 order_token_invalid',
      tokens: async (probe) => [['the token of another order', await probe.createToken(probe.payment().reference)]],
      reads: [ATTEMPTS_PATH],
    }),
    'token-expired': refusal({
      proves: 'An expired order token gets 403 order_token_expired',
      code: 'order_token_expired',
      tokens: async (probe, reference) => {
        const claims = { ...probe.order(reference), exp: Math.floor(Date.now() / 1000) - 3600 };
        return [['an expired token', await signClaims(claims, probe.settings.orderTokenSecret ?? '')]];
      },
    }),
    'token-price': {
      proves: 'A price that differs from the order token gets 409 amount_changed',
      async run(probe) {
        const amount = probe.settings.amount + 1;
        const withToken = async () => {
          const { reference } = probe.payment();
          return { reference, headers: { [ORDER_TOKEN]: await probe.createToken(reference, amount) } };
        };
        const payments = [['A price that differs from the token', await withToken()]] as const;
        const verdict = await checkRefused(probe, failure, payments);
        if (!verdict) return undefined;
        // The proxy may have a price of its own, which counts more than that of the token.
        const { response } = await probe.pay({ ...(await withToken()), amount });
        return response.status === 409 ? undefined : verdict;
      },
    },
    'token-kept': {
      proves: 'The order token does not reach the service',
      needs: ['payment', 'tokens', 'service'],
      async run(probe) {
        const { reference } = probe.payment();
        const token = await probe.createToken(reference);
        const { received } = await probe.pay({ reference, headers: { [ORDER_TOKEN]: token } });
        return JSON.stringify(received).includes(token) ? failure('The service received the token.') : undefined;
      },
    },
  },
};

async function forge(probe: Prober, reference: string): Promise<readonly Token[]> {
  const [header = '', content = '', signature = ''] = (await probe.createToken(reference)).split('.');
  const changed = { ...probe.order(reference), exp: 4_102_444_800 }; // 2100-01-01
  const other = await signClaims(changed, 'a secret that no proxy has, of 32 bytes or more');
  const none = encode({ alg: 'none' });
  return [
    ['a token signed with another secret', other],
    ['a changed token', `${header}.${encode(changed)}.${signature}`],
    ['an unsigned token', `${none}.${content}.`],
    ['a token with "alg": "none"', `${none}.${content}.${signature}`],
    ['a text that is not a token', 'order'],
  ];
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
