import type { FaultRequest } from '../../../faults/fault-proxy.js';
import { POINTS, type Fault } from '../../../faults/faults.js';
import { ENGLISH } from '../../../../src/messages.js';
import { answer, cutBody, gate, redirectTo, reset, stall, type Behaviour } from '../../../support/node-servers.js';
import type { CanaryCard, CardKind } from './cards.js';
import { echo, echoCut, echoPage } from './echo.js';
import type { Found } from './find.js';
import type { Visit } from './visit.js';
import { AUTHORIZATION, isPayment, TO_PROXY, TO_SERVICE, type ProxyName, type Service } from './world.js';

/** Something that happens to a payment. */
export interface Scenario {
  readonly name: string;
  /** What the page is told at the end. */
  readonly told: string;
  /** One after the other, if left out. */
  readonly kind?: CardKind;
  readonly proxy?: ProxyName;
  readonly service?: Service;
  readonly fault?: (request: FaultRequest, key: string) => Fault | undefined;
  readonly attributes?: Readonly<Record<string, string>>;
  /** Whether the page is to be kept for Back, which only the whole Chromium does. */
  readonly isKept?: boolean;
  /** What the shopper and the page do; types the card and pays, if left out. */
  readonly act?: (visit: Visit, card: CanaryCard, key: string) => Promise<void>;
  /** Where the card is to be found, and nowhere else; in the one request on its two ways, if left out. */
  readonly found?: Found;
}

const CARD = ['code', 'digits', 'expiry', 'number'] as const;
const KEY = { [AUTHORIZATION]: ['key'] } as const;
/** The one request, on its way to the proxy and on its way from there. */
export const SENT: Found = { [TO_PROXY]: CARD, [TO_SERVICE]: CARD, ...KEY };
const SENT_TO_PROXY: Found = { [TO_PROXY]: CARD };
const ENCRYPTED: Found = KEY;
/** What was typed stays after a refusal that is no decline, so that the shopper can try again. */
const IN_FORM: Found = { inputs: CARD, 'accessibility tree': CARD };
const SENT_AND_KEPT: Found = { ...SENT, ...IN_FORM };

/** The expiry date is masked nowhere: services name it beside the last four digits, and it is no card without the number. */
const REPEATED: Found = { answers: ['expiry'], 'what the proxy answers': ['expiry'] };
const REPEATED_AND_STORED: Found = { ...REPEATED, 'the store of the proxy': ['expiry'] };
const TOLD: Found = { ...REPEATED_AND_STORED, events: ['expiry'] };

const JSON_HEADERS = { 'Content-Type': 'application/json' };

const onPayment =
  (fault: Fault, times = 1) =>
  ({ method, path, attempt }: FaultRequest): Fault | undefined =>
    isPayment(method, path) && attempt <= times ? fault : undefined;

const status = (code: number, body: unknown = { error: { code: 'no' } }, headers = {}): Behaviour =>
  answer(code, JSON.stringify(body), headers);

/** The sandbox's own behaviour for one of its test cards. */
const asTestCard =
  (number: string): Service =>
  (response, request, sandbox) => {
    sandbox(response, { ...request, body: request.body.replace(/"number":"\d+"/, `"number":"${number}"`) });
  };

const endConnection: Behaviour = (response) => response.socket?.end();
const garbage: Behaviour = (response) => response.socket?.end('\u0000 this is not HTTP \r\n\r\n');

export const fillAndPay = async (visit: Visit, card: CanaryCard) => {
  await visit.fill(card);
  await visit.pay();
};

