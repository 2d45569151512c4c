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
} from 'payment-widget/contract';
import { checkRefused, failure, unchecked, warning, type Group, type Verdict } from '../check.js';
import {
  describe,
  isPage,
  isProblem,
  isSuccess,
  isUnknownPath,
  jsonOf,
  NoResponseError,
  outcomeOf,
  type ProxyResponse,
} from '../http.js';
import { DEFAULTS, type Prober } from '../prober.js';
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
  checks: [
    {
      id: 'method',
      proves: 'Only POST can pay',
      fix: 'Return 405 with Allow: POST for every other method. Links, images and prefetching send GET.',
      async run(probe) {
        const passed: string[] = [];
        for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
          const { response, received } = await probe.pay({ method });
          if (isSuccess(response) || received.some((request) => request.method === 'POST')) {
            return failure(`${method} returned ${describe(response)}.`);
          }
          if (received.length > 0) passed.push(method);
        }
        return passed.length > 0 ? warning(`The service received, with your key: ${passed.join(', ')}.`) : undefined;
      },
    },
    {
      id: 'content-type',
      proves: 'Only application/json without a Content-Encoding is accepted',
      fix: 'Return 415 for any other Content-Type: forms on other sites can send text/plain without a preflight. Return 415 for a Content-Encoding that you do not decode: you would check other data than the service reads.',
      run(probe) {
        const types = ['text/plain', 'application/x-www-form-urlencoded', undefined];
        const payments = types.map(
          (type) => [type ?? 'No Content-Type', { headers: { 'Content-Type': type } }] as const,
        );
        const encoded = { headers: { 'Content-Encoding': 'check-proxy' } };
        return checkRefused(probe, [...payments, ['An unknown Content-Encoding', encoded]], warning);
      },
    },
    {
      id: 'key-required',
      proves: 'A payment without a valid Idempotency-Key is refused',
      fix: `Return 400 if ${IDEMPOTENCY_KEY} is not 22 to 255 base64url characters. Without a key, repeated payments cannot be detected.`,
      run(probe) {
        const keys = [undefined, 'short', `${'k'.repeat(30)} or 1=1`];
        const payments = keys.map(
          (key) => [key ? `"${key}"` : 'No key', { headers: { [IDEMPOTENCY_KEY]: key } }] as const,
        );
        return checkRefused(probe, payments, probe.config.idempotency ? failure : warning);
      },
    },
    {
      id: 'not-json',
      proves: 'A body that is not JSON is refused',
      fix: 'Return 400 for a body that cannot be parsed. 5xx would mean that the card may have been charged.',
      harmless: true,
      async run(probe) {
        const { response } = await probe.pay({ body: '{"amount":' });
        if (isSuccess(response)) return failure(`The proxy returned ${describe(response)}.`);
        // With a Live key, only this request shows whether there is a proxy.
        const isProxy = probe.mode !== undefined || isProblem(response);
        if (probe.settings.live && !isProxy && isUnknownPath(response))
          return explainOtherServer(response, probe.settings);
        return response.status >= 500 ? warning(`The proxy returned ${describe(response)}.`) : undefined;
      },
    },
    {
      id: 'body-limit',
      proves: 'A body of more than 16 KiB is refused',
      fix: 'Return 413 for a body of more than 16 KiB. A payment has about 500 bytes; web servers often accept 1 MB and more.',
      async run(probe) {
        try {
          const { response, received } = await probe.pay({ metadata: { note: 'x'.repeat(16 * 1024) } });
          if (response.status === 413) return undefined;
          if (received.length > 0) return warning('The service received it.');
          return warning(`The proxy returned ${describe(response)}. Expected 413.`);
        } catch (error) {
          if (error instanceof NoResponseError && error.reason === 'broken') return undefined; // closing the connection is fine
          throw error;
        }
      },
    },
    {
      id: 'card-rules',
      proves: 'A card that the form refuses is refused',
      fix: 'Return 422 invalid_request for a card number that begins with 0 or has a wrong check digit, and for a past expiry date. Card testers do not use the form.',
      run: (probe) =>
        checkRefused(
          probe,
          [
            ['A number that begins with 0', { card: { number: `0${DEFAULTS.card}` } }],
            ['A number with a wrong check digit', { card: { number: '4242424242424241' } }],
            ['A past expiry date', { card: { exp_month: 1, exp_year: 2020 } }],
          ],
          warning,
        ),
    },
    {
      id: 'brands',
      proves: 'A card of a brand that is not in brands is refused',
      fix: 'Return 422 invalid_request with the pointer /payment_method/card/number before anything is sent. A page can be manipulated.',
      async run(probe) {
        const { brands } = probe.config;
        if (!brands) return unchecked('/config has no brands, so all are accepted.');
        const [brand, card] = BRANDS.find(([id]) => !brands.includes(id)) ?? [];
        if (!brand) return unchecked('All brands of the test cards are accepted.');
        return checkRefused(probe, [[`A card of ${brand}`, { card }]], failure);
      },
    },
    {
      id: 'price',
      proves: 'A wrong price is refused, and the response contains the right one',
      fix: 'Look up the price by the reference. If it differs, return 409 amount_changed, "not_charged", with the amount and currency of the order.',
      async run(probe) {
        const { amount, currency } = probe.settings;
        const { response, received } = await probe.pay({ amount: amount + 1 });
        if (isSuccess(response) || received.length > 0) return warning('The page decides the price.');
        if (outcomeOf(response) !== 'not_charged') {
          return failure(`The proxy returned ${describe(response)}, which does not mean "not_charged".`);
        }
        if (response.status !== 409) return undefined;
        const { amount: price, currency: unit } = (jsonOf(response) ?? {}) as Readonly<Record<string, unknown>>;
        if (price === amount && unit === currency) return undefined;
        return failure('The response does not contain the price of the order.');
      },
    },
    {
      id: 'not-found',
      proves: 'Unknown paths are refused',
      fix: 'Return 404 for every path that is not in the contract.',
      harmless: true,
      async run(probe) {
        const response = await probe.send({ method: 'GET', path: '/v1/refunds' });
        if (response.status >= 400 && response.status < 500) return undefined;
        const verdict = isSuccess(response) && !isPage(response) ? failure : warning;
        return verdict(`GET …/v1/refunds returned ${describe(response)}.`);
      },
    },
    {
      id: 'networks',
      proves: 'The networks of a card are looked up by eight digits only',
      fix: 'Return { "networks": […] } for eight digits, empty if they are not known, and 400 for anything else. More digits in a URL are card data in logs.',
      harmless: true,
      async run(probe) {
        if (!probe.config.networks) return unchecked('/config has no networks, so pages do not ask.');
        const { number } = probe.card;
        for (const digits of [number.slice(0, 8), number, number.slice(0, 6)]) {
          const response = await probe.send({ method: 'GET', path: `${NETWORKS_PATH}/${digits}` });
          const expected = digits.length === 8 ? [200, 429, 503] : [400];
          if (!expected.includes(response.status))
            return failure(`${digits.length} digits returned ${describe(response)}.`);
        }
        return undefined;
      },
    },
  ],
};

