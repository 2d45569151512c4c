import { createRedactor, type Redactor } from 'payment-widget-proxy/internal';
import { JSON_TYPE, PAYMENTS_PATH } from 'payment-widget/contract';
import { resetConnection } from '../../sandbox/reset-connection.js';
import { failure, unchecked, type Group, type ProxyCheck } from '../check.js';
import { respond, type FaultyBehaviour } from '../fake-service.js';
import type { Prober } from '../prober.js';
import { bodyContains, inWords, meaningOf, textContains, type SentPayment } from '../responses.js';

const OTHER_REQUESTS = [
  ['GET', PAYMENTS_PATH],
  ['DELETE', PAYMENTS_PATH],
  ['GET', '/v1/refunds'],
  ['POST', '/v1/refunds'],
  ['GET', `${PAYMENTS_PATH}/pay_1`],
  ['POST', `${PAYMENTS_PATH}%2f..%2frefunds`],
] as const;

const ECHO = 'X-Echo';

const TEXT = { 'Content-Type': 'text/plain' };

/** Resets the connection after it has received the payment, so the card may have been charged. */
const reset: FaultyBehaviour = ({ socket }) => {
  resetConnection(socket);
};

/** Sends less than its Content-Length. */
const cut: FaultyBehaviour = (response) => {
  response.writeHead(200, { 'Content-Type': JSON_TYPE, 'Content-Length': '100' });
  response.write('{"id":"pay_check_cut",', () => response.socket?.destroySoon());
};

export const silence: FaultyBehaviour = () => undefined;

const statuses = (...all: readonly number[]) =>
  all.map((status) => [String(status), respond(status, '{"error":"test"}')] as const);

const redirects = [302, 303, 307, 308].map((status): readonly [string, FaultyBehaviour] => [
  String(status),
  (response, { headers }) => {
    respond(status, '', { Location: `http://${headers.host}/elsewhere` })(response);
  },
]);

const BROKEN = [
  ['a broken connection', reset],
  ['an incomplete response', cut],
] as const;

type Behaviours = readonly (readonly [what: string, behave: FaultyBehaviour])[];

const UNKNOWN =
  'Send each payment once, and follow no redirects. Only a service that honours Idempotency-Key may get it again, with the same key: this check cannot know that. Return 502 or 504, which mean an unknown outcome: the card may have been charged.';

/** After each, the response has this meaning, and a payment that may have been charged is not sent again. */
const meaning = (
  expected: 'not_charged' | 'unknown',
  behaviours: Behaviours,
  proves: string,
  fix: string,
): ProxyCheck => ({
  proves,
  fix,
  async run(probe) {
    if (probe.first.received.length > 1) return failure('The service received a payment twice that it accepted.');
    const wrong: string[] = [];
    for (const [what, behave] of behaviours) {
      const { response, received } = await probe.payWhile(behave);
      if (expected === 'unknown' && received.length > 1) {
        return failure(`After ${what}, the proxy sent the payment ${received.length} times.`);
      }
      if (meaningOf(response) !== expected) wrong.push(`${what} became ${inWords(response)}`);
    }
    return wrong.length > 0 ? failure(`${wrong.join('; ')}.`) : undefined;
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
    const { length } = probe.responses;
    const { response } = await probe.payWhile(behave);
    probe.responses.length = length; // "no-key" and "no-card" search the others
    const header = response.headers.get(ECHO) ?? '';
    if (bodyContains(response, ...secrets) || textContains(header, ...secrets)) passed.push(what);
  }
  return passed.length > 0 ? failure(`The page receives it in ${passed.join(', ')}.`) : undefined;
}

export const service: Group = {
  name: 'Service',
  needs: ['payment', 'service'],
  checks: {
    authorization: {
      proves: 'The service receives Authorization: Bearer with the API key',
      fix: 'Send the header Authorization with Bearer, a space and the key.',
      run({ first: { received } }) {
        const isRight = /^Bearer \S+$/.test(received[0]?.headers.authorization ?? '');
        return isRight ? undefined : failure('The Authorization header is not "Bearer <key>".');
      },
    },
    'other-paths': {
      proves: 'No other operation of the service is reachable',
      fix: 'Serve only POST at this path, and refuse all others. Otherwise anybody can use your key for refunds.',
      async run(probe) {
        const open: string[] = [];
        for (const [method, path] of OTHER_REQUESTS) {
          const { received } = await probe.pay({ method, path, body: '{}' });
          if (received.length > 0) open.push(`${method} ${path}`);
        }
        return open.length > 0 ? failure(`The service received ${open.join(', ')}.`) : undefined;
      },
    },
    status: meaning(
      'not_charged',
      statuses(400, 401, 402, 403, 404, 422, 429),
      'A payment that the service refuses is not charged',
      'Return the status of the service.',
    ),
    'sent-once': meaning(
      'unknown',
      [...statuses(500, 502, 503, 504), ...BROKEN],
      'If the card may have been charged, the payment is not sent again, and its outcome is unknown',
      UNKNOWN,
    ),
    redirect: meaning('unknown', redirects, 'Redirects of the service are not followed', UNKNOWN),
    'time-out': meaning(
      'unknown',
      [['no response', silence]],
      'If the service does not respond within 30 s, the outcome is unknown',
      UNKNOWN,
    ),
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
