import { parseProblem } from '../../contract/parse.js';
import { ATTEMPTS_PATH, CONFIG_PATH, IDEMPOTENCY_KEY, ORDER_TOKEN } from '../../contract/protocol.js';
import { signClaims } from '../../proxy/order-token.js';
import { checkRefused, failure, warning, type Check, type Group } from '../check.js';
import type { Prober } from '../prober.js';
import { describe, jsonOf, type ProxyResponse } from '../responses.js';

interface Refusal extends Pick<Check, 'proves' | 'fix'> {
  readonly tokens: (probe: Prober, reference: string) => Promise<readonly Token[]>;
  /** Other paths that refuse them too. */
  readonly reads?: readonly string[];
  readonly code?: string;
}

type Token = readonly [what: string, token: string | undefined];

const refusal = ({ tokens, reads = [], code = 'order_token_invalid', ...texts }: Refusal): Check => ({
  ...texts,
  async run(probe) {
    const { reference } = probe.payment();
    for (const [what, token] of await tokens(probe, reference)) {
      const payment = { reference, headers: { [ORDER_TOKEN]: token } };
      const verdict = await checkRefused(probe, failure, [[`A payment with ${what}`, payment]]);
      if (verdict) return verdict;
      const response = probe.responses.at(-1);
      if (response && !isRefusal(response, code)) {
        return warning(`A payment with ${what} returned ${describe(response)}. Expected 403 ${code}.`);
      }
      for (const path of reads.filter((path) => path !== ATTEMPTS_PATH || probe.config.recovery)) {
        const headers = { [ORDER_TOKEN]: token, [IDEMPOTENCY_KEY]: probe.first.key };
        const read = await probe.send({ method: 'GET', path, headers });
        if (isRefusal(read, code)) continue;
        return failure(`With ${what}, GET …${path} returned ${describe(read)}. Expected 403 ${code}.`);
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
      proves: 'A request without an order token is refused',
      fix: `Return 403 order_token_invalid on every route except OPTIONS if ${ORDER_TOKEN} is missing.`,
      tokens: () => Promise.resolve([['no token', undefined]]),
      reads: [CONFIG_PATH, ATTEMPTS_PATH],
    }),
    'token-forged': refusal({
      proves: 'A forged order token is refused',
      fix: 'Verify the signature (HS256 only, in constant time) before you read the claims, and return 403 order_token_invalid.',
      tokens: forge,
    }),
    'token-order': refusal({
      proves: 'The token of another order is refused',
      fix: 'Compare the reference in the token with the reference in the body and of the attempt, and return 403 order_token_invalid.',
      tokens: async (probe) => [['the token of another order', await probe.createToken(probe.payment().reference)]],
      reads: [ATTEMPTS_PATH],
    }),
    'token-expired': refusal({
      proves: 'An expired order token is refused',
      fix: 'Return 403 order_token_expired after the time in exp. The widget asks the shopper to reload the page.',
      code: 'order_token_expired',
      tokens: async (probe, reference) => {
        const claims = { ...probe.order(reference), exp: Math.floor(Date.now() / 1000) - 3600 };
        return [['an expired token', await signClaims(claims, probe.settings.orderTokenSecret ?? '')]];
      },
    }),
    'token-price': {
      proves: 'A price that differs from the order token is refused',
      fix: 'Return 409 amount_changed, "not_charged", with the amount and currency of the token.',
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
      fix: `Do not forward ${ORDER_TOKEN}. Build a new request to the service, with its own headers.`,
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