const FOREIGN = 'https://check-proxy.invalid';
const EXPOSED = [PAYMENTS_MODE, RETRY_AFTER, IDEMPOTENCY_REPLAYED];

export const origins: Group = {
  name: 'Origins',
  needs: ['payment'],
  checks: [
    {
      id: 'own-page',
      proves: "Browsers without Sec-Fetch-Site can pay from the proxy's own origin",
      fix: 'Compare Origin with the public URL that browsers see, not with the internal host name.',
      async run(probe) {
        const { response } = await probe.pay({ headers: { 'Sec-Fetch-Site': undefined } });
        if (isSuccess(response)) return undefined;
        return warning(`With only the Origin header, the proxy returned ${describe(response)}.`);
      },
    },
    {
      id: 'foreign-page',
      proves: 'A payment from another site is refused',
      fix: 'Return 403 if Sec-Fetch-Site is cross-site, or if Origin is neither your own nor on your list.',
      run(probe) {
        const from = (site?: string) => ({ headers: { Origin: FOREIGN, 'Sec-Fetch-Site': site } });
        // Not every browser sends Sec-Fetch-Site.
        const payments = [
          ['A payment', from('cross-site')],
          ['With only the Origin header, a payment', from()],
        ] as const;
        return checkRefused(probe, payments, failure);
      },
    },
    {
      id: 'cors',
      proves: 'Other sites cannot read responses (CORS)',
      fix: 'List the allowed origins. Never set Access-Control-Allow-Origin to "*", "null" or whatever Origin was sent.',
      harmless: true,
      async run(probe) {
        const { url, origin: known = url.origin } = probe.settings;
        const lookalikes = new Set([url.origin, known].map((origin) => `${origin}.invalid`));
        for (const origin of [FOREIGN, 'null', ...lookalikes]) {
          for (const response of await requestFrom(probe, origin)) {
            if (isReadable(response, origin)) return failure(`${origin} is allowed.`);
          }
        }
        return undefined;
      },
    },
    {
      id: 'allowed-page',
      proves: 'A page of the given origin can pay and read what it needs',
      fix: `Allow POST, Content-Type and ${IDEMPOTENCY_KEY} for this origin and expose ${EXPOSED.join(', ')}, also on errors.`,
      needs: ['payment', 'origin'],
      async run(probe) {
        const { origin = '' } = probe.settings;
        const headers = { Origin: origin, 'Sec-Fetch-Site': 'cross-site' };
        const preflights = await checkPreflights(probe, headers);
        if (preflights) return preflights;
        const { response } = await probe.pay({ headers });
        if (!isSuccess(response)) return failure(`The payment returned ${describe(response)}.`);
        const { response: refusal } = await probe.pay({ headers, body: '{"amount":' });
        for (const one of [response, refusal]) {
          if (isReadable(one, origin)) continue;
          return failure(
            `Access-Control-Allow-Origin is missing on ${describe(one)}, so the page sees a network error and an unknown outcome.`,
          );
        }
        const exposed = [response, refusal].map((one) => listed(one, 'Access-Control-Expose-Headers'));
        const hidden = EXPOSED.filter((name) => exposed.some((names) => !names.includes(name.toLowerCase())));
        return hidden.length > 0 ? warning(`Access-Control-Expose-Headers lacks ${hidden.join(', ')}.`) : undefined;
      },
    },
  ],
};

