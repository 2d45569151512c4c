import {
  ATTEMPTS_PATH,
  CONFIG_PATH,
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_REPLAYED,
  JSON_TYPE,
  ORDER_TOKEN,
  PAYMENTS_MODE,
  PAYMENTS_PATH,
  RETRY_AFTER,
} from '../../contract/protocol.js';
import { failure, warning, type Group, type Verdict } from '../check.js';
import type { ProxyResponse } from '../http.js';
import { isSentAndRefused, SENT_AND_REFUSED, type Prober } from '../prober.js';
import { describe, isSuccess } from '../responses.js';

const FOREIGN = 'https://check-proxy.invalid';
/** Response headers that the widget reads. */
const EXPOSED = [PAYMENTS_MODE, RETRY_AFTER, IDEMPOTENCY_REPLAYED];
const PREFLIGHT = {
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'content-type,idempotency-key',
};

/** Pages of other origins. */
export const origins: Group = {
  name: 'Origins',
  checks: [
    {
      id: 'foreign-page',
      proves: 'A payment from another site is refused',
      fix: 'Return 403 if Sec-Fetch-Site is cross-site, or if Origin is neither your own nor on your list.',
      needs: ['payment'],
      async run(probe) {
        let verdict: Verdict | undefined;
        // Not every browser sends Sec-Fetch-Site.
        for (const site of ['cross-site', undefined]) {
          const paid = await probe.pay({ headers: { Origin: FOREIGN, 'Sec-Fetch-Site': site } });
          if (isSentAndRefused(paid)) return failure(SENT_AND_REFUSED);
          const { response } = paid;
          if (!isSuccess(response)) continue;
          const allowed = response.headers.get('Access-Control-Allow-Origin');
          if (allowed === FOREIGN || allowed === '*') {
            return failure('The proxy accepted the payment, and the page may read the response.');
          }
          verdict ??= warning(
            `${site ? 'T' : 'With only the Origin header, t'}he proxy returned ${describe(response)}.`,
          );
        }
        return verdict;
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
            const allowed = response.headers.get('Access-Control-Allow-Origin');
            const withCookies = response.headers.get('Access-Control-Allow-Credentials') === 'true';
            if (allowed === origin) return failure(`${origin} is allowed${withCookies ? ', with cookies' : ''}.`);
            if (allowed === '*') return failure('Every site is allowed, without cookies.');
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
        const preflight = await probe.send({ method: 'OPTIONS', headers: { ...headers, ...PREFLIGHT } });
        if (!isSuccess(preflight)) return failure(`The preflight returned ${describe(preflight)}.`);
        const { response } = await probe.pay({ headers });
        if (!isSuccess(response)) return failure(`The payment returned ${describe(response)}.`);
        const isAllowed = (one: ProxyResponse) => one.headers.get('Access-Control-Allow-Origin') === origin;
        if (!isAllowed(preflight) || !isAllowed(response))
          return failure('Access-Control-Allow-Origin does not contain the origin.');
        const { response: refusal } = await probe.pay({ headers, body: '{"amount":' });
        if (!isAllowed(refusal)) {
          return failure(
            `Access-Control-Allow-Origin is missing on ${describe(refusal)}, so the page sees a network error and an unknown outcome.`,
          );
        }
        const refused = await checkPreflights(probe, headers);
        if (refused) return refused;
        const exposed = [response, refusal].map((one) => listed(one, 'Access-Control-Expose-Headers'));
        const hidden = EXPOSED.filter((name) => exposed.some((names) => !names.includes(name.toLowerCase())));
        return hidden.length > 0 ? warning(`Access-Control-Expose-Headers lacks ${hidden.join(', ')}.`) : undefined;
      },
    },
  ],
};

/** Checks that the widget may send every header that it needs, to every route that the proxy has. */
async function checkPreflights(probe: Prober, from: Readonly<Record<string, string>>): Promise<Verdict | undefined> {
  const { config, settings } = probe;
  const token = settings.orderTokenSecret ? [ORDER_TOKEN] : [];
  const routes: [path: string, method: string, headers: string[]][] = [
    [PAYMENTS_PATH, 'POST', ['Content-Type', IDEMPOTENCY_KEY, ...token]],
    ...(config.recovery ? [[ATTEMPTS_PATH, 'GET', [IDEMPOTENCY_KEY, ...token]] as [string, string, string[]]] : []),
  ];
  for (const [path, method, needed] of routes) {
    const response = await probe.send({
      method: 'OPTIONS',
      path,
      headers: {
        ...from,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': needed.join().toLowerCase(),
      },
    });
    const isAllowed = response.headers.get('Access-Control-Allow-Origin') === from['Origin'];
    if (!isSuccess(response) || !isAllowed) return failure(`The preflight of …${path} returned ${describe(response)}.`);
    const allowed = listed(response, 'Access-Control-Allow-Headers');
    const refused = needed.filter((name) => !allowed.includes(name.toLowerCase()));
    if (refused.length > 0) {
      return failure(`Access-Control-Allow-Headers of …${path} lacks ${refused.join(', ')}.`);
    }
  }
  return undefined;
}

const listed = ({ headers }: ProxyResponse, name: string): string[] =>
  (headers.get(name) ?? '')
    .toLowerCase()
    .split(',')
    .map((item) => item.trim());

/** Sends requests that cannot be charged. */
async function requestFrom(probe: Prober, origin: string): Promise<ProxyResponse[]> {
  const headers = { Origin: origin, 'Sec-Fetch-Site': 'cross-site' };
  return [
    await probe.send({ method: 'OPTIONS', path: PAYMENTS_PATH, headers: { ...headers, ...PREFLIGHT } }),
    await probe.send({ method: 'GET', path: CONFIG_PATH, headers }),
    await probe.send({ headers: { ...headers, 'Content-Type': JSON_TYPE }, body: '{}' }),
  ];
}
