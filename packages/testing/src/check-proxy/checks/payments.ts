import {
  ATTEMPT_NOT_FOUND,
  IDEMPOTENCY_REPLAYED,
  PAYMENTS_PATH,
  createIdempotencyKey,
  parseAnswer,
  parseProblem,
  parseReport,
  type AttemptReport,
} from 'payment-widget/contract';
import { failure, FAKE_SERVICE, ORDER_TOKENS, unchecked, warning, type Group, type ProxyCheck } from '../check.js';
import { respond } from '../fake-service.js';
import { NoResponseError, type ProbeResult, type Prober, type ProbeSettings } from '../prober.js';
import { inWords, isRedirect, isSuccess, isWebPage, jsonOf, meaningOf, type ProxyResponse } from '../responses.js';

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
      proves: 'A payment is answered with JSON and Content-Type: application/json',
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

function explainRefusal({ response, received }: ProbeResult, probe: Prober) {
  const { service } = probe.settings;
  if (!probe.isProxy) return explainOtherServer(response, probe.settings);
  const found = `The proxy returned ${inWords(response)}`;
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

export function explainOtherServer(response: ProxyResponse, settings: ProbeSettings) {
  const { url } = settings;
  const target = isRedirect(response) ? `, a redirect to ${withoutQuery(response.headers.get('Location'), url)}` : '';
  const fix = firstOf([
    [
      isRedirect(response),
      'Use the URL that it redirects to, and let payments through without a login: the widget does not follow redirects.',
    ],
    [response.status === 401, 'A login protects this URL. Let payments through without it.'],
    [response.status === 404, `${checkPath(url)} ${acceptOrders(settings)}`],
    [isWebPage(response), `This is not a proxy. ${checkPath(url)}`],
    [true, checkPath(url)],
  ]);
  return failure(`The server returned ${inWords(response)}${target}.`, fix);
}

function fixOfTimeout({ service }: ProbeSettings): string {
  if (!service) return `${BODY_PARSER} Also check that the service responds.`;
  return service.received.length > 0
    ? 'The service received the payment and responded. Return its response to the page and end it.'
    : BODY_PARSER;
}

const acceptOrders = ({ reference, amount, currency }: ProbeSettings) =>
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

/** Time for a second request to reach the service. */
const GRACE_MS = 400;

const inDoubt = respond(500, '{"error":"the card may have been charged"}');

/** The same payment again. Browsers may repeat a request without the page's knowledge. */
export const repeatedPayments: Group = {
  name: 'Repeated payments',
  needs: ['payment', 'service', 'idempotency'],
  checks: {
    replay: {
      proves: 'A repeated payment with the same Idempotency-Key is charged once and gets the stored response',
      needs: ['payment'],
      async run(probe) {
        const first = await probe.pay();
        const { key, payment } = first;
        const repeated = await probe.pay({ key, reference: payment.reference });
        const { response, received } = repeated;
        if (received.length > 0) return failure('The service received it twice.');
        if (!probe.reachesService && !isReplay(response) && isSame(first, probe.first)) {
          return unchecked('Two orders got the same response, so it cannot be told whether this is a repeated one.');
        }
        // With isolated mode, our proxy repeats the outcome without the response of the service.
        const isOutcome = isReplay(response) && response.status === first.response.status && response.text === '';
        if (isOutcome || isSame(first, repeated)) return undefined;
        const found = `The first response was ${inWords(first.response)}, the second a different ${inWords(response)}.`;
        return probe.config.idempotency ? failure(found) : warning(found);
      },
    },
    mismatch: {
      proves: 'A known key with a different payment is refused with 422, unknown if the first may have been charged',
      needs: ['payment', 'idempotency'],
      async run(probe) {
        const { key, payment, response: first } = await probe.pay();
        const { reference } = payment;
        // Another amount would be refused because of the price.
        const { response, received } = await probe.pay({ key, reference, description: 'Another payment' });
        if (received.length > 0) return failure('The service received the different payment.');
        const isWrong = isSuccess(response) || (isSuccess(first) && meaningOf(response) === 'not_charged');
        return isWrong
          ? failure(`The first got ${inWords(first)}, the different one ${inWords(response)}.`)
          : undefined;
      },
    },
    'in-flight': {
      proves: 'A key whose first request is still running is not sent again: it waits, or gets 409 attempt_in_flight',
      async run(probe) {
        const { service } = probe;
        const before = service.received.length;
        let release: () => void = () => undefined;
        service.next((response) => {
          release = () => {
            respond(200, '{"id":"pay_check_held"}')(response);
          };
        });
        const same = { key: createIdempotencyKey(), reference: probe.payment().reference };
        const first = probe.pay(same);
        await Promise.race([first, service.waitForMoreThan(before)]);
        const second = probe.pay(same);
        await Promise.race([second, service.waitForMoreThan(before + 1, AbortSignal.timeout(GRACE_MS))]);
        release();
        const [{ response: one }, { response: other }] = await Promise.all([first, second]);
        service.next();
        if (service.received.length > before + 1) return failure('The service received both.');
        const isWrong = meaningOf(other) === 'not_charged';
        return isWrong ? failure(`The first got ${inWords(one)}, the second ${inWords(other)}.`) : undefined;
      },
    },
    'replay-in-doubt': {
      proves: 'A payment with an unknown outcome is not sent again, with any key, and stays unknown',
      async run(probe) {
        const { key, payment } = await probe.payWhile(inDoubt);
        const { reference } = payment;
        for (const [what, again] of [
          ['with another key', {}],
          ['with the same key', { key }],
        ] as const) {
          const { response, received } = await probe.pay({ ...again, reference });
          if (received.length > 0) return failure(`The service received the order again, ${what}.`);
          if (isSuccess(response) || meaningOf(response) === 'not_charged') {
            return failure(`The outcome is unknown, but ${what} the proxy returned ${inWords(response)}.`);
          }
        }
        return undefined;
      },
    },
    'same-order': {
      proves: 'A paid order is not charged with another key, which gets { "state": "paid" } or 409 without data',
      async run(probe) {
        const { payment, response: first } = await probe.pay();
        const { response, received } = await probe.pay({ reference: payment.reference });
        if (received.length > 0) return failure('A second tab with the same checkout would be charged, too.');
        const [id] = /pay_check_\d+/.exec(first.text) ?? [];
        const isOpen = !probe.settings.orderTokenSecret; // a stranger has no token of the order
        if (!isOpen || id === undefined || !response.text.includes(id)) return undefined;
        return failure(`The proxy returned ${inWords(response)} with the data of the first payment.`);
      },
    },
  },
};

const isReplay = ({ headers }: ProxyResponse) => headers.get(IDEMPOTENCY_REPLAYED) === 'true';

const isSame = ({ response: one }: ProbeResult, { response: other }: ProbeResult) =>
  one.status === other.status && one.text === other.text;

interface Reported extends Pick<ProxyCheck, 'proves' | 'needs'> {
  readonly pay: (probe: Prober) => Promise<ProbeResult>;
  readonly states: readonly AttemptReport['state'][];
}

const reported = ({ pay, states, ...check }: Reported): ProxyCheck => ({
  ...check,
  async run(probe) {
    const { key, payment, response: paid } = await pay(probe);
    const response = await probe.readAttempt(key, payment.reference);
    const report = response.status === 200 ? parseReport(jsonOf(response)) : undefined;
    if (!report) return failure(`The proxy returned ${inWords(response)}. Expected 200, as in the contract.`);
    const isRight = states.includes(report.state) || (paid.status === 202 && report.state === 'unknown');
    return isRight ? undefined : failure(`The state is ${report.state}.`);
  },
});

export const attempts: Group = {
  name: 'Attempts',
  needs: ['payment', 'service', 'recovery'],
  checks: {
    'attempt-paid': reported({
      proves: 'A paid attempt is reported as succeeded at once, with its status and payment',
      needs: ['payment', 'recovery'],
      pay: (probe) => probe.pay(),
      states: ['succeeded'],
    }),
    'attempt-declined': reported({
      proves: 'A declined attempt is reported as failed, with its status and error',
      pay: (probe) => probe.payWhile(respond(402, '{"error":"declined"}')),
      states: ['failed'],
    }),
    'attempt-in-doubt': reported({
      proves: 'An attempt with an unknown outcome is reported as unknown: failed would let the shopper pay twice',
      pay: (probe) => probe.payWhile(inDoubt),
      states: ['unknown', 'processing'],
    }),
    'attempt-unseen': {
      proves: `An unknown key returns 404 ${ATTEMPT_NOT_FOUND}`,
      fix: 'Serve GET …/attempts, with the key in the Idempotency-Key header. Any other 404 leaves the outcome unknown.',
      needs: ['recovery'],
      harmless: true,
      async run(probe) {
        const response = await probe.readAttempt(createIdempotencyKey());
        const isUnseen = response.status === 404 && parseProblem(jsonOf(response))?.code === ATTEMPT_NOT_FOUND;
        return isUnseen ? undefined : failure(`The proxy returned ${inWords(response)}.`);
      },
    },
    'attempt-quiet': {
      proves: 'Reading an attempt does not contact the service',
      async run(probe) {
        const before = probe.service.received.length;
        await probe.readAttempt(probe.first.key, probe.first.payment.reference);
        await probe.readAttempt(createIdempotencyKey());
        return probe.service.received.length > before ? failure('The service received a request.') : undefined;
      },
    },
    'stranger-attempt': {
      proves: 'A rejected key learns only the state of the order, or 404',
      needs: ['payment', 'service', 'idempotency', 'recovery'],
      async run(probe) {
        if (probe.settings.orderTokenSecret) {
          return unchecked('Strangers have no token of the order. See "token-order".');
        }
        for (const first of [await probe.payWhile(inDoubt), await probe.pay()]) {
          const { reference } = first.payment;
          const { key, received } = await probe.pay({ reference });
          if (received.length > 0) continue; // an attempt of its own, see "same-order" and "replay-in-doubt"
          const response = await probe.readAttempt(key, reference);
          const others = Object.keys(jsonOf(response) ?? {}).filter((name) => name !== 'state');
          if (isSuccess(response) && others.length > 0) return failure(`The report contains ${others.join(', ')}.`);
        }
        return undefined;
      },
    },
  },
};