const answers: Scenario[] = [
  {
    name: 'a payment, typed key by key',
    told: 'success',
    act: async (visit, card) => {
      await visit.type(card);
      await visit.pay();
    },
  },
  { name: 'a decline of the sandbox', told: 'failure declined', service: asTestCard('4000000000000002') },
  {
    name: 'an error of the sandbox after the charge',
    told: 'unknown service_error',
    service: asTestCard('4000000000000119'),
  },
  { name: 'created', told: 'success', service: status(201, {}) },
  { name: 'accepted, not finished', told: 'pending', service: status(202, {}) },
  { name: 'an empty 200', told: 'success', service: answer(200) },
  { name: '204', told: 'unknown unexpected_answer', service: answer(204) },
  {
    name: '400 with errors of fields',
    told: 'failure invalid_request',
    service: status(400, { errors: [{ field: 'payment_method.card.number', message: 'is wrong' }] }),
    found: SENT_AND_KEPT,
  },
  { name: '401', told: 'failure not_authorized', service: status(401), found: SENT_AND_KEPT },
  { name: '403', told: 'failure not_authorized', service: status(403), found: SENT_AND_KEPT },
  { name: '404', told: 'failure not_found', service: status(404), found: SENT_AND_KEPT },
  { name: '408', told: 'unknown attempt_unknown', service: status(408) },
  { name: '409', told: 'unknown conflict', service: status(409) },
  { name: '422', told: 'failure invalid_request', service: status(422), found: SENT_AND_KEPT },
  {
    name: '429 with a long Retry-After',
    told: 'failure rate_limited',
    service: status(429, {}, { 'Retry-After': '30' }),
    found: SENT_AND_KEPT,
  },
  { name: '429 without Retry-After', told: 'failure rate_limited', service: status(429), found: SENT_AND_KEPT },
  {
    name: '429 that is over at once, again and again',
    told: 'failure rate_limited',
    service: status(429, {}, { 'Retry-After': '0' }),
    found: SENT_AND_KEPT,
  },
  { name: '500', told: 'unknown service_error', service: status(500) },
  ...[502, 503, 504].map((code) => ({
    name: String(code),
    told: 'unknown attempt_unknown', // by the proxy, which the page asks again
    service: status(code),
  })),
  {
    name: 'a page in place of an answer',
    told: 'unknown unreadable_answer',
    service: answer(200, '<html>', { 'Content-Type': 'text/html' }),
  },
  { name: 'a redirect', told: 'unknown unreadable_answer', service: redirectTo('https://elsewhere.example/') },
  { name: 'a connection to the service that breaks', told: 'unknown connection_lost', service: reset },
  { name: 'a service that hangs up', told: 'unknown connection_lost', service: endConnection },
  { name: 'a service that is cut off', told: 'unknown connection_lost', service: cutBody },
  { name: 'a service that answers with what is no HTTP', told: 'unknown connection_lost', service: garbage },
  { name: 'a service that never answers', told: 'unknown timeout', service: stall },
  {
    name: 'a service that cannot be reached',
    told: 'failure service_unreachable',
    proxy: 'unreachable',
    found: { ...SENT_TO_PROXY, ...IN_FORM },
  },
];

/** The service repeats the card, the key and its stack in its answer and in the headers of it. */
const echoes: Scenario[] = [
  ...(['visa', 'amex', 'visa of 19 digits'] as const).map((kind) => ({
    name: `success with ${kind} that repeats everything`,
    kind,
    told: 'success',
    service: echo(200),
    found: { ...SENT, ...TOLD },
  })),
  { name: '202 that repeats everything', told: 'pending', service: echo(202), found: { ...SENT, ...TOLD } },
  { name: 'a redirect to an address that repeats everything', told: 'unknown unreadable_answer', service: echo(302) },
  ...(
    [
      [400, 'invalid_request'],
      [401, 'not_authorized'],
      [429, 'rate_limited'],
    ] as const
  ).map(([code, error]) => ({
    name: `${code} that repeats everything`,
    told: `failure ${error}`,
    service: echo(code),
    found: { ...SENT_AND_KEPT, ...REPEATED_AND_STORED },
  })),
  {
    name: '402 that repeats everything',
    told: 'failure declined',
    service: echo(402),
    found: { ...SENT, ...REPEATED_AND_STORED },
  },
  {
    name: '409 that repeats everything',
    told: 'unknown conflict',
    service: echo(409),
    found: { ...SENT, ...REPEATED },
  },
  {
    name: '500 that repeats everything',
    told: 'unknown service_error',
    service: echo(500),
    found: { ...SENT, ...REPEATED },
  },
  { name: 'a page that repeats everything', told: 'unknown unreadable_answer', service: echoPage },
  { name: 'half of what was sent', told: 'unknown unreadable_answer', service: echoCut },
];

