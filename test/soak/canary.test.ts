import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, mock } from 'node:test';
import type { Browser } from 'playwright-core';
import { createPaymentProxy } from 'payment-widget-proxy';
import { startShop, type Shop } from '../support/shop.js';
import { openBrowser } from '../support/browser.js';
import { startFaultProxy, type Exchange, type Fault, type FaultProxy } from './fault-proxy.js';
import { answer, gate, startRecorder, type Behaviour, type TestServer } from '../support/node-servers.js';
import { samplePayment } from '../support/sample-payment.js';
import { OwnScope } from '../support/scope.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import {
  createCard,
  createKey,
  findByPlace,
  printable,
  type CanaryCard,
  type Evidence,
  type Found,
} from './canary/find.js';
import { Visit } from './canary/visit.js';

/**
 * Pays with unique cards in the ways that a payment can go, and then searches everything that was recorded for traces of
 * them. A card may be in the request bodies to the proxy and to the service, and nowhere else.
 */

const scope = new OwnScope();
const API_KEY = createKey('sk_test_');
/** A function name in the stack traces of the service. */
const STACK = createKey('chargeCard_');
const log: string[] = [];
/** By the path of the proxy, which is the reference of the order. */
const behaviours = new Map<string, Behaviour>();
const faults = new Map<string, Fault>();
let browser: Browser;
let files: Shop;
let folder: string;
let service: TestServer;
let shop: FaultProxy;
let pay: (request: Request) => Promise<Response>;

before(async () => {
  folder = await temporaryFolder(scope);
  browser = await openBrowser();
  scope.after(() => browser.close());
  files = await startShop();
  scope.after(() => files.close());
  service = await startRecorder(scope, (response, request) => {
    const { reference = '' } = JSON.parse(request.body) as { reference?: string };
    (behaviours.get(reference) ?? answer(200, '{"id":"pay_1"}'))(response, request);
  });
  const price = { trustBrowserAmount: true, limits: { attemptsPerClient: false } } as const;
  const proxy = createPaymentProxy({
    ...{ baseUrl: service.url, apiKey: API_KEY, mode: 'test', storePath: folder, ...price },
  });
  scope.after(() => proxy.close());
  pay = proxy;
  shop = await startFaultProxy(scope, files.url, ({ method, path, attempt }) =>
    method === 'POST' && attempt === 1 ? faults.get(path.replace('/v1/payments', '')) : undefined,
  );
  for (const level of ['log', 'info', 'warn', 'error'] as const)
    mock.method(console, level, (text: unknown) => log.push(String(text)));
});
after(() => scope.end());

const CARD = ['code', 'digits', 'expiry', 'number'] as const;
const SENT: Found = { 'body to the proxy': CARD };
/** The payment request, to the proxy and to the service. */
const CHARGED: Found = { ...SENT, 'body to the service': CARD, 'Authorization to the service': ['key'] };
/** The form keeps its values after a refusal other than a decline, so that the shopper can try again. */
const KEPT: Found = { inputs: CARD };

const evidenceOf = ({ method, path, headers, body, answers }: Exchange): Evidence[] => [
  { place: method === 'POST' && path.endsWith('/v1/payments') ? 'body to the proxy' : 'other bodies', text: body },
  { place: 'addresses', text: `${method} ${path} ${JSON.stringify(headers)}` },
  { place: 'answers', text: answers.join('\n') },
];

/** All that is known of one order. What belongs to no visit, such as the log, belongs to all. */
function collect(path: string, visit: Visit): Evidence[] {
  const databases = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /mdb$/.test(name));
  return [
    ...visit.evidence.filter(({ place }) => place !== 'outcome'),
    ...shop.seen.filter((exchange) => exchange.path.startsWith(`${path}/`)).flatMap(evidenceOf),
    ...service.requests
      .filter(({ body }) => body.includes(`"${path}"`))
      .flatMap(({ body, headers: { authorization = '', ...headers } }) => [
        { place: 'body to the service', text: body },
        { place: 'Authorization to the service', text: authorization },
        { place: 'other headers to the service', text: JSON.stringify(headers) },
      ]),
    { place: 'log', text: log.join('\n') },
    {
      place: 'store',
      text: databases.map((name) => printable(readFileSync(join(folder, name))).join('\n')).join('\n'),
    },
  ];
}

