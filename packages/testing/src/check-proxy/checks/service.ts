import { createRedactor, type Redactor } from 'payment-widget-proxy/internal';
import {
  IDEMPOTENCY_KEY,
  JSON_TYPE,
  PAYMENTS_PATH,
  RETRY_AFTER,
  classifyStatus,
  parseRetryAfter,
} from 'payment-widget/contract';
import { failure, unchecked, warning, type Group, type ProxyCheck } from '../check.js';
import { respond, type FaultyBehaviour } from '../fake-service.js';
import { PAGE_TOKEN, type Prober } from '../prober.js';
import {
  bodyContains,
  inWords,
  isSuccess,
  jsonOf,
  meaningOf,
  textContains,
  type ProxyResponse,
  type SentPayment,
} from '../responses.js';

const PAGE_HEADERS = {
  Cookie: 'session=from-the-page',
  Referer: 'https://shop.example/checkout?customer=from-the-page',
  'X-From-The-Page': '1',
};

const OTHER_PATHS = [
  '/v1/refunds',
  `${PAYMENTS_PATH}/pay_1`,
  `${PAYMENTS_PATH}/../refunds`,
  `${PAYMENTS_PATH}%2f..%2frefunds`,
];

const leavesOf = (json: unknown): string[] =>
  typeof json === 'object' && json !== null ? Object.values(json).flatMap(leavesOf) : [String(json)];

export const serviceRequests: Group = {
  name: 'Requests to the service',
  needs: ['payment', 'service'],
  checks: {
    'stand-in': {
      proves: 'The fake service receives the payments',
      fix: 'Start the proxy with the URL of the fake service as the service URL, without /v1.',
      needs: ['payment', 'stand-in'],
      run: ({ service, reachesService }) => (reachesService ? undefined : failure(`${service.url} received nothing.`)),
    },
    authorization: {
      proves: 'The service receives Authorization: Bearer with the API key, and not the header of the page',
      async run(probe) {
        const { authorization = '' } = probe.first.received[0]?.headers ?? {};
        if (!/^Bearer \S+$/.test(authorization)) return failure('The Authorization header is not "Bearer <key>".');
        const { received } = await probe.pay({ headers: { Authorization: `Bearer ${PAGE_TOKEN}` } });
        const isForwarded = received.some(({ headers }) => headers.authorization?.includes(PAGE_TOKEN));
        return isForwarded ? failure('The service received the header of the page.') : undefined;
      },
    },
    'payment-arrives': {
      proves: 'The service receives the payment as JSON, with amount, currency and card',
      run({ first: { received, payment }, card }) {
        const [{ headers, body } = { headers: {}, body: '' }] = received;
        const json = jsonOf({ text: body });
        const type = headers['content-type'] ?? '';
        if (json === undefined || !/\bjson\b/i.test(type))
          return failure(`It is not JSON. The Content-Type is "${type}".`);
        if (!body.includes(card.number)) return failure('The card number is missing.');
        const values = leavesOf(json).map((value) => value.toLowerCase());
        const missing = (['amount', 'currency'] as const).filter(
          (name) => !values.includes(String(payment[name]).toLowerCase()),
        );
        return missing.length > 0 ? warning(`Missing: ${missing.join(', ')}.`) : undefined;
      },
    },
    'read-once': {
      proves: 'The service receives a new JSON, in which no amount occurs twice',
      async run(probe) {
        const payment = probe.payment();
        const twice = JSON.stringify(payment).replace('{', `{"amount":${payment.amount + 1},`);
        const { received } = await probe.pay({ body: twice, reference: payment.reference });
        const hasBoth = received.some(({ body }) => body.split('"amount"').length > 2);
        return hasBoth ? warning('The service received both amounts.') : undefined;
      },
    },
    'key-passed-on': {
      proves: 'The service receives the Idempotency-Key of the page, unchanged',
      run({ first: { received, key } }) {
        const forwarded = received[0]?.headers[IDEMPOTENCY_KEY.toLowerCase()];
        return forwarded === key
          ? undefined
          : warning(`The key is ${forwarded === undefined ? 'missing' : 'another'}.`);
      },
    },
    'nothing-added': {
      proves: 'Nothing else from the page reaches the service: no cookie, referrer, header or query',
      async run(probe) {
        const { received } = await probe.pay({ headers: PAGE_HEADERS, path: `${PAYMENTS_PATH}?from=the-page` });
        const [request] = received;
        if (!request) return unchecked('With a query in its URL, the payment did not reach the service.');
        const forwarded = Object.keys(PAGE_HEADERS).filter((name) => name.toLowerCase() in request.headers);
        if (request.url.includes('?')) forwarded.push('the query');
        return forwarded.length > 0 ? warning(`The service received: ${forwarded.join(', ')}.`) : undefined;
      },
    },
    'other-paths': {
      proves: 'No other operation of the service is reachable',
      fix: 'Serve only this path and return 404 for all others. Otherwise anybody can use your key for refunds.',
      async run(probe) {
        const open: string[] = [];
        for (const path of OTHER_PATHS) {
          for (const method of ['GET', 'POST']) {
            const { received } = await probe.pay({ method, path, body: '{}' });
            if (received.length > 0) open.push(`${method} ${path}`);
          }
        }
        return open.length > 0 ? failure(`The service received ${open.join(', ')}.`) : undefined;
      },
    },
  },
};