const proxies: Scenario[] = [
  { name: 'a Live key', proxy: 'live', told: 'success', attributes: { mode: 'live' } },
  { name: 'two keys, of which the service takes the second', proxy: 'rotating', told: 'success' },
  {
    name: 'two keys, of which the service takes none and repeats both',
    proxy: 'rotating',
    told: 'failure not_authorized',
    service: echo(401),
    found: { ...SENT_AND_KEPT, ...REPEATED_AND_STORED },
  },
  { name: 'a proxy of another make', proxy: 'bare', told: 'success' },
  { name: 'a decline by a proxy of another make', proxy: 'bare', told: 'failure declined', service: status(402) },
  { name: 'an error by a proxy of another make', proxy: 'bare', told: 'unknown service_error', service: status(500) },
];

const encrypted: Scenario[] = (['rsa', 'ec'] as const).flatMap((proxy): Scenario[] => [
  { name: `an encrypted card (${proxy})`, proxy, told: 'success', found: ENCRYPTED },
  {
    name: `an encrypted card (${proxy}) and a 200 that repeats everything`,
    proxy,
    told: 'success',
    service: echo(200),
    found: ENCRYPTED,
  },
  {
    name: `an encrypted card (${proxy}) and a 500 that repeats everything`,
    proxy,
    told: 'unknown service_error',
    service: echo(500),
    found: ENCRYPTED,
  },
  {
    name: `an encrypted card (${proxy}) that is declined`,
    proxy,
    told: 'failure declined',
    service: status(402),
    found: ENCRYPTED,
  },
]);

/** What goes wrong between the browser and the merchant's server. */
const connections: Scenario[] = [
  ...POINTS.map((at) => ({
    name: `a connection of the browser that breaks ${at}`,
    told: 'success', // it is sent again, under the same key
    fault: onPayment({ kind: 'reset', at }),
  })),
  {
    name: 'a connection of the browser that ends in order',
    told: 'success',
    fault: onPayment({ kind: 'close', at: 'after-answer' }),
  },
  { name: 'an answer to the browser that is cut', told: 'success', fault: onPayment({ kind: 'cut', bytes: 20 }) },
  { name: 'what is no HTTP, to the browser', told: 'success', fault: onPayment({ kind: 'garbage' }) },
  {
    name: 'a request that comes twice',
    told: 'success',
    fault: onPayment({ kind: 'duplicate', when: 'together', answer: 'first' }),
  },
  {
    name: 'an answer of a gateway before the right one',
    told: 'success',
    fault: onPayment({ kind: 'replace', status: 503 }),
  },
  {
    name: 'a login page in front of the proxy',
    told: 'unknown unreadable_answer',
    fault: onPayment({
      kind: 'replace',
      status: 200,
      headers: { 'Content-Type': 'text/html' },
      body: '<h1>Log in</h1>',
    }),
  },
  {
    name: 'a redirect in front of the proxy',
    told: 'unknown unexpected_answer',
    fault: onPayment({ kind: 'replace', status: 307, headers: { Location: '/pay/test/elsewhere' } }),
  },
];

/** Opened when a shopper has come back. */
const back = gate();

