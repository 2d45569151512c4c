import type { FaultRequest } from '../faults/fault-proxy.js';
import type { Fault } from '../faults/faults.js';
import { ENGLISH } from '../../../src/i18n/messages.js';
import { answer, cutBody, gate, redirectTo, reset, type Behaviour } from '../../support/node-servers.js';
import type { CanaryCard, CardKind } from './cards.js';
import { echo, echoCut, echoPage } from './echo.js';
import type { Found } from './find.js';
import type { Visit } from './visit.js';
import { AUTHORIZATION, isPayment, TO_PROXY, TO_SERVICE, type ProxyName, type Service } from './world.js';

/** A way that a payment can go. */
export interface Scenario {
  readonly name: string;
  /** The last outcome event, with its error code. */
  readonly outcome: string;
  /** Default: all kinds in turn. */
  readonly kind?: CardKind;
  readonly proxy?: ProxyName;
  readonly service?: Service;
  readonly fault?: (request: FaultRequest) => Fault | undefined;
  readonly attributes?: Readonly<Record<string, string>>;
  /** Whether the page needs the back/forward cache, which the headless shell does not have. */
  readonly isKept?: boolean;
  /** What the shopper and the page do. Default: `fillAndPay`. */
  readonly act?: (visit: Visit, card: CanaryCard, key: string) => Promise<void>;
  /** The only places where the card may be found. Default: `SENT`. */
  readonly found?: Found;
}

const CARD = ['code', 'digits', 'expiry', 'number'] as const;
const KEY = { [AUTHORIZATION]: ['key'] } as const;
/** The payment request, to the proxy and to the service. */
export const SENT: Found = { [TO_PROXY]: CARD, [TO_SERVICE]: CARD, ...KEY };
const SENT_TO_PROXY: Found = { [TO_PROXY]: CARD };
/** The form keeps its values after a refusal other than a decline, so that the shopper can try again. */
const IN_FORM: Found = { inputs: CARD, 'accessibility tree': CARD };
const SENT_AND_KEPT: Found = { ...SENT, ...IN_FORM };

/** The expiry date is not redacted: services return it with the last four digits. */
const REPEATED: Found = { 'what the proxy answers': ['expiry'] };
const REPEATED_AND_STORED: Found = { ...REPEATED, 'the store of the proxy': ['expiry'] };
const TOLD: Found = { ...REPEATED_AND_STORED, events: ['expiry'] };

const onPayment =
  (fault: Fault, times = 1) =>
  ({ method, path, attempt }: FaultRequest): Fault | undefined =>
    isPayment(method, path) && attempt <= times ? fault : undefined;

const status = (code: number, body: unknown = { error: { code: 'no' } }, headers = {}): Behaviour =>
  answer(code, JSON.stringify(body), headers);

/** The sandbox's behaviour for one of its test cards. */
const asTestCard =
  (number: string): Service =>
  (response, request, sandbox) => {
    sandbox(response, { ...request, body: request.body.replace(/"number":"\d+"/, `"number":"${number}"`) });
  };

const garbage: Behaviour = (response) => response.socket?.end('\u0000 this is not HTTP \r\n\r\n');

export const fillAndPay = async (visit: Visit, card: CanaryCard) => {
  await visit.fill(card);
  await visit.pay();
};

const answers: Scenario[] = [
  {
    name: 'a payment, typed key by key',
    outcome: 'success',
    act: async (visit, card) => {
      await visit.type(card);
      await visit.pay();
    },
  },
  { name: 'a decline of the sandbox', outcome: 'failure declined', service: asTestCard('4000000000000002') },
  { name: '422', outcome: 'failure invalid_request', service: status(422), found: SENT_AND_KEPT },
  { name: '500', outcome: 'unknown service_error', service: status(500) },
  {
    name: 'a web page in place of a response',
    outcome: 'unknown unreadable_answer',
    service: answer(200, '<html>', { 'Content-Type': 'text/html' }),
  },
  { name: 'a redirect', outcome: 'unknown unreadable_answer', service: redirectTo('https://elsewhere.example/') },
  { name: 'a connection to the service that is reset', outcome: 'unknown connection_lost', service: reset },
  { name: 'a truncated response of the service', outcome: 'unknown connection_lost', service: cutBody },
  { name: 'a response of the service that is not HTTP', outcome: 'unknown connection_lost', service: garbage },
  {
    name: 'a service that cannot be reached',
    outcome: 'failure service_unreachable',
    proxy: 'unreachable',
    found: { ...SENT_TO_PROXY, ...IN_FORM },
  },
];