/** Longer than any proxy would wait itself. */
const RETRY_AFTER_SECONDS = 120;

const STATUSES = [201, 202, 400, 401, 402, 403, 404, 405, 408, 409, 413, 415, 422, 500, 502, 503, 504];

/** Addresses that no proxy may know: the name is reserved (RFC 2606). */
const UNKNOWN_BANKS = ['https://bank.invalid/', 'http://bank.invalid/'];
const ECHO = 'X-Echo';

const TEXT = { 'Content-Type': 'text/plain' };

/** Resets the connection after it has received the payment, so the card may have been charged. */
const reset: FaultyBehaviour = (response) => response.socket?.resetAndDestroy();

/** Sends less than its Content-Length. */
const cut: FaultyBehaviour = (response) => {
  response.writeHead(200, { 'Content-Type': JSON_TYPE, 'Content-Length': '100' });
  response.write('{"id":"pay_check_cut",', () => response.socket?.destroySoon());
};

export const silence: FaultyBehaviour = () => undefined;

const unknownAfter = (fault: FaultyBehaviour, proves: string): ProxyCheck => ({
  proves,
  fix: 'Return 502 or 504, which mean an unknown outcome: the card may have been charged.',
  async run(probe) {
    const { response } = await probe.payWhile(fault);
    if (meaningOf(response) === 'unknown') return undefined;
    return failure(`The proxy returned ${inWords(response)}${isSuccess(response) ? ', which means paid' : ''}.`);
  },
});

type Echoes = Readonly<Record<string, (key: string) => Parameters<typeof respond>>>;

/** The key without the card, so that redacting the card does not hide the key. */
const KEY_ECHOES: Echoes = {
  'an error': (key) => [400, JSON.stringify({ error: 'invalid', sent: key })],
  'plain text': (key) => [400, `Invalid: ${key}`, TEXT],
  'a success': (key) => [200, JSON.stringify({ id: 'pay_check_key', sent: key })],
  'a header': (key) => [400, '{"error":"invalid"}', { [ECHO]: key }],
};

async function checkMasked(probe: Prober, echoes: Echoes, ...secrets: readonly [Redactor, SentPayment]) {
  const passed: string[] = [];
  for (const [what, echo] of Object.entries(echoes)) {
    const behave: FaultyBehaviour = (response, { headers }) => {
      respond(...echo(headers.authorization?.replace(/^Bearer /, '') ?? ''))(response);
    };
    const { response } = await probe.payWhile(behave, { isEcho: true });
    const header = response.headers.get(ECHO) ?? '';
    if (bodyContains(response, ...secrets) || textContains(header, ...secrets)) passed.push(what);
  }
  return passed.length > 0 ? failure(`The page receives it in ${passed.join(', ')}.`) : undefined;
}

