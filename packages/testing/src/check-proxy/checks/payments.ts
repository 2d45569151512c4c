import { PAYMENTS_PATH, parseAnswer, parseProblem } from 'payment-widget/contract';
import { failure, warning, type Group, type Verdict } from '../check.js';
import { describe, isPage, isRedirect, jsonOf, NoResponseError, type ProxyResponse } from '../http.js';
import type { PaymentResult, Prober, Settings } from '../prober.js';
import { FAKE_SERVICE, ORDER_TOKENS } from '../requirements.js';

export const payments: Group = {
  name: 'Payments',
  checks: [
    {
      id: 'payment',
      proves: 'POST …/v1/payments accepts a payment and returns 200, 201 or 202',
      fix: 'Accept JSON with an Idempotency-Key at this path, forward it with the Authorization header, and return the response.',
      async run(probe) {
        try {
          const first = await probe.payFirst();
          return [200, 201, 202].includes(first.response.status) && probe.isProxy
            ? undefined
            : explainRefusal(first, probe);
        } catch (error) {
          if (!(error instanceof NoResponseError) || error.reason !== 'timeout') throw error;
          return explainTimeout(error.message, probe);
        }
      },
    },
    {
      id: 'answer-type',
      proves: 'The response to a payment is JSON and has a JSON Content-Type',
      fix: 'Return the body of the service with Content-Type: application/json. The widget treats a web page as an unknown outcome.',
      needs: ['payment'],
      run(probe) {
        const { response } = probe.first;
        const type = response.headers.get('Content-Type') ?? '';
        const { kind } = parseAnswer(response.text, response.headers);
        if (kind === 'page' || kind === 'cut') {
          return failure(`The Content-Type is "${type}", and the widget cannot read the body.`);
        }
        return response.text === '' || /\bjson\b/i.test(type) ? undefined : warning(`The Content-Type is "${type}".`);
      },
    },
  ],
};

function explainRefusal({ response, received }: PaymentResult, probe: Prober): Verdict {
  const { service } = probe.settings;
  if (!probe.isProxy) return explainOtherServer(response, probe.settings);
  const status = `The proxy returned ${describe(response)}`;
  const path = received[0]?.url.split('?')[0]; // a query could contain the key
  if (service && path !== undefined && !path.startsWith(PAYMENTS_PATH)) {
    return failure(
      `${status}, and ${service.url} received ${path}.`,
      `Set the service URL of the proxy to ${service.url}. The proxy adds ${PAYMENTS_PATH}.`,
    );
  }
  return failure(`${status}.`, fixOf(response.status, parseProblem(jsonOf(response))?.code, probe));
}

function fixOf(status: number, code: string | undefined, { timeout, settings, reachesService }: Prober) {
  if (timeout) return BODY_PARSER;
  const isDown =
    [502, 503, 504].includes(status) && !reachesService && (!code || /^(service_unreachable|timeout)$/.test(code));
  if (isDown && settings.service) return `Start the proxy with ${settings.service.url} as the service URL.`;
  if (isDown && code) return `The service does not respond. ${FAKE_SERVICE}`;
  if (code === 'unknown_order' || status === 409) return acceptOrders(settings);
  if (code === 'order_token_invalid') {
    return settings.orderTokenSecret
      ? 'Use the secret that the proxy uses: ORDER_TOKEN_SECRET differs from its orderTokenSecret.'
      : ORDER_TOKENS;
  }
  if (status === 401) return 'The service probably rejects the API key of the proxy.';
  if (code === 'not_found') return checkPath(settings.url);
  return status === 404 ? 'The service probably has no such path. Set its URL in the proxy without /v1.' : undefined;
}

export function explainOtherServer(response: ProxyResponse, settings: Settings): Verdict {
  const { url } = settings;
  const status = `The server returned ${describe(response)}`;
  if (isRedirect(response)) {
    const target = withoutQuery(response.headers.get('Location'), url);
    return failure(
      `${status}, a redirect to ${target}.`,
      'Use the URL that it redirects to, and let payments through without a login: the widget does not follow redirects.',
    );
  }
  if (response.status === 401)
    return failure(`${status}.`, 'A login protects this URL. Let payments through without it.');
  if (response.status === 404) return failure(`${status}.`, `${checkPath(url)} ${acceptOrders(settings)}`);
  if (isPage(response)) return failure(`${status}, a web page.`, `This is not a proxy. ${checkPath(url)}`);
  return failure(`${status}.`, checkPath(url));
}

function explainTimeout(message: string, { settings: { service } }: Prober): Verdict {
  const fix = 'The service received the payment and responded. Return its response to the page and end it.';
  if (service && service.received.length > 0) return failure(message, fix);
  return failure(message, service ? BODY_PARSER : `${BODY_PARSER} Also check that the service responds.`);
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
