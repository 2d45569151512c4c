import { PAYMENTS_PATH } from '../../contract/protocol.js';
import { parseProblem } from '../../contract/parse.js';
import { failure, type Verdict } from '../check.js';
import type { ProxyResponse } from '../http.js';
import type { PaymentResult, Prober } from '../prober.js';
import { FAKE_SERVICE, ORDER_TOKENS } from '../report.js';
import { describe, isPage, isRedirect, jsonOf } from '../responses.js';
import type { Settings } from '../settings.js';

/** Codes of a proxy that cannot reach its service. */
const SERVICE_DOWN = ['service_unreachable', 'timeout'];

/** Statuses with the same meaning, without a problem document. */
const GATEWAY = [502, 503, 504];

/** Explains why the first payment was refused. Usually the cause is the setup. */
export function explainRefusal({ response, received }: PaymentResult, probe: Prober): Verdict {
  const { settings } = probe;
  const { service } = settings;
  const { code } = parseProblem(jsonOf(response)) ?? {};
  const status = `The proxy returned ${describe(response)}`;
  if (!probe.isProxy) return explainOtherServer(response, settings);
  const isGateway = GATEWAY.includes(response.status);
  if (service && received.length === 0 && isGateway && (!code || SERVICE_DOWN.includes(code))) {
    return failure(
      `${status}, and ${service.url} received nothing.`,
      'Start the proxy with this URL as the service URL.',
    );
  }
  if (!service && isGateway && code && SERVICE_DOWN.includes(code)) {
    return failure(`${status}: it runs, but its service does not respond.`, FAKE_SERVICE);
  }
  const [request] = received;
  if (service && request && !request.url.startsWith(PAYMENTS_PATH)) {
    const [path] = request.url.split('?'); // a query could contain the key
    return failure(
      `${status}, and ${service.url} received ${path}.`,
      `Set the service URL of the proxy to ${service.url}. The proxy adds ${PAYMENTS_PATH}.`,
    );
  }
  if (probe.timeout) return failure(`${status}: it did not receive the body.`, BODY_PARSER);
  if (code === 'unknown_order' || response.status === 409) return failure(`${status}.`, acceptOrders(settings));
  if (code === 'order_token_invalid') return failure(`${status}.`, explainToken(settings));
  if (response.status === 401) return failure(`${status}.`, 'The service probably rejects the API key of the proxy.');
  if (code === 'not_found') return failure(`${status}.`, checkPath(settings.url));
  if (response.status === 404) {
    return failure(`${status}.`, 'The service probably has no such path. Set its URL in the proxy without /v1.');
  }
  return failure(`${status}.`);
}

/** Explains a response that did not come from a proxy. */
export function explainOtherServer(response: ProxyResponse, settings: Settings): Verdict {
  const { url } = settings;
  const status = `The server returned ${describe(response)}`;
  if (isRedirect(response)) {
    const target = withoutQuery(response.headers.get('Location'), url);
    const isLogin = /log-?in|sign-?in/i.test(target);
    return failure(
      `${status}, a redirect to ${target}.`,
      isLogin ? LOGIN : 'Use the URL that it redirects to. The widget does not follow redirects with card data.',
    );
  }
  if (response.status === 401) return failure(`${status}.`, LOGIN);
  if (response.status === 404 && jsonOf(response) !== undefined) {
    return failure(`${status}: the path or the order does not exist.`, `${checkPath(url)} ${acceptOrders(settings)}`);
  }
  if (response.status === 404) return failure(`${status}: the path does not exist.`, checkPath(url));
  if (isPage(response)) return failure(`${status}, a web page.`, `This is not a proxy. ${checkPath(url)}`);
  return failure(`${status}.`, checkPath(url));
}

/** Explains why the first payment timed out. */
export function explainTimeout(message: string, { settings: { service } }: Prober): Verdict {
  if (service && service.received.length > 0) {
    return failure(
      message,
      'The service received the payment and responded. Return its response to the page and end it.',
    );
  }
  return failure(message, service ? BODY_PARSER : `${BODY_PARSER} Also check that the service responds.`);
}

const acceptOrders = ({ reference, amount, currency }: Settings) =>
  `If the proxy looks up orders, let it accept references that begin with "${reference}" at ${amount} ${currency} during the checks. Or pass --reference, --amount and --currency of orders that it knows.`;

const explainToken = ({ orderTokenSecret }: Settings) =>
  orderTokenSecret
    ? 'Use the secret that the proxy uses: ORDER_TOKEN_SECRET differs from its orderTokenSecret.'
    : ORDER_TOKENS;

const checkPath = ({ pathname }: URL) =>
  `Check that the proxy is mounted at ${pathname}. Payments go to ${pathname.replace(/(?<!\/)\/+$/, '')}${PAYMENTS_PATH}.`;

const LOGIN = 'A login protects this URL, or the service rejects the API key. Let payments through without a login.';

const BODY_PARSER =
  'Check for a body parser such as express.json() in front of the proxy. It consumes the body: mount the proxy before it.';

/** The target of a redirect as `proxy-url`, without its query, which may contain secrets. */
function withoutQuery(location: string | null, base: URL): string {
  if (location === null || !URL.canParse(location, base)) return 'nowhere';
  const { origin, pathname } = new URL(location, base);
  return origin + pathname.replace(PAYMENTS_PATH, '');
}
