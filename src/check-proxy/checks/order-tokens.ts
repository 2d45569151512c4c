import { ATTEMPTS_PATH, CONFIG_PATH, IDEMPOTENCY_KEY, ORDER_TOKEN } from '../../contract/protocol.js';
import { parseProblem } from '../../contract/parse.js';
import { failure, warning, type Check, type Group, type Verdict } from '../check.js';
import type { ProxyResponse } from '../http.js';
import { isSentAndRefused, SENT_AND_REFUSED, type PaymentResult, type Prober } from '../prober.js';
import { describe, isSuccess, jsonOf, outcomeOf } from '../responses.js';

const NEEDS = ['payment', 'tokens'] as const;

/** Signed tokens that name the order, its price and their expiry. */
export const orderTokens: Group = {
  name: 'Order tokens',
  checks: [
    {
      id: 'token-missing',
      proves: 'A request without an order token is refused',
      fix: `Return 403 order_token_invalid on every route except OPTIONS if ${ORDER_TOKEN} is missing.`,
      needs: NEEDS,
      async run(probe) {
        const headers = { [ORDER_TOKEN]: undefined };
        return (
          (await checkPayment(probe, 'Without a token', undefined, 'order_token_invalid')) ??
          (await checkReads(probe, 'Without a token', headers, true))
        );
      },
    },
    {
      id: 'token-forged',
      proves: 'A forged order token is refused',
      fix: 'Verify the signature (HS256 only, in constant time) before you read the claims, and return 403 order_token_invalid.',
      needs: NEEDS,
      async run(probe) {
        const { reference } = probe.payment();
        for (const [what, token] of await probe.tokens.forged({ reference })) {
          const verdict = await checkPayment(probe, `With ${what}`, token, 'order_token_invalid', reference);
          if (verdict) return verdict;
        }
        return undefined;
      },
    },
    {
      id: 'token-order',
      proves: 'The token of another order is refused',
      fix: 'Compare the reference in the token with the reference in the body and of the attempt, and return 403 order_token_invalid.',
      needs: NEEDS,
      async run(probe) {
        const token = await probe.tokens.create({ reference: probe.payment().reference });
        const what = 'With the token of another order';
        const verdict = await checkPayment(probe, what, token, 'order_token_invalid');
        return verdict ?? (await checkReads(probe, what, { [ORDER_TOKEN]: token }, false));
      },
    },
    {
      id: 'token-expired',
      proves: 'An expired order token is refused',
      fix: 'Return 403 order_token_expired after the time in exp. The widget asks the shopper to reload the page.',
      needs: NEEDS,
      async run(probe) {
        const { reference } = probe.payment();
        const token = probe.tokens.expired({ reference });
        return checkPayment(probe, 'With an expired token', token, 'order_token_expired', reference);
      },
    },
    {
      id: 'token-price',
      proves: 'A price that differs from the order token is refused',
      fix: 'Return 409 amount_changed, "not_charged", with the amount and currency of the token.',
      needs: NEEDS,
      async run(probe) {
        const amount = probe.settings.amount + 1;
        const payWithToken = async (price?: { amount: number }) => {
          const { reference } = probe.payment();
          const token = await probe.tokens.create({ reference, amount });
          return probe.pay({ reference, headers: { [ORDER_TOKEN]: token }, ...price });
        };
        const paid = await payWithToken();
        if (isSentAndRefused(paid)) return failure(SENT_AND_REFUSED);
        const { response } = paid;
        if (isSuccess(response)) {
          const { response: other } = await payWithToken({ amount });
          // The proxy has a price of its own, which counts more than that of the token.
          if (other.status === 409) return undefined;
          return failure(`The proxy returned ${describe(response)}.`);
        }
        if (response.status !== 409 || outcomeOf(response) !== 'not_charged') {
          return failure(`The proxy returned ${describe(response)}. Expected 409 amount_changed, "not_charged".`);
        }
        return undefined;
      },
    },
    {
      id: 'token-kept',
      proves: 'The order token does not reach the service',
      fix: `Do not forward ${ORDER_TOKEN}. Build a new request to the service, with its own headers.`,
      needs: [...NEEDS, 'service'],
      async run(probe) {
        const { reference } = probe.payment();
        const token = await probe.tokens.create({ reference });
        const { received } = await probe.pay({ reference, headers: { [ORDER_TOKEN]: token } });
        const isForwarded = received.some(({ url, headers, body }) =>
          [url, body, ...Object.values(headers)].some((text) => String(text).includes(token)),
        );
        return isForwarded ? failure('The service received the token.') : undefined;
      },
    },
  ] satisfies readonly Check[],
};

/** Pays with a token that the proxy must refuse, before it sends anything. */
async function checkPayment(
  probe: Prober,
  what: string,
  token: string | undefined,
  code: string,
  reference?: string,
): Promise<Verdict | undefined> {
  const headers = { [ORDER_TOKEN]: token };
  const paid: PaymentResult = await probe.pay({ headers, ...(reference && { reference }) });
  if (isSentAndRefused(paid)) return failure(SENT_AND_REFUSED);
  const { response } = paid;
  const text = `${what}, the proxy returned ${describe(response)}`;
  if (isSuccess(response)) return failure(`${text}.`);
  if (outcomeOf(response) !== 'not_charged') return failure(`${text}, which does not mean "not_charged".`);
  return isRefusal(response, code) ? undefined : warning(`${text}. Expected 403 ${code}.`);
}

/** Reads the configuration and an attempt with headers that the proxy must refuse. */
async function checkReads(
  probe: Prober,
  what: string,
  headers: Readonly<Record<string, string | undefined>>,
  withConfig: boolean,
): Promise<Verdict | undefined> {
  const reads = [
    ...(withConfig ? [{ path: CONFIG_PATH, headers }] : []),
    ...(probe.config.recovery
      ? [{ path: ATTEMPTS_PATH, headers: { ...headers, [IDEMPOTENCY_KEY]: probe.first.key } }]
      : []),
  ];
  for (const read of reads) {
    const response = await probe.send({ method: 'GET', ...read });
    if (!isRefusal(response, 'order_token_invalid')) {
      return failure(`${what}, GET …${read.path} returned ${describe(response)}. Expected 403 order_token_invalid.`);
    }
  }
  return undefined;
}

const isRefusal = (response: ProxyResponse, code: string): boolean =>
  response.status === 403 && parseProblem(jsonOf(response))?.code === code;
