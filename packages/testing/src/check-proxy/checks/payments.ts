import {
  IDEMPOTENCY_REPLAYED,
  PAYMENTS_ATTEMPT,
  PAYMENTS_MODE,
  PAYMENTS_PATH,
  createIdempotencyKey,
  digestOf,
  parseProblem,
  parseReport,
  type AttemptReport,
} from 'payment-widget/contract';
import { checkRefused, failure, unchecked, warning, type Group, type ProxyCheck, type Verdict } from '../check.js';
import { respond, type FaultyBehaviour } from '../fake-service.js';
import { PRICE, REFERENCE, type ProbeResult, type Prober } from '../prober.js';
import { inWords, isSuccess, jsonOf, meaningOf, type ProxyResponse } from '../responses.js';

export const payments: Group = {
  name: 'Payments',
  checks: {
    payment: {
      proves: 'POST …/v1/payments accepts a payment and returns 200, 201 or 202',
      fix: 'Accept JSON with an Idempotency-Key at this path, forward it with the Authorization header, and return the response.',
      async run(probe) {
        const first = await probe.payFirst();
        const { response, received } = first;
        const { service } = probe.settings;
        const isAccepted = ['paid', 'pending'].includes(meaningOf(response));
        if (!isAccepted) return explainRefusal(first, probe);
        if (!service || received.length > 0) return undefined;
        return failure(`${service.url} received nothing.`, startWith(service.url));
      },
    },
  },
};

export const BODY_PARSER =
  'A body parser in front of the proxy, such as express.json(), consumes the body: mount the proxy before it.';

/** What the stranger has sent, and the state. */
const KNOWN_TO_STRANGERS = ['attempt', 'reference', 'state'];

const startWith = (url: string) => `Start the proxy with ${url} as the service URL, without a path.`;

function explainRefusal({ response, received: [received] }: ProbeResult, { settings }: Prober): Verdict {
  const { service, url } = settings;
  const { status } = response;
  const code = parseProblem(jsonOf(response))?.code;
  const path = received?.url.split('?')[0]; // a query could contain the key
  const isElsewhere = path === undefined ? !!service && isServiceDown(status, code) : path !== PAYMENTS_PATH;
  const fixes: readonly (readonly [applies: boolean, fix: string])[] = [
    [status >= 300 && status < 400, 'The widget follows no redirects. Let payments through, without a login.'],
    [path === undefined && (status === 408 || code === 'body_already_read'), BODY_PARSER],
    [isElsewhere, startWith(service?.url ?? '')],
    [code === 'order_token_invalid', 'Set ORDER_TOKEN_SECRET in the environment to the orderTokenSecret of the proxy.'],
    [
      code === 'unknown_order' || status === 409,
      `During the checks, let the proxy accept references that begin with "${REFERENCE}", at ${PRICE.amount} ${PRICE.currency}.`,
    ],
    [status === 401, 'The service rejects the API key of the proxy, or the URL needs a login.'],
    [status === 404 || isSuccess(response), `Check that the proxy is mounted at ${url.pathname}.`],
  ];
  const at = path === undefined || path === PAYMENTS_PATH ? '' : `, and the service received ${path}`;
  return failure(`The proxy returned ${inWords(response)}${at}.`, fixes.find(([applies]) => applies)?.[1]);
}

const isServiceDown = (status: number, code: string | undefined) =>
  [502, 504].includes(status) && (!code || ['service_unreachable', 'timeout'].includes(code));

/** Time for a second request to reach the service. */
const GRACE_MS = 400;

const inDoubt = respond(500, '{"error":"the card may have been charged"}');