const pages: Scenario[] = [
  {
    name: 'a payment that the page stops',
    told: 'failure submit_prevented',
    act: async (visit, card) => {
      await visit.page.evaluate(() => {
        addEventListener('payment-submit', (event) => {
          event.preventDefault();
        });
      });
      await fillAndPay(visit, card);
    },
    found: IN_FORM,
  },
  {
    name: 'scripts of the page that fail',
    told: 'success',
    act: async (visit, card) => {
      await visit.page.evaluate(() => {
        for (const type of ['payment-change', 'payment-submit', 'payment-success']) {
          addEventListener(type, () => {
            void Promise.reject(new Error('A promise of the page has failed.'));
            throw new Error('A script of the page has failed.');
          });
        }
      });
      await fillAndPay(visit, card);
    },
  },
  {
    name: 'a buildRequest that fails and quotes what it was given',
    told: 'failure invalid_request_body',
    act: async (visit, card) => {
      await visit.page.locator('payment-widget').evaluate((element) => {
        Object.assign(element, {
          buildRequest: (payment: unknown) => {
            throw new Error(JSON.stringify(payment));
          },
        });
      });
      await fillAndPay(visit, card);
    },
    found: IN_FORM,
  },
  {
    name: 'a policy that forbids to send',
    told: 'unknown connection_lost',
    attributes: { 'request-timeout': '2000' },
    act: async (visit, card) => {
      await visit.page.evaluate(() => {
        const meta = document.createElement('meta');
        Object.assign(meta, { httpEquiv: 'Content-Security-Policy', content: "connect-src 'none'" });
        document.head.append(meta);
      });
      await fillAndPay(visit, card);
    },
    found: {},
  },
  {
    name: 'a number that is mistyped',
    kind: 'visa',
    told: 'failure validation_failed',
    act: async (visit, card) => {
      await visit.fill({ ...card, pan: card.pan.replace(/.$/, (last) => String((Number(last) + 1) % 10)) });
      await visit.pay();
    },
    // The last digit is another, all the others are the card's.
    found: { inputs: ['code', 'digits', 'expiry'], 'accessibility tree': ['code', 'digits', 'expiry'] },
  },
  {
    name: 'a number in the field of the name',
    told: 'failure validation_failed',
    act: async (visit, card) => {
      await visit.fill(card, card.pan);
      await visit.pay();
    },
    found: IN_FORM,
  },
  {
    name: 'a number that is pasted with dashes',
    kind: 'visa',
    told: 'success',
    act: async (visit, card) => {
      await visit.paste('cc-number', card.pan.replace(/\d{4}(?=\d)/g, '$&-'));
      await visit.fill({ ...card, pan: '' });
      await visit.pay();
    },
  },
  {
    name: 'a browser that is offline',
    told: 'failure offline',
    act: async (visit, card) => {
      await visit.fill(card);
      await visit.context.setOffline(true);
      await visit.pay();
    },
    found: IN_FORM,
  },
  {
    name: 'a page that does not wait for the answer',
    told: 'unknown timeout',
    attributes: { 'request-timeout': '5000' },
    service: stall,
  },
  {
    name: 'a page that is loaded again while nobody knows',
    told: 'unknown connection_lost',
    service: status(500),
    act: async (visit, card) => {
      await fillAndPay(visit, card);
      const outcome = visit.outcome();
      await visit.page.reload();
      await outcome;
    },
  },
  {
    name: 'a page that is loaded again after a payment',
    told: 'success',
    act: async (visit, card) => {
      await fillAndPay(visit, card);
      const outcome = visit.outcome();
      await visit.page.reload();
      await outcome;
    },
  },
  {
    name: 'a page that is left with a card in it, and come back to',
    isKept: true,
    told: '',
    act: async (visit, card) => {
      await visit.fill(card);
      await visit.leaveAndComeBack();
    },
    found: {},
  },
  {
    name: 'a page that is left after a refusal, and come back to',
    isKept: true,
    told: 'failure invalid_request',
    service: status(422),
    act: async (visit, card) => {
      await fillAndPay(visit, card);
      await visit.leaveAndComeBack();
    },
  },
  {
    name: 'a page that is left while it pays, and come back to',
    isKept: true,
    told: '',
    service: (response, request, sandbox) => {
      void back.opened.then(() => {
        sandbox(response, request);
      });
    },
    act: async (visit, card) => {
      await visit.fill(card);
      const sent = visit.page.waitForRequest((request) => request.method() === 'POST');
      await visit.page.locator('[part=pay-button]').click();
      await sent;
      await visit.leaveAndComeBack();
      back.open();
      await visit.page.getByText(ENGLISH.paid_title).waitFor();
    },
  },
  {
    name: 'a form that is brought back to its first values',
    told: '',
    act: async (visit, card) => {
      await visit.fill(card);
      await visit.page.locator('payment-widget').evaluate((element) => {
        (element as unknown as { reset: () => void }).reset();
      });
    },
    found: {},
  },
];

