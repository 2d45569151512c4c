import { ATTEMPTS_PATH, CONFIG_PATH, IDEMPOTENCY_KEY, ORDER_TOKEN, parseProblem } from 'payment-widget/contract';
import { signClaims } from 'payment-widget-proxy/internal';
import { checkRefused, failure, warning, type Group, type Verdict } from '../check.js';
import { describe, jsonOf, type ProxyResponse } from '../http.js';
import type { Prober } from '../prober.js';

export const orderTokens: Group = {
  name: 'Order tokens',
  needs: ['payment', 'tokens'],
  checks: [
    {
      id: 'token-missing',
      proves: 'A request without an order token is refused',
      fix: `Return 403 order_token_invalid on every route except OPTIONS if ${ORDER_TOKEN} is missing.`,
      async run(probe) {
        const verdict = await checkPayment(probe, 'Without a token', undefined, probe.payment().reference);
        return verdict ?? checkReads(probe, 'Without a token', undefined, [CONFIG_PATH, ATTEMPTS_PATH]);
      },
    },
    {
      id: 'token-forged',
      proves: 'A forged order token is refused',
      fix: 'Verify the signature (HS256 only, in constant time) before you read the claims, and return 403 order_token_invalid.',
      async run(probe) {
        const { reference } = probe.payment();
        for (const [what, token] of await forge(probe, reference)) {
          const verdict = await checkPayment(probe, `With ${what}`, token, reference);
          if (verdict) return verdict;
        }
        return undefined;
      },
    },
    {
      id: 'token-order',
      proves: 'The token of another order is refused',
      fix: 'Compare the reference in the token with the reference in the body and of the attempt, and return 403 order_token_invalid.',
      async run(probe) {
        const token = await probe.createToken(probe.payment().reference);
        const what = 'With the token of another order';
        const verdict = await checkPayment(probe, what, token, probe.payment().reference);
        return verdict ?? checkReads(probe, what, token, [ATTEMPTS_PATH]);
      },
    },
    {
      id: 'token-expired',
      proves: 'An expired order token is refused',
      fix: 'Return 403 order_token_expired after the time in exp. The widget asks the shopper to reload the page.',
      async run(probe) {
        const { reference } = probe.payment();
        const exp = Math.floor(Date.now() / 1000) - 3600;
        const token = await signClaims({ ...probe.order(reference), exp }, probe.settings.orderTokenSecret ?? '');
        return checkPayment(probe, 'With an expired token', token, reference, 'order_token_expired');
      },
    },
    {
      id: 'token-price',
      proves: 'A price that differs from the order token is refused',
      fix: 'Return 409 amount_changed, "not_charged", with the amount and currency of the token.',
      async run(probe) {
        const amount = probe.settings.amount + 1;
        const withToken = async () => {
          const { reference } = probe.payment();
          return { reference, headers: { [ORDER_TOKEN]: await probe.createToken(reference, amount) } };
        };
        const verdict = await checkRefused(
          probe,
          [['A price that differs from the token', await withToken()]],
          failure,
        );
        if (!verdict) return undefined;
        // The proxy may have a price of its own, which counts more than that of the token.
        const { response } = await probe.pay({ ...(await withToken()), amount });
        return response.status === 409 ? undefined : verdict;
      },
    },
    {
      id: 'token-kept',
      proves: 'The order token does not reach the service',
      fix: `Do not forward ${ORDER_TOKEN}. Build a new request to the service, with its own headers.`,
      needs: ['payment', 'tokens', 'service'],
      async run(probe) {
        const { reference } = probe.payment();
        const token = await probe.createToken(reference);
        const { received } = await probe.pay({ reference, headers: { [ORDER_TOKEN]: token } });
        return JSON.stringify(received).includes(token) ? failure('The service received the token.') : undefined;
      },
    },
  ],
};

async function checkPayment(
  probe: Prober,
  what: string,
  token: string | undefined,
  reference: string,
  code = 'order_token_invalid',
): Promise<Verdict | undefined> {
  const payment = { reference, headers: { [ORDER_TOKEN]: token } };
  const verdict = await checkRefused(probe, [[`A payment ${what.toLowerCase()}`, payment]], failure);
  if (verdict) return verdict;
  const response = probe.responses.at(-1);
  if (!response || isRefusal(response, code)) return undefined;
  return warning(`${what}, the proxy returned ${describe(response)}. Expected 403 ${code}.`);
}

async function checkReads(
  probe: Prober,
  what: string,
  token: string | undefined,
  paths: readonly string[],
): Promise<Verdict | undefined> {
  for (const path of paths.filter((path) => path !== ATTEMPTS_PATH || probe.config.recovery)) {
    const headers = { [ORDER_TOKEN]: token, [IDEMPOTENCY_KEY]: probe.first.key };
    const response = await probe.send({ method: 'GET', path, headers });
    if (!isRefusal(response, 'order_token_invalid')) {
      return failure(`${what}, GET …${path} returned ${describe(response)}. Expected 403 order_token_invalid.`);
    }
  }
  return undefined;
}

const isRefusal = (response: ProxyResponse, code: string): boolean =>
  response.status === 403 && parseProblem(jsonOf(response))?.code === code;

async function forge(probe: Prober, reference: string): Promise<(readonly [what: string, token: string])[]> {
  const [header = '', content = '', signature = ''] = (await probe.createToken(reference)).split('.');
  const changed = { ...probe.order(reference), exp: 4_102_444_800 }; // 2100-01-01
  const none = encode({ alg: 'none' });
  return [
    [
      'a token signed with another secret',
      await signClaims(changed, 'a secret that no proxy has, of 32 bytes or more'),
    ],
    ['a changed token', `${header}.${encode(changed)}.${signature}`],
    ['an unsigned token', `${none}.${content}.`],
    ['a token with "alg": "none"', `${none}.${content}.${signature}`],
    ['a text that is not a token', 'order'],
  ];
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