/** Responses that repeat the card, the key and a stack trace in body and headers. */
const echoes: Scenario[] = [
  ...(['amex', 'visa of 19 digits'] as const).map((kind) => ({
    name: `200 that repeats everything, paid by ${kind}`,
    kind,
    outcome: 'success',
    service: echo(200),
    found: { ...SENT, ...TOLD },
  })),
  { name: '202 that repeats everything', outcome: 'pending', service: echo(202), found: { ...SENT, ...TOLD } },
  { name: 'a redirect to a URL that repeats everything', outcome: 'unknown unreadable_answer', service: echo(302) },
  ...(
    [
      [400, 'invalid_request'],
      [401, 'not_authorized'],
      [429, 'rate_limited'],
    ] as const
  ).map(([code, error]) => ({
    name: `${code} that repeats everything`,
    outcome: `failure ${error}`,
    service: echo(code),
    found: { ...SENT_AND_KEPT, ...REPEATED_AND_STORED },
  })),
  {
    name: '402 that repeats everything',
    outcome: 'failure declined',
    service: echo(402),
    found: { ...SENT, ...REPEATED_AND_STORED },
  },
  {
    name: '409 that repeats everything',
    outcome: 'unknown conflict',
    service: echo(409),
    found: { ...SENT, ...REPEATED },
  },
  {
    name: '500 that repeats everything',
    outcome: 'unknown service_error',
    service: echo(500),
    found: { ...SENT, ...REPEATED },
  },
  { name: 'a web page that repeats everything', outcome: 'unknown unreadable_answer', service: echoPage },
  { name: 'a truncated request in the response', outcome: 'unknown unreadable_answer', service: echoCut },
];

const proxies: Scenario[] = [
  { name: 'a payment with a Live key', proxy: 'live', outcome: 'success', attributes: { mode: 'live' } },
  { name: 'two keys, the second one valid', proxy: 'rotating', outcome: 'success' },
  {
    name: 'two keys, none valid, and a response that repeats both',
    proxy: 'rotating',
    outcome: 'failure not_authorized',
    service: echo(401),
    found: { ...SENT_AND_KEPT, ...REPEATED_AND_STORED },
  },
  { name: 'a payment through another proxy than ours', proxy: 'bare', outcome: 'success' },
];

/** Faults between the browser and the merchant's server. */
const connections: Scenario[] = [
  ...(['within-request', 'within-answer'] as const).map((at) => ({
    name: `a connection of the browser reset ${at}`,
    outcome: 'success', // it is sent again, under the same key
    fault: onPayment({ kind: 'reset', at }),
  })),
  { name: 'a response to the browser that is not HTTP', outcome: 'success', fault: onPayment({ kind: 'garbage' }) },
  {
    name: 'a duplicated request',
    outcome: 'success',
    fault: onPayment({ kind: 'duplicate', when: 'together', answer: 'first' }),
  },
  {
    name: 'a login page in front of the proxy, and a second request',
    outcome: 'success',
    fault: onPayment({
      kind: 'replace',
      status: 200,
      headers: { 'Content-Type': 'text/html' },
      body: '<h1>Log in</h1>',
    }),
  },
  {
    name: 'a redirect in front of the proxy, and a second request',
    outcome: 'success',
    fault: onPayment({ kind: 'replace', status: 307, headers: { Location: '/pay/test/elsewhere' } }),
  },
];

