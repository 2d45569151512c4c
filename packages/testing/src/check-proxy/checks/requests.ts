import { ATTEMPTS_PATH, CONFIG_PATH, IDEMPOTENCY_KEY, JSON_TYPE, ORDER_TOKEN } from 'payment-widget/contract';
import { signClaims } from 'payment-widget-proxy/internal';
import { checkRefused, failure, warning, type Group, type ProxyCheck } from '../check.js';
import { PRICE, type Prober } from '../prober.js';
import { inWords, isSuccess, jsonOf, meaningOf, type ProxyResponse } from '../responses.js';

const FOREIGN = 'https://check-proxy.invalid';

const fromOrigin = (origin: string) => ({ Origin: origin, 'Sec-Fetch-Site': 'cross-site' });

export const requests: Group = {
  name: 'Requests',
  needs: ['payment'],
  checks: {
    'key-required': {
      proves: 'A payment without an Idempotency-Key of 22 to 255 base64url characters gets 400',
      fix: 'Check the Idempotency-Key before you send, and respond with 400 invalid_request.',
      run: (probe) =>
        checkRefused(probe, probe.config.idempotency ? failure : warning, [
          ['No key', { headers: { [IDEMPOTENCY_KEY]: undefined } }],
          ['A short key', { headers: { [IDEMPOTENCY_KEY]: 'short' } }],
        ]),
    },
    'not-json': {
      proves: 'A body that is not JSON gets 400: 5xx would mean that the card may have been charged',
      fix: 'Catch the error of the JSON parser, and respond with 400 invalid_request.',
      harmless: true,
      async run(probe) {
        const { response } = await probe.pay({ body: '{"amount":' });
        if (meaningOf(response) === 'not_charged' && ![401, 404, 405].includes(response.status)) return undefined;
        return failure(`The proxy returned ${inWords(response)}.`);
      },
    },
    price: {
      proves: 'A wrong price gets 409 amount_changed with the right amount and currency',
      fix: 'Compare amount and currency with the order, and respond with 409 amount_changed and those of the order.',
      async run(probe) {
        const { response, received } = await probe.pay({ amount: PRICE.amount + 1 });
        const isSent = isSuccess(response) || received.length > 0;
        if (isSent) return (probe.settings.orderTokenSecret ? failure : warning)('The page decides the price.');
        if (meaningOf(response) !== 'not_charged') {
          return failure(`The proxy returned ${inWords(response)}, which does not mean "not_charged".`);
        }
        const { amount, currency } = (jsonOf(response) ?? {}) as Readonly<Record<string, unknown>>;
        if (response.status !== 409 || (amount === PRICE.amount && currency === PRICE.currency)) return undefined;
        return failure('The response does not contain the price of the order.');
      },
    },
    'foreign-page': {
      proves: 'A payment from another site gets 403: by Sec-Fetch-Site, or by Origin where browsers send no other',
      fix: 'Respond with 403 origin_not_allowed if Origin is neither your own nor in your list. Without Origin, refuse Sec-Fetch-Site cross-site.',
      run: (probe) =>
        checkRefused(probe, failure, [
          ['A payment', { headers: fromOrigin(FOREIGN) }],
          // Not every browser sends Sec-Fetch-Site.
          ['A payment with only Origin', { headers: { Origin: FOREIGN, 'Sec-Fetch-Site': undefined } }],
        ]),
    },
    cors: {
      proves: 'Other sites cannot read responses (CORS)',
      fix: 'List the allowed origins. Never set Access-Control-Allow-Origin to "*", "null" or whatever Origin was sent.',
      harmless: true,
      async run(probe) {
        for (const origin of [FOREIGN, 'null', `${probe.settings.url.origin}.invalid`]) {
          for (const request of [
            { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'POST' } },
            { method: 'GET', path: CONFIG_PATH, headers: {} },
            { headers: { 'Content-Type': JSON_TYPE }, body: '{}' },
          ]) {
            const response = await probe.send({ ...request, headers: { ...request.headers, ...fromOrigin(origin) } });
            if (isReadable(response, origin)) return failure(`${origin} is allowed.`);
          }
        }
        return undefined;
      },
    },
  },
};

const isReadable = ({ headers }: ProxyResponse, origin: string): boolean =>
  [origin, '*'].includes(headers.get('Access-Control-Allow-Origin') ?? '');

type Token = readonly [what: string, token: string | undefined];

const refusal = (
  proves: string,
  tokens: (probe: Prober, reference: string) => Promise<readonly Token[]>,
  cannotRead = false,
): ProxyCheck => ({
  proves,
  fix: 'Verify the token by HS256 only, then exp and reference. Respond with 403 order_token_invalid or order_token_expired.',
  async run(probe) {
    const { reference } = probe.payment();
    for (const [what, token] of await tokens(probe, reference)) {
      const payment = { reference, headers: { [ORDER_TOKEN]: token } };
      const verdict = await checkRefused(probe, failure, [[`A payment with ${what}`, payment]]);
      if (verdict) return verdict;
      if (!cannotRead || !probe.config.recovery) continue;
      const headers = { [ORDER_TOKEN]: token, [IDEMPOTENCY_KEY]: probe.first.key };
      const read = await probe.send({ method: 'GET', path: ATTEMPTS_PATH, headers });
      if (read.status !== 403) return failure(`With ${what}, GET …${ATTEMPTS_PATH} returned ${inWords(read)}.`);
    }
    return undefined;
  },
});

export const orderTokens: Group = {
  name: 'Order tokens',
  needs: ['payment', 'tokens'],
  checks: {
    'token-missing': refusal(
      'Without an order token, nobody can pay or read an attempt',
      () => Promise.resolve([['no token', undefined]]),
      true,
    ),
    'token-forged': refusal('A forged order token is refused', forge),
    'token-order': refusal(
      'The token of another order is refused',
      async (probe) => [['the token of another order', await probe.createToken(probe.payment().reference)]],
      true,
    ),
    'token-expired': refusal('An expired order token is refused', async (probe, reference) => {
      const claims = { reference, ...PRICE, exp: Math.floor(Date.now() / 1000) - 3600 };
      return [['an expired token', await signClaims(claims, probe.settings.orderTokenSecret ?? '')]];
    }),
  },
};

async function forge(probe: Prober, reference: string): Promise<readonly Token[]> {
  const [header = '', content = '', signature = ''] = (await probe.createToken(reference)).split('.');
  const changed = { reference, ...PRICE, exp: 4_102_444_800 }; // 2100-01-01
  const other = await signClaims(changed, 'a secret that no proxy has, of 32 bytes or more');
  return [
    ['a token signed with another secret', other],
    ['a changed token', `${header}.${encode(changed)}.${signature}`],
    ['an unsigned token', `${encode({ alg: 'none' })}.${content}.`],
  ];
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