const isReadable = ({ headers }: ProxyResponse, origin: string): boolean =>
  [origin, '*'].includes(headers.get('Access-Control-Allow-Origin') ?? '');

const listed = ({ headers }: ProxyResponse, name: string): string[] =>
  (headers.get(name) ?? '')
    .toLowerCase()
    .split(',')
    .map((item) => item.trim());

async function checkPreflights(probe: Prober, from: Readonly<Record<string, string>>): Promise<Verdict | undefined> {
  const { config, settings } = probe;
  const token = settings.orderTokenSecret ? [ORDER_TOKEN] : [];
  const routes = [
    { path: PAYMENTS_PATH, method: 'POST', needed: ['Content-Type', IDEMPOTENCY_KEY, ...token] },
    ...(config.recovery ? [{ path: ATTEMPTS_PATH, method: 'GET', needed: [IDEMPOTENCY_KEY, ...token] }] : []),
  ];
  for (const { path, method, needed } of routes) {
    const response = await probe.send({ method: 'OPTIONS', path, headers: { ...from, ...preflight(method, needed) } });
    if (!isSuccess(response) || !isReadable(response, from['Origin'] ?? '')) {
      return failure(`The preflight of …${path} returned ${describe(response)}, or does not allow the origin.`);
    }
    const allowed = listed(response, 'Access-Control-Allow-Headers');
    const refused = needed.filter((name) => !allowed.includes(name.toLowerCase()));
    if (refused.length > 0) return failure(`Access-Control-Allow-Headers of …${path} lacks ${refused.join(', ')}.`);
  }
  return undefined;
}

const preflight = (method: string, headers: readonly string[]) => ({
  'Access-Control-Request-Method': method,
  'Access-Control-Request-Headers': headers.join().toLowerCase(),
});

async function requestFrom(probe: Prober, origin: string): Promise<ProxyResponse[]> {
  const headers = { Origin: origin, 'Sec-Fetch-Site': 'cross-site' };
  const asked = preflight('POST', ['Content-Type', IDEMPOTENCY_KEY]);
  return [
    await probe.send({ method: 'OPTIONS', headers: { ...headers, ...asked } }),
    await probe.send({ method: 'GET', path: CONFIG_PATH, headers }),
    await probe.send({ headers: { ...headers, 'Content-Type': JSON_TYPE }, body: '{}' }),
  ];
}