/** Opened when the service has a payment that it never answers. */
const atService = gate();

/** Opened when the shopper is back. */
const back = gate();

const pages: Scenario[] = [
  {
    name: 'a payment that the page prevents',
    outcome: 'failure submit_prevented',
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
    name: 'a buildRequest that throws its argument',
    outcome: 'failure invalid_request_body',
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
    name: 'a mistyped number',
    kind: 'visa',
    outcome: 'failure validation_failed',
    act: async (visit, card) => {
      await visit.fill({ ...card, pan: card.pan.replace(/.$/, (last) => String((Number(last) + 1) % 10)) });
      await visit.pay();
    },
    // All digits but the last are the card's.
    found: { inputs: ['code', 'digits', 'expiry'], 'accessibility tree': ['code', 'digits', 'expiry'] },
  },
  {
    name: 'a number in the name field',
    outcome: 'failure validation_failed',
    act: async (visit, card) => {
      await visit.fill(card, card.pan);
      await visit.pay();
    },
    found: IN_FORM,
  },
  {
    name: 'an offline browser',
    outcome: 'failure offline',
    act: async (visit, card) => {
      await visit.fill(card);
      await visit.context.setOffline(true);
      await visit.pay();
    },
    found: IN_FORM,
  },
  {
    name: 'a time-out of the page',
    outcome: 'unknown timeout',
    service: () => {
      atService.open();
    },
    act: async (visit, card) => {
      await visit.page.clock.install();
      await visit.fill(card);
      const outcome = visit.outcome();
      await visit.page.locator('[part=pay-button]').click();
      await atService.opened;
      await visit.page.clock.fastForward(60_000);
      await outcome;
    },
  },
  {
    name: 'a reload while the outcome is unknown',
    outcome: 'unknown connection_lost',
    service: status(500),
    act: async (visit, card) => {
      await fillAndPay(visit, card);
      const outcome = visit.outcome();
      await visit.page.reload();
      await outcome;
    },
  },
  {
    name: 'a reload after a payment',
    outcome: 'success',
    act: async (visit, card) => {
      await fillAndPay(visit, card);
      const outcome = visit.outcome();
      await visit.page.reload();
      await outcome;
    },
  },
  {
    name: 'Back to a page left with a card in its form',
    isKept: true,
    outcome: '',
    act: async (visit, card) => {
      await visit.fill(card);
      await visit.leaveAndComeBack();
    },
    found: {},
  },
  {
    name: 'Back to a page left after a refusal',
    isKept: true,
    outcome: 'failure invalid_request',
    service: status(422),
    act: async (visit, card) => {
      await fillAndPay(visit, card);
      await visit.leaveAndComeBack();
    },
  },
  {
    name: 'Back to a page left during a payment',
    isKept: true,
    outcome: '',
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
    name: 'a reset of the form',
    outcome: '',
    act: async (visit, card) => {
      await visit.fill(card);
      await visit.page.locator('payment-widget').evaluate((element) => {
        (element as unknown as { reset: () => void }).reset();
      });
    },
    found: {},
  },
];

/** A script of the page passes a key to the element. */
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

/** The element neither copies nor repeats a key in the page. */
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
      'the address of the proxy',
      IN_DOM,
      (element, key) => {
        element.setAttribute('proxy-url', `/pay/${key}`);
      },
    ],
    ['a property by its name', {}, (element, key) => (element['apiKey'] = key)],
    ['metadata', IN_PROPERTY, (element, key) => (element['metadata'] = { note: key })],
  ] as const satisfies [string, Found, (element: Record<string, unknown> & Element, key: string) => unknown][]
).map(([where, found, put]) => ({
  name: `a key in ${where}`,
  outcome: 'failure key_in_browser',
  act: withKey(put),
  found,
}));

export const SCENARIOS: readonly Scenario[] = [...answers, ...echoes, ...proxies, ...connections, ...pages, ...keys];
