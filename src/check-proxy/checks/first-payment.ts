import { PAYMENTS_PATH } from '../../transport/protocol.js';
import { parseProblem } from '../../payment/answers.js';
import { failure, type Verdict } from '../check.js';
import { describe, jsonOf, type Paid, type Prober } from '../prober.js';

/** Problems by which a proxy says that it got no answer of its service. */
const WITHOUT_SERVICE = ['service_unreachable', 'timeout'];

/** Statuses by which servers say the same, without a problem document. */
const GATEWAY = [502, 503, 504];

/** What is wrong where the first payment of all was not accepted: most often the set-up, and not the program. */
export function flawOf({ answer, received }: Paid, { settings }: Prober): Verdict {
  const { service, ways } = settings;
  const { code } = parseProblem(jsonOf(answer)) ?? {};
  const said = `It answered ${describe(answer)}`;
  const isGateway = GATEWAY.includes(answer.status);
  if (service && received.length === 0 && isGateway && (!code || WITHOUT_SERVICE.includes(code))) {
    return failure(
      `${said}, and nothing came to ${service.url}.`,
      'Start the proxy with that as the address of the service.',
    );
  }
  if (!service && isGateway && code && WITHOUT_SERVICE.includes(code)) {
    return failure(`${said}: the proxy runs, but cannot reach its service.`, ways.standIn);
  }
  const [request] = received;
  if (service && request && !request.url.startsWith(PAYMENTS_PATH)) {
    return failure(
      `${said}, and it came to ${service.url} as ${request.url}.`,
      `Give the proxy ${service.url} as the address of the service, without a path.`,
    );
  }
  if (code === 'unknown_order' || answer.status === 409) {
    const { reference, amount, currency } = settings;
    return failure(
      `${said}.`,
      `If it looks orders up, let it know those that begin with "${reference}" at ${amount} ${currency} while it is checked. ${ways.orders}`,
    );
  }
  return failure(`${said}.`);
}

/** What is wrong where nothing came back from the first payment. */
export function flawOfSilence(message: string, { settings: { service } }: Prober): Verdict {
  if (service && service.received.length > 0) {
    return failure(message, 'The service got the payment, and has answered at once: pass the answer back, and end it.');
  }
  return failure(
    message,
    'Is a body parser, such as express.json(), in front of the proxy? It has read the body, for which the proxy waits in vain: mount the proxy before it.',
  );
}
