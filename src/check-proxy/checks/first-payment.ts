import { PAYMENTS_PATH } from '../../contract/protocol.js';
import { parseProblem } from '../../contract/parse.js';
import { failure, type Verdict } from '../check.js';
import type { Answer } from '../http.js';
import { describe, isPage, isRedirect, jsonOf, type Paid, type Prober, type Settings } from '../prober.js';

/** Problems by which a proxy says that it got no answer of its service. */
const WITHOUT_SERVICE = ['service_unreachable', 'timeout'];

/** Statuses by which servers say the same, without a problem document. */
const GATEWAY = [502, 503, 504];

/** What is wrong where the first payment of all was not accepted: most often the set-up, and not the program. */
export function flawOf({ answer, received }: Paid, probe: Prober): Verdict {
  const { settings } = probe;
  const { service, ways } = settings;
  const { code } = parseProblem(jsonOf(answer)) ?? {};
  const said = `It answered ${describe(answer)}`;
  if (!probe.isProxy) return flawOfOther(answer, settings);
  const isGateway = GATEWAY.includes(answer.status);
  if (service && received.length === 0 && isGateway && (!code || WITHOUT_SERVICE.includes(code))) {
    return failure(
      `${said}, and nothing came to ${service.url}.`,
      'Start the proxy with that as the address of the service.',
    );
  }
  if (!service && isGateway && code && WITHOUT_SERVICE.includes(code)) {
    return failure(`${said}: the proxy runs, but gets no answer of its service.`, ways.standIn);
  }
  const [request] = received;
  if (service && request && !request.url.startsWith(PAYMENTS_PATH)) {
    const [path] = request.url.split('?'); // a query could hold the key
    return failure(
      `${said}, and it came to ${service.url} as ${path}.`,
      `Give the proxy ${service.url} as the address of the service, and let it add ${PAYMENTS_PATH}.`,
    );
  }
  if (probe.silence) return failure(`${said}: the body did not come.`, BODY_PARSER);
  if (code === 'unknown_order' || answer.status === 409) return failure(`${said}.`, toKnowOrders(settings));
  if (answer.status === 401)
    return failure(`${said}.`, 'The service does not take the API key of the proxy, it seems.');
  if (code === 'not_found') return failure(`${said}.`, mountedAt(settings.url));
  if (answer.status === 404) {
    return failure(`${said}.`, 'The service has no such path, it seems: give the proxy its address without /v1.');
  }
  return failure(`${said}.`);
}

const toKnowOrders = ({ reference, amount, currency, ways }: Settings) =>
  `If it looks orders up, let it know those that begin with "${reference}" at ${amount} ${currency} while it is checked. ${ways.orders}`;

const mountedAt = ({ pathname }: URL) =>
  `Is ${pathname} where the proxy is mounted? Payments go to ${pathname.replace(/\/+$/, '')}${PAYMENTS_PATH}.`;

/** What is wrong where another server has answered what is sent to the proxy. */
export function flawOfOther(answer: Answer, settings: Settings): Verdict {
  const { url } = settings;
  const said = `It answered ${describe(answer)}`;
  const place = mountedAt(url);
  if (isRedirect(answer)) {
    const where = placeOf(answer.headers.get('Location'), url);
    if (/log-?in|sign-?in/i.test(where)) return failure(`${said}, a redirect to ${where}.`, LOGIN);
    return failure(
      `${said}, a redirect to ${where}.`,
      'Give the address that it leads to: the widget follows no redirect with a card.',
    );
  }
  if (answer.status === 401) return failure(`${said}.`, LOGIN);
  if (answer.status === 404 && jsonOf(answer) !== undefined) {
    return failure(
      `${said}: nothing is at this path, or there is no such order.`,
      `${place} ${toKnowOrders(settings)}`,
    );
  }
  if (answer.status === 404) return failure(`${said}: nothing is at this path.`, place);
  if (isPage(answer)) return failure(`${said} with a page.`, `This is a web page, not a proxy. ${place}`);
  return failure(`${said}.`, place);
}

const LOGIN = 'Something in front asks for a login, or the service does not take the key: let payments through.';

/** Where a redirect leads, as proxy-url: without its query, in which may be anything. */
function placeOf(location: string | null, base: URL): string {
  if (location === null || !URL.canParse(location, base)) return 'nowhere';
  const { origin, pathname } = new URL(location, base);
  return origin + pathname.replace(PAYMENTS_PATH, '');
}

/** What is wrong where nothing came back from the first payment. */
export function flawOfSilence(message: string, { settings: { service } }: Prober): Verdict {
  if (service && service.received.length > 0) {
    return failure(message, 'The service got the payment, and has answered at once: pass the answer back, and end it.');
  }
  return failure(message, service ? BODY_PARSER : `${BODY_PARSER} Or does its service not answer?`);
}

const BODY_PARSER =
  'Is a body parser, such as express.json(), in front of the proxy? It has read the body, for which the proxy waits in vain: mount the proxy before it.';