/** A script of the page gives the element something that holds a key. */
const withKey =
  (put: (element: Record<string, unknown> & Element, key: string) => void) =>
  async (visit: Visit, _card: CanaryCard, key: string): Promise<void> => {
    const outcome = visit.outcome();
    const code = `(${put.toString()})(document.querySelector('payment-widget'), ${JSON.stringify(key)})`;
    await visit.page.evaluate(code);
    await outcome;
  };

const IN_DOM: Found = { 'DOM at any time': ['key'] };
const IN_PROPERTY: Found = { 'properties of the element': ['key'] };

/** A key in the page stays where the page has put it, or goes; nobody repeats it. */
const keys: Scenario[] = (
  [
    [
      'an attribute by its name',
      IN_DOM,
      (element, key) => {
        element.setAttribute('api-key', key);
      },
    ],
    [
      'an attribute by its value',
      IN_DOM,
      (element, key) => {
        element.setAttribute('data-note', key);
      },
    ],
    [
      'the address of the proxy',
      IN_DOM,
      (element, key) => {
        element.setAttribute('proxy-url', `/pay/${key}`);
      },
    ],
    ['a property by its name', {}, (element, key) => (element['apiKey'] = key)],
    ['metadata', IN_PROPERTY, (element, key) => (element['metadata'] = { note: key })],
    ['prefill', IN_PROPERTY, (element, key) => (element['prefill'] = { 'cardholder-name': key })],
    ['messages', IN_PROPERTY, (element, key) => (element['messages'] = { pay: key })],
    ['the description', IN_PROPERTY, (element, key) => (element['description'] = key)],
    ['the reference', IN_PROPERTY, (element, key) => (element['reference'] = key)],
  ] as const satisfies [string, Found, (element: Record<string, unknown> & Element, key: string) => unknown][]
).map(([where, found, put]) => ({
  name: `a key in ${where}`,
  told: 'failure key_in_browser',
  act: withKey(put),
  found,
}));

/** What the merchant's server should never say: it has crossed the network by then, and goes no further. */
const leaks: Scenario[] = [
  {
    name: 'a key in what the proxy answers to /config',
    told: 'failure key_in_browser',
    fault: ({ path }, key) =>
      path.endsWith('/config')
        ? { kind: 'replace', status: 200, headers: JSON_HEADERS, body: JSON.stringify({ mode: 'test', note: key }) }
        : undefined,
    act: async (visit) => {
      await visit.page.locator('[part=setup-error]').waitFor();
      visit.told = 'failure key_in_browser';
    },
    found: { answers: ['key'] },
  },
  {
    name: 'a key in the answer of a payment',
    told: 'success',
    fault: (request, key) =>
      onPayment({
        kind: 'replace',
        status: 200,
        headers: JSON_HEADERS,
        body: JSON.stringify({ id: 'pay_1', note: key }),
      })(request),
    found: { ...SENT, answers: ['key'] },
  },
];

export const SCENARIOS: readonly Scenario[] = [
  ...answers,
  ...echoes,
  ...proxies,
  ...encrypted,
  ...connections,
  ...pages,
  ...keys,
  ...leaks,
].sort((one, other) => Number(other.service === stall) - Number(one.service === stall)); // those that take long, first