async function visitShop(behave?: Behaviour, fault?: Fault): Promise<{ path: string; visit: Visit }> {
  const path = files.mount(pay);
  if (fault) faults.set(path, fault);
  if (behave) behaviours.set(path, behave);
  const html = `<!doctype html><html lang="en"><title>Checkout</title><script type="module" src="/payment-widget.js"></script>
    <payment-widget proxy-url="${path}" amount="4999" currency="EUR" reference="${path}"></payment-widget></html>`;
  return { path, visit: await Visit.open(browser, shop.url + files.show({ html })) };
}

/** Repeats card, key and a stack trace in body and headers, in several forms. */
const echo =
  (status: number, type = 'application/json'): Behaviour =>
  (response, { body, headers: { authorization = '' } }) => {
    const { number, cvc } = (JSON.parse(body) as { payment_method: { card: { number: string; cvc: string } } })
      .payment_method.card;
    const grouped = number.replace(/\d{4}(?=\d)/g, '$& ');
    const told = {
      ...{ id: 'pay_1', detail: `${authorization} sent ${grouped} (cvc ${cvc})`, [number]: cvc, card: { number, cvc } },
      error: { code: 'echo', stack: `Error: no\n    at ${STACK} (/srv/pay/charge.js:12:34)` },
      query: encodeURIComponent(JSON.stringify({ number, cvc })),
      source: { pan: grouped.replaceAll(' ', '-'), first6: number.slice(0, 6), security_code: Number(cvc) },
    };
    const headers = {
      'X-Card': number,
      'Set-Cookie': `card=${number}`,
      Location: `https://elsewhere.example/${number}`,
    };
    const start = type === 'text/html' ? '<!doctype html>' : '';
    response.writeHead(status, number, { ...headers, 'Content-Type': type }).end(start + JSON.stringify(told));
  };

/** Opened when the service has a payment that it never answers. */
const atService = gate();
const gateway: Fault = {
  kind: 'replace',
  status: 200,
  headers: { 'Content-Type': 'text/html' },
  body: '<h1>Log in</h1>',
};

interface Scenario {
  readonly service?: Behaviour;
  readonly fault?: Fault;
  /** Default: types the card and pays. */
  readonly act?: (visit: Visit, card: CanaryCard) => Promise<void>;
  /** The last outcome event, with its error code. */
  readonly ends: string;
  readonly found: Found;
}

const typeAndPay = async (visit: Visit, card: CanaryCard, name?: string) => {
  await visit.type(card, name);
  await visit.pay();
};
const inPage = (code: string) => async (visit: Visit, card: CanaryCard) => {
  await visit.page.evaluate(`((element) => { ${code} })(document.querySelector('payment-widget'))`);
  await typeAndPay(visit, card);
};

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'a payment': { ends: 'success', found: CHARGED },
  'a decline': { service: answer(402, '{"code":"card_declined"}'), ends: 'failure declined', found: CHARGED },
  'a refusal': { service: answer(422, '{}'), ends: 'failure invalid_request', found: { ...CHARGED, ...KEPT } },
  '200 that repeats everything': { service: echo(200), ends: 'success', found: CHARGED },
  '202 that repeats everything': { service: echo(202), ends: 'pending', found: CHARGED },
  '302 that repeats everything': { service: echo(302), ends: 'unknown unreadable_answer', found: CHARGED },
  '402 that repeats everything': { service: echo(402), ends: 'failure declined', found: CHARGED },
  '500 that repeats everything': { service: echo(500), ends: 'unknown service_error', found: CHARGED },
  'a web page that repeats everything': {
    service: echo(200, 'text/html'),
    ends: 'unknown unreadable_answer',
    found: CHARGED,
  },
  'a connection reset within the request': {
    fault: { kind: 'reset', at: 'within-request' },
    ends: 'success',
    found: CHARGED,
  },
  'a duplicated request': { fault: { kind: 'duplicate' }, ends: 'success', found: CHARGED },
  'a login page in front of the proxy, and a second request': { fault: gateway, ends: 'success', found: CHARGED },
  'a payment that the page prevents': {
    act: inPage(`addEventListener('payment-submit', (event) => event.preventDefault())`),
    ends: 'failure submit_prevented',
    found: KEPT,
  },
  'a buildRequest that throws its argument': {
    act: inPage(`element.buildRequest = (payment) => { throw new Error(JSON.stringify(payment)); }`),
    ends: 'failure invalid_request_body',
    found: KEPT,
  },
  'a number in the name field': {
    act: (visit, card) => typeAndPay(visit, card, card.pan),
    ends: 'failure validation_failed',
    found: KEPT,
  },
  'a time-out of the page': {
    service: atService.open,
    act: async (visit, card) => {
      await visit.page.clock.install();
      await visit.type(card);
      await visit.during(async () => {
        await visit.page.locator('[part=pay-button]').click();
        await atService.opened;
        await visit.page.clock.fastForward(60_000);
      });
    },
    ends: 'unknown timeout',
    found: CHARGED,
  },
  'a reload while the outcome is unknown': {
    service: answer(500, '{}'),
    act: async (visit, card) => {
      await typeAndPay(visit, card);
      await visit.during(() => visit.page.reload());
    },
    ends: 'unknown connection_lost',
    found: CHARGED,
  },
  'a reset of the form': {
    act: async (visit, card) => {
      await visit.type(card);
      await visit.page.evaluate(`document.querySelector('payment-widget').reset()`);
    },
    ends: '',
    found: {},
  },
};