/** Browsers may repeat a payment without the page's knowledge. */
export const repeatedPayments: Group = {
  name: 'Repeated payments',
  needs: ['payment', 'service', 'idempotency'],
  checks: {
    replay: {
      proves: 'A repeated payment with the same Idempotency-Key is charged once and gets the stored response',
      fix: 'Record each attempt by its Idempotency-Key before you send it, and answer a known key with the stored response.',
      needs: ['payment'],
      async run(probe) {
        const first = await probe.pay();
        const { key, payment } = first;
        const repeated = await probe.pay({ key, reference: payment.reference });
        const { response, received } = repeated;
        if (received.length > 0) return failure('The service received it twice.');
        const isReplay = response.headers.get(IDEMPOTENCY_REPLAYED) === 'true';
        if (!probe.settings.service && !isReplay && isSame(first, probe.first)) {
          return unchecked('Two orders got the same response, so it cannot be told whether this is a repeated one.');
        }
        // With isolated mode, our proxy repeats the outcome without the response of the service.
        const isOutcome = isReplay && response.status === first.response.status && response.text === '';
        if (isOutcome || isSame(first, repeated)) return undefined;
        const found = `The first response was ${inWords(first.response)}, the second a different ${inWords(response)}.`;
        return probe.config.idempotency ? failure(found) : warning(found);
      },
    },
    mismatch: {
      proves: 'A known key with a different payment is refused with 422, unknown if the first may have been charged',
      fix: 'Record a digest of the payment with its key. If the payment of a known key differs, respond with 422 idempotency_key_reused.',
      needs: ['payment', 'idempotency'],
      async run(probe) {
        const { key, payment, response: first } = await probe.pay();
        const { reference } = payment;
        // Another amount would be refused because of the price.
        const { response, received } = await probe.pay({ key, reference, description: 'Another payment' });
        if (received.length > 0) return failure('The service received the different payment.');
        const isWrong = isSuccess(response) || (isSuccess(first) && meaningOf(response) === 'not_charged');
        return isWrong ? differ(first, response) : undefined;
      },
    },
    'in-flight': {
      proves: 'A key whose first request is still running is not sent again: it waits, or gets 409 attempt_in_flight',
      fix: 'Claim the key in one atomic step before you send. Let a second request wait, or respond with 409 attempt_in_flight.',
      async run(probe) {
        const { service } = probe;
        const before = service.received.length;
        const held: Parameters<FaultyBehaviour>[0][] = [];
        service.behave = (response) => held.push(response);
        const same = { key: createIdempotencyKey(), reference: probe.payment().reference };
        const first = probe.pay(same);
        await Promise.race([first, service.waitForMoreThan(before)]);
        const second = probe.pay(same);
        await Promise.race([second, service.waitForMoreThan(before + 1, AbortSignal.timeout(GRACE_MS))]);
        service.behave = undefined;
        for (const response of held) respond(200, '{"id":"pay_check_held"}')(response);
        const [{ response: one }, { response: other }] = await Promise.all([first, second]);
        if (service.received.length > before + 1) return failure('The service received both.');
        return meaningOf(other) === 'not_charged' ? differ(one, other) : undefined;
      },
    },
    'replay-in-doubt': {
      proves: 'A payment with an unknown outcome is not sent again, with any key, and stays unknown',
      fix: 'Record the attempt as sent before you send it. Until its outcome is known, refuse its key with 502, and other keys of its order with 409.',
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
      fix: 'Look up the order by its reference before you send. Keep the stored response for the key that has paid.',
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

const attemptIn = ({ headers, text }: ProxyResponse): unknown =>
  headers.get(PAYMENTS_ATTEMPT) ?? (jsonOf({ text }) as { attempt?: unknown } | undefined)?.attempt;

/** Caches answer by address, and other servers in the place of the proxy. */
export const binding: Group = {
  name: 'Binding',
  needs: ['payment', 'binding'],
  checks: {
    'attempt-named': {
      proves: `Each answer to a payment names its attempt in ${PAYMENTS_ATTEMPT}, and the report in its body, too`,
      fix: 'Add the SHA-256 of the Idempotency-Key, as 64 lowercase hex digits. Any other answer leaves the outcome unknown.',
      async run(probe) {
        const paid = await probe.pay();
        const refused = await probe.pay({ amount: -1 });
        for (const [what, { key, response }] of [
          ['payment', paid],
          ['invalid payment', refused],
        ] as const) {
          if (attemptIn(response) !== (await digestOf(key)))
            return failure(`The answer to the ${what} does not name it.`);
        }
        if (!probe.config.recovery) return undefined;
        const report = await probe.readAttempt(paid.key, paid.payment.reference);
        const { attempt } = (jsonOf(report) ?? {}) as { attempt?: unknown };
        return attempt === (await digestOf(paid.key)) ? undefined : failure('The report does not name the attempt.');
      },
    },
    'other-mode': {
      proves: `A payment whose ${PAYMENTS_MODE} is not the mode of the key is refused, and not sent`,
      fix: 'Respond with 403 mode_mismatch. The page may show a configuration from a cache.',
      run: async (probe) => {
        const [mode] = probe.modes;
        const other = mode === 'live' ? 'test' : 'live';
        return checkRefused(probe, failure, [[`the mode ${other}`, { headers: { [PAYMENTS_MODE]: other } }]]);
      },
    },
  },
};

const differ = (one: ProxyResponse, other: ProxyResponse) =>
  failure(`The first got ${inWords(one)}, the second ${inWords(other)}.`);

const isSame = ({ response: one }: ProbeResult, { response: other }: ProbeResult) =>
  one.status === other.status && one.text === other.text;

const reported = (
  proves: string,
  pay: (probe: Prober) => Promise<ProbeResult>,
  ...states: readonly AttemptReport['state'][]
): ProxyCheck => ({
  proves,
  fix: 'Answer from the record of the attempt, with the status 200 and the members of the contract.',
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
    'attempt-paid': reported(
      'A paid attempt is reported as succeeded at once, with its status and payment',
      (probe) => probe.pay(),
      'succeeded',
    ),
    'attempt-declined': reported(
      'A declined attempt is reported as failed, with its status and error',
      (probe) => probe.payWhile(respond(402, '{"error":"declined"}')),
      'failed',
    ),
    'attempt-in-doubt': reported(
      'An attempt with an unknown outcome is reported as unknown: failed would let the shopper pay twice',
      (probe) => probe.payWhile(inDoubt),
      'unknown',
      'processing',
    ),
    'attempt-unseen': {
      proves: 'An unknown key is reported as not_found, with the status 200, and its payment is not sent any more',
      fix: 'Record the key as failed before you answer: a copy of the request may be late. A 404 may come from another server.',
      needs: ['payment', 'service', 'recovery'],
      async run(probe) {
        const key = createIdempotencyKey();
        const { reference } = probe.payment();
        const response = await probe.readAttempt(key, reference);
        const report = response.status === 200 ? parseReport(jsonOf(response)) : undefined;
        if (report?.state !== 'not_found') return failure(`The proxy returned ${inWords(response)}.`);
        const { received } = await probe.pay({ key, reference });
        return received.length > 0 ? failure('The service received the payment afterwards.') : undefined;
      },
    },
    'stranger-attempt': {
      proves: 'A rejected key learns only the state of the order',
      fix: 'Report the data of an attempt only to its own key.',
      needs: ['payment', 'service', 'idempotency', 'recovery'],
      async run(probe) {
        if (probe.settings.orderTokenSecret) {
          return unchecked('Strangers have no token of the order. See "token-order".');
        }
        for (const first of [await probe.payWhile(inDoubt), await probe.pay()]) {
          const { reference } = first.payment;
          const { key, received } = await probe.pay({ reference });
          if (received.length > 0) continue; // it is an attempt of its own, see "same-order" and "replay-in-doubt"
          const response = await probe.readAttempt(key, reference);
          const others = Object.keys(jsonOf(response) ?? {}).filter((name) => !KNOWN_TO_STRANGERS.includes(name));
          if (isSuccess(response) && others.length > 0) return failure(`The report contains ${others.join(', ')}.`);
        }
        return undefined;
      },
    },
  },
};
