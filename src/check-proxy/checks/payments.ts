import { parseProblem } from '../../contract/parse.js';
import { parseAnswer, PAYMENTS_PATH } from '../../contract/protocol.js';
import { failure, FAKE_SERVICE, ORDER_TOKENS, warning, type Group, type Verdict } from '../check.js';
import { NoResponseError, type PaymentResult, type Prober, type Settings } from '../prober.js';
import { describe, isPage, isRedirect, jsonOf, type ProxyResponse } from '../responses.js';

export const payments: Group = {
  name: 'Payments',
  checks: {
    payment: {
      proves: 'POST …/v1/payments accepts a payment and returns 200, 201 or 202',
      fix: 'Accept JSON with an Idempotency-Key at this path, forward it with the Authorization header, and return the response.',
      async run(probe) {
        try {
          const first = await probe.payFirst();
          const isAccepted = [200, 201, 202].includes(first.response.status) && probe.isProxy;
          return isAccepted ? undefined : explainRefusal(first, probe);
        } catch (error) {
          if (!(error instanceof NoResponseError) || error.reason !== 'timeout') throw error;
          return failure(error.message, fixOfTimeout(probe.settings));
        }
      },
    },
    'answer-type': {
      proves: 'The response to a payment is JSON and has a JSON Content-Type',
      fix: 'Return the body of the service with Content-Type: application/json. The widget treats a web page as an unknown outcome.',
      needs: ['payment'],
      run({ first: { response } }) {
        const found = `The Content-Type is "${response.headers.get('Content-Type') ?? ''}"`;
        const { kind } = parseAnswer(response.text, response.headers);
        if (kind === 'page' || kind === 'cut') return failure(`${found}, and the widget cannot read the body.`);
        return response.text === '' || /\bjson\b/i.test(found) ? undefined : warning(`${found}.`);
      },
    },
  },
};

function explainRefusal({ response, received }: PaymentResult, probe: Prober): Verdict {
  const { service } = probe.settings;
  if (!probe.isProxy) return explainOtherServer(response, probe.settings);
  const found = `The proxy returned ${describe(response)}`;
  const path = received[0]?.url.split('?')[0]; // a query could contain the key
  if (!service || path === undefined || path.startsWith(PAYMENTS_PATH)) {
    return failure(`${found}.`, fixOf(response.status, parseProblem(jsonOf(response))?.code, probe));
  }
  const fix = `Set the service URL of the proxy to ${service.url}. The proxy adds ${PAYMENTS_PATH}.`;
  return failure(`${found}, and ${service.url} received ${path}.`, fix);
}

type Fixes = readonly (readonly [applies: boolean, fix: string])[];

const firstOf = (fixes: Fixes) => fixes.find(([applies]) => applies)?.[1];

function fixOf(status: number, code: string | undefined, { timeout, settings, reachesService }: Prober) {
  const { service, orderTokenSecret, url } = settings;
  const isDown =
    [502, 503, 504].includes(status) && !reachesService && (!code || /^(service_unreachable|timeout)$/.test(code));
  return firstOf([
    [timeout !== undefined, BODY_PARSER],
    [isDown && service !== undefined, `Start the proxy with ${service?.url ?? ''} as the service URL.`],
    [isDown && code !== undefined, `The service does not respond. ${FAKE_SERVICE}`],
    [code === 'unknown_order' || status === 409, acceptOrders(settings)],
    [code === 'order_token_invalid' && !orderTokenSecret, ORDER_TOKENS],
    [
      code === 'order_token_invalid',
      'ORDER_TOKEN_SECRET differs from the orderTokenSecret of the proxy. Use the same.',
    ],
    [status === 401, 'The service probably rejects the API key of the proxy.'],
    [code === 'not_found', checkPath(url)],
    [status === 404, 'The service probably has no such path. Set its URL in the proxy without /v1.'],
  ]);
}

export function explainOtherServer(response: ProxyResponse, settings: Settings): Verdict {
  const { url } = settings;
  const target = isRedirect(response) ? `, a redirect to ${withoutQuery(response.headers.get('Location'), url)}` : '';
  const fix = firstOf([
    [
      isRedirect(response),
      'Use the URL that it redirects to, and let payments through without a login: the widget does not follow redirects.',
    ],
    [response.status === 401, 'A login protects this URL. Let payments through without it.'],
    [response.status === 404, `${checkPath(url)} ${acceptOrders(settings)}`],
    [isPage(response), `This is not a proxy. ${checkPath(url)}`],
    [true, checkPath(url)],
  ]);
  return failure(`The server returned ${describe(response)}${target}.`, fix);
}

function fixOfTimeout({ service }: Settings): string {
  if (!service) return `${BODY_PARSER} Also check that the service responds.`;
  return service.received.length > 0
    ? 'The service received the payment and responded. Return its response to the page and end it.'
    : BODY_PARSER;
}

const acceptOrders = ({ reference, amount, currency }: Settings) =>
  `If the proxy looks up orders, let it accept references that begin with "${reference}" at ${amount} ${currency} during the checks. Or pass --reference, --amount and --currency of orders that it knows.`;

const checkPath = ({ pathname }: URL) =>
  `Check that the proxy is mounted at ${pathname}. Payments go to ${pathname.replace(/(?<!\/)\/+$/, '')}${PAYMENTS_PATH}.`;

const BODY_PARSER =
  'Check for a body parser such as express.json() in front of the proxy. It consumes the body: mount the proxy before it.';

/** The query may contain secrets. */
function withoutQuery(location: string | null, base: URL): string {
  if (location === null || !URL.canParse(location, base)) return 'nowhere';
  const { origin, pathname } = new URL(location, base);
  return origin + pathname.replace(PAYMENTS_PATH, '');
}