export const serviceResponses: Group = {
  name: 'Service responses',
  needs: ['payment', 'service'],
  checks: {
    status: {
      proves: 'The page receives the status of the service',
      async run(probe) {
        const others: string[] = [];
        const wrong: string[] = [];
        for (const status of STATUSES) {
          const { response } = await probe.payWhile(respond(status, '{"error":"test"}'));
          if (response.status === status) continue;
          const expected = classifyStatus(status, { kind: 'none' }).outcome;
          (meaningOf(response) === expected ? others : wrong).push(`${status} became ${inWords(response)}`);
        }
        if (wrong.length > 0) return failure(`${[...wrong, ...others].join('; ')}.`);
        return others.length > 0 ? warning(`${others.join('; ')}.`) : undefined;
      },
    },
    body: {
      proves: 'The page receives the JSON of the service',
      run: ({ first: { response } }) =>
        response.text.includes('pay_check_') ? undefined : warning('The data of the service is missing.'),
    },
    'retry-after': {
      proves: 'The page receives Retry-After with a 429',
      async run(probe) {
        const slowDown = respond(429, '{"error":"slow down"}', { [RETRY_AFTER]: `${RETRY_AFTER_SECONDS}` });
        const { response, received } = await probe.payWhile(slowDown);
        const found = `429 became ${inWords(response)} after ${received.length} requests`;
        if (response.status !== 429) return failure(`${found}.`);
        const seconds = parseRetryAfter(response.headers.get(RETRY_AFTER));
        if (seconds === RETRY_AFTER_SECONDS) return undefined;
        return failure(`${RETRY_AFTER_SECONDS} s became ${seconds === undefined ? 'nothing' : `${seconds} s`}.`);
      },
    },
    'sent-once': {
      proves: 'A payment is sent to the service once, and not again if it may have been charged',
      fix: 'Send each payment once: no mirror, and no retries for POST. After an error or a broken connection the card may have been charged. Only a service that honours Idempotency-Key may get it again, with the same key: this check cannot know that.',
      async run(probe) {
        const payments = [
          ['a success', probe.first],
          ['500', await probe.payWhile(respond(500, '{}'))],
          ['504', await probe.payWhile(respond(504, '{}'))],
          ['a broken connection', await probe.payWhile(reset)],
          ['an incomplete response', await probe.payWhile(cut)],
        ] as const;
        const repeated = payments.filter(([, { received }]) => received.length > 1);
        if (repeated.length === 0) return undefined;
        const times = repeated.map(([what, { received }]) => `${received.length} times after ${what}`);
        return failure(`The service received the payment ${times.join(', ')}.`);
      },
    },
    redirect: {
      proves: 'Redirects of the service are not followed',
      fix: 'Turn off redirects (redirect: "manual", follow_redirects=False, CURLOPT_FOLLOWLOCATION 0). They send the card to another URL.',
      async run(probe) {
        const passed: number[] = [];
        const headers = { Location: `${probe.service.url}/elsewhere` };
        for (const status of [302, 303, 307, 308]) {
          const { response, received } = await probe.payWhile(respond(status, '', headers));
          if (received.length > 1) return failure(`After ${status} the proxy sent the payment to the other URL.`);
          if (meaningOf(response) !== 'unknown') return failure(`${status} became ${inWords(response)}.`);
          if (response.status === status) passed.push(status);
        }
        return passed.length > 0 ? warning(`The proxy returns ${passed.join(', ')} to the page.`) : undefined;
      },
    },
    broken: unknownAfter(reset, 'If the connection to the service breaks, the outcome is unknown'),
    'cut-short': unknownAfter(cut, 'If the response of the service is incomplete, the outcome is unknown'),
    'service-down': {
      proves: 'If the service is down, the page gets 502 with "outcome": "not_charged"',
      async run(probe) {
        const { response } = await probe.service.whileDown(() => probe.pay());
        const outcome = meaningOf(response);
        if (response.status === 502 && outcome === 'not_charged') return undefined;
        const verdict = response.isComplete && response.status < 500 ? failure : warning;
        return verdict(`The proxy returned ${inWords(response)}, which means ${outcome}.`);
      },
    },
    'time-out': {
      proves: 'If the service does not respond within 30 s, the page gets 504, an unknown outcome',
      async run(probe) {
        const start = performance.now();
        const { response } = await probe.payWhile(silence);
        if (meaningOf(response) !== 'unknown') return failure(`The proxy returned ${inWords(response)}.`);
        const taken = performance.now() - start;
        return taken > probe.settings.serviceTimeout
          ? warning(`The proxy waited ${Math.round(taken / 1000)} s for the service.`)
          : undefined;
      },
    },
    'next-action-origin': {
      proves: 'A next action of an unknown origin is not passed on, also when the page asks again',
      fix: 'Pass on only https URLs of origins that you know. Otherwise return 502 action_refused: the service has the payment.',
      async run(probe) {
        const { next_action: isDeclared, recovery } = probe.config;
        if (!isDeclared) return unchecked('/config has no next_action, so pages expect none.');
        for (const url of UNKNOWN_BANKS) {
          const behave = respond(202, JSON.stringify({ next_action: { url } }));
          const { key, payment, response } = await probe.payWhile(behave);
          if (hasAction(response)) return failure(`An action of ${url} was passed on.`);
          if (!['unknown', 'pending'].includes(meaningOf(response))) {
            return failure(`An action of ${url} became ${inWords(response)}. Expected an unknown outcome.`);
          }
          if (recovery && hasAction(await probe.readAttempt(key, payment.reference))) {
            return failure(`GET …/attempts passed on an action of ${url}.`);
          }
        }
        return undefined;
      },
    },
    'key-masked': {
      proves: 'An API key that the service repeats does not reach the page',
      fix: 'Return only the members and headers that you know, or remove the key from the body and headers.',
      run: (probe) =>
        probe.apiKeys.size === 0
          ? unchecked('The API key is not known.')
          : checkMasked(probe, KEY_ECHOES, createRedactor([...probe.apiKeys]), {}),
    },
    'card-masked': {
      proves: 'A card that the service repeats does not reach the page',
      fix: 'Return only the members that you know, or remove the card number, with or without separators, and members with the security code.',
      run(probe) {
        const { card } = probe;
        const { number, cvc } = card;
        const grouped = number.replace(/\d{4}(?=\d)/g, '$& ');
        const echoes: Echoes = {
          'the number': () => [400, JSON.stringify({ error: `No such card: ${number}` })],
          'the number with spaces': () => [400, JSON.stringify({ error: `No such card: ${grouped}` })],
          'the number in plain text': () => [400, `No such card: ${number}`, TEXT],
          'the security code': () => [400, JSON.stringify({ error: 'invalid', card: { cvc } })],
          'the security code in a JSON string': () => [400, JSON.stringify({ sent: JSON.stringify({ cid: cvc }) })],
        };
        return checkMasked(probe, echoes, createRedactor([]), { card });
      },
    },
  },
};

const hasAction = (response: ProxyResponse): boolean => {
  const body = jsonOf(response);
  return typeof body === 'object' && body !== null && 'next_action' in body && Boolean(body.next_action);
};
