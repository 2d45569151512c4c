import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openBrowser } from '../support/browser.js';
import { answer } from '../support/node-servers.js';
import { OwnScope } from '../support/scope.js';
import { createCard, createKey, type CanaryCard } from './canary/cards.js';
import { findByPlace, findCanary, type Evidence, type Trace } from './canary/find.js';
import { PAGE_PLANTS } from './canary/plants.js';
import { Visit } from './canary/visit.js';
import { proxyUrl, startWorld } from './canary/world.js';

/** Tests the search of `canary.test.ts`, which would pass if the search found nothing. */

const CARD: CanaryCard = { pan: '4539510123456784', cvc: '047', month: 6, year: 2037 };
const KEY = createKey();
const { pan } = CARD;

const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
const percent = (text: string) => hex(text).replace(/../g, '%$&');
const request = JSON.stringify({ number: pan, exp_month: 6, exp_year: 2037, cvc: '047' });

describe('findCanary()', () => {
  const encodings: Readonly<Record<string, readonly [Trace, string]>> = {
    'a number': ['number', `x${pan}x`],
    'a number in groups': ['number', pan.replace(/\d{4}/g, '$& ')],
    'a number with dashes': ['number', pan.replace(/\d{4}(?=\d)/g, '$&-')],
    'a number as a list of digits': ['number', JSON.stringify(Array.from(pan))],
    'a number in full-width digits': [
      'number',
      pan.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    ],
    'a URL-encoded number': ['number', percent(pan)],
    'a number that is URL-encoded twice': ['number', encodeURIComponent(percent(pan))],
    'a number in JSON escapes': ['number', pan.replace(/\d/g, '\\u003$&')],
    'a number in HTML escapes': ['number', pan.replace(/\d/g, '&#x3$&;')],
    'a number in Base64': ['number', base64(pan)],
    'a number within Base64': ['number', base64(`ab${request}`)],
    'a number in Base64url': ['number', Buffer.from(`a${request}`).toString('base64url')],
    'a number in Base64 of Base64': ['number', base64(base64(request))],
    'a number in hexadecimal': ['number', hex(pan)],
    'nine digits of a number between other digits': ['digits', `1${pan.slice(3, 12)}1`],
    'the first seven digits': ['digits', `"${pan.slice(0, 7)}"`],
    'all but the last four': ['digits', `${pan.slice(0, -4)}****`],
    'the digits that a receipt masks': ['digits', `…${pan.slice(6, -4)}…`],
    'a security code between quotes': ['code', '["047"]'],
    'a security code as a number with its name': ['code', '{"cvc":47}'],
    'a URL-encoded security code': ['code', '?a%3D%22047%22'],
    'a security code in a Base64 request': ['code', base64(request)],
    'a typed expiry date': ['expiry', 'value="06 / 37"'],
    'an expiry date without separators': ['expiry', '"0637"'],
    'an expiry date with the year first': ['expiry', '2037-06'],
    'an expiry date in a request': ['expiry', request],
    'an expiry date in JSON in JSON': ['expiry', JSON.stringify(request)],
    'a key': ['key', `Bearer ${KEY}`],
    'half a key': ['key', KEY.slice(0, 28)],
    'a key in Base64': ['key', base64(`:${KEY}`)],
  };

  for (const [what, [trace, text]] of Object.entries(encodings)) {
    it(`finds ${what}`, () => {
      assert.equal(findCanary(text, CARD, [KEY]).includes(trace), true);
    });
  }

  for (const [what, text] of Object.entries({
    'the first six digits and the last four': `${pan.slice(0, 6)}…${pan.slice(-4)}`,
    'a time with the digits of the security code': '"2026-11-05T06:37:21.047Z"',
    'identifiers with the digits of the security code': 'x047y a-047-b 1047 0475',
    'another card': JSON.stringify({ number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' }),
  })) {
    it(`finds nothing in ${what}`, () => {
      assert.deepEqual(findCanary(text, CARD, [KEY]), []);
    });
  }
});

describe('the canary run finds a leak in', () => {
  const scope = new OwnScope();
  const cards = new Map<string, CanaryCard>();
  const textFor = (plant: string) => {
    const card = createCard('amex');
    cards.set(plant, card);
    return card.pan;
  };
  let evidence: Evidence[];

  /** Leaks outside the page, by their place. */
  const SERVER_PLANTS = {
    'the log of the proxy': 'the log of the proxy',
    'the store of the proxy': 'the store of the proxy',
    'an answer of the proxy': 'what the proxy answers',
    'the body to the service': 'the body that the proxy sends to the service',
    'a header to the service': 'what else the proxy sends',
    'Authorization to the service': 'Authorization to the service',
  } as const;

  before(async () => {
    const browser = await openBrowser();
    scope.after(() => browser.close());
    const world = await startWorld(scope);
    const said = textFor('an answer of the proxy');
    world.plan('planted', { service: answer(200, JSON.stringify({ said })) });
    const url = proxyUrl('test', 'planted');
    const attributes = { 'proxy-url': url, amount: '4999', currency: 'EUR', reference: 'planted' };
    const visit = await Visit.open(browser, world.shopUrl, attributes);
    for (const [name, [, plant]] of Object.entries(PAGE_PLANTS)) {
      await visit.page.evaluate(`(${plant.toString()})(${JSON.stringify(textFor(name))})`);
    }
    const pay = (reference: string, headers: Record<string, string> = {}) => ({
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k'.repeat(43), ...headers },
      body: JSON.stringify({
        amount: 4999,
        currency: 'EUR',
        reference,
        payment_method: {
          type: 'card',
          card: { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' },
        },
      }),
    });
    const note = { 'X-Note': textFor('a header to the service') };
    const authorization = { Authorization: `Bearer ${textFor('Authorization to the service')}` };
    await fetch(`${world.serviceUrl}/v1/payments`, pay('planted', { ...note, ...authorization }));
    await fetch(`${world.shopUrl}${url}/v1/payments`, pay('planted'));
    await fetch(`${world.serviceUrl}/v1/payments`, pay(textFor('the body to the service')));
    await fetch(`${world.shopUrl}${url}/v1/payments`, {
      ...pay(textFor('the store of the proxy'), { 'Idempotency-Key': 'l'.repeat(43) }),
    });
    await fetch(`${world.shopUrl}/pay/log/`, { method: 'POST', body: textFor('the log of the proxy') });
    await visit.look();
    await visit.close();
    evidence = [...visit.evidence, ...world.wire('planted'), ...(await world.leftBehind())];
  });
  after(() => scope.end());

  const plants = [
    ...Object.entries(PAGE_PLANTS).map(([name, [place]]) => [name, place] as const),
    ...Object.entries(SERVER_PLANTS),
  ];
  for (const [name, place] of plants) {
    it(name, () => {
      const found = findByPlace(evidence, cards.get(name), []);
      assert.ok(place in found, `found in ${Object.keys(found).join(', ') || 'nothing'}`);
    });
  }
});

describe('the built package', () => {
  const ROOT = process.cwd();
  const files = readdirSync(join(ROOT, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|map|json|ts)$/.test(name))
    .map((name) => [name, readFileSync(join(ROOT, 'dist', name), 'utf8')] as const);
  const having = (isThere: (text: string) => boolean) =>
    files.filter(([, text]) => isThere(text)).map(([name]) => name);

  it('contains no key', () => {
    assert.deepEqual(
      having((text) =>
        /\b(?:[rs]k_(?:live|test)_|sandbox_(?:live|test)_)\w{6}|PRIVATE KEY-----\W{1,4}[A-Za-z0-9+/]{16}/.test(text),
      ),
      [],
    );
  });

  it('contains no path of the machine that built it', () => {
    assert.deepEqual(
      having(
        (text) => text.includes(ROOT) || /["'`(]file:\/|[A-Z]:\\\\Users|\/(?:home|Users|root|tmp|work)\/\w/.test(text),
      ),
      [],
    );
  });
});