describe('cards and API keys are in the payment request only', { concurrency: 4 }, () => {
  for (const [index, [name, { service: behave, fault, act = typeAndPay, ends, found }]] of Object.entries(
    SCENARIOS,
  ).entries()) {
    it(`after ${name}`, async () => {
      const card = createCard(index % 2 ? 'visa' : 'amex');
      const { path, visit } = await visitShop(behave, fault);
      await act(visit, card);
      await visit.end();
      assert.deepEqual([visit.lastOutcome, findByPlace(collect(path, visit), card, [API_KEY, STACK])], [ends, found]);
    });
  }
});

/** Ways to leak a text in a page, by the place where the search has to find it. */
const PLANTS: readonly (readonly [place: string, code: string])[] = [
  ['DOM', `document.body.setAttribute('value', text); document.body.removeAttribute('value')`],
  ['DOM', `element.shadowRoot.querySelector('form').setAttribute('data-card', text)`],
  ['inputs', `document.body.appendChild(document.createElement('input')).value = text`],
  ['properties', `element.lastPayment = { card: text }`],
  ['events', `element.dispatchEvent(new CustomEvent('payment-made', { detail: new Error('No', { cause: text }) }))`],
  ['console', `console.debug({ card: text })`],
  ['console', `queueMicrotask(() => { throw new Error(text); })`],
  ['storage', `sessionStorage[text] = '1'`],
  ['storage', `document.cookie = 'card=' + btoa(text)`],
  ['history', `history.pushState(null, '', '#' + encodeURIComponent(JSON.stringify(Array.from(text))))`],
  ['addresses', `await fetch('/favicon.ico?card=' + text)`],
  ['addresses', `await fetch(path + '/x', { headers: { 'X-Card': text } })`],
  ['other bodies', `await fetch(path + '/x', { method: 'POST', body: text })`],
  ['messages', `await navigator.locks.request(text, () => undefined)`],
  ['messages', `new BroadcastChannel('cards').postMessage({ text })`],
];

describe('the search finds a leak in', () => {
  for (const [place, code] of PLANTS) {
    it(`${place}: ${code.replaceAll('text', '…')}`, async () => {
      const card = createCard('visa');
      const { path, visit } = await visitShop();
      const given = `${JSON.stringify(card.pan)}, ${JSON.stringify(path)}, document.querySelector('payment-widget')`;
      await visit.page.evaluate(`(async (text, path, element) => { ${code} })(${given})`);
      await visit.end();
      assert.ok(place in findByPlace(collect(path, visit), card, []));
    });
  }

  it('log, store, and requests to the service', async () => {
    const card = createCard('amex');
    const { path, visit } = await visitShop();
    console.error(`card ${card.pan}`);
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'k'.repeat(43) };
    const body = JSON.stringify(samplePayment({ reference: card.pan, description: path }));
    await (await fetch(`${shop.url}${path}/v1/payments`, { method: 'POST', headers, body })).text();
    const direct = { Authorization: card.pan, 'X-Note': card.pan };
    await (await fetch(`${service.url}/v1/payments`, { method: 'POST', headers: direct, body })).text();
    await visit.end();
    const found = findByPlace(collect(path, visit), card, []);
    for (const place of [
      'log',
      'store',
      'body to the service',
      'Authorization to the service',
      'other headers to the service',
    ])
      assert.ok(found[place], place);
  });
});
