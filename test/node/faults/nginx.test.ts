import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { chromiumArgs, findChromium } from '../../chromium.js';
import { CARDS, Checkout, type Sight } from '../../faults/checkout.js';
import type { Fault } from '../../faults/fault-proxy.js';
import { wrongs } from '../../faults/oracle.js';
import { startLab, startService, type ServiceScene } from '../../faults/scene.js';
import { SHOP_FILES } from '../../faults/shop.js';
import { startNginx } from '../../support/nginx.js';

/**
 * A merchant's proxy that is a plain nginx: it adds the key, and that is all. No `/config`, nobody who knows what became
 * of an attempt, and nobody who tells a request that comes twice from two.
 */

let browser: Browser;

before(async () => {
  browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs() });
});

after(() => browser.close());

/** How a merchant may have set nginx up towards the service. */
const SETTINGS = {
  'nginx that sends once': 'proxy_next_upstream off;',
  'nginx with its own settings, and connections that are kept':
    'proxy_http_version 1.1; proxy_set_header Connection "";',
} as const;

interface Bare extends ServiceScene {
  /** Between the browser and nginx. */
  readonly shop: Awaited<ReturnType<typeof startLab>>;
}

/** @param server more of nginx's `server { }` */
async function startBare(t: TestContext, location: string, server = ''): Promise<Bare> {
  const { sandbox, service } = await startService(t);
  const files = Object.entries(SHOP_FILES).map(([path, folder]) => `location = ${path} { root "${folder}"; }`);
  const nginx = await startNginx(
    t,
    (port) => `
upstream service { server ${new URL(service.url).host}; keepalive 4; }
server {
  listen 127.0.0.1:${port};
  ${server}
  ${files.join('\n')}
  location /pay/ {
    proxy_pass http://service/;
    proxy_set_header Authorization "Bearer ${sandbox.keys.test}";
    ${location}
  }
}`,
  );
  return { sandbox, service, shop: await startLab(t, nginx) };
}

/** Never kept: what becomes of a kept one is a test of its own. */
const NEVER_KEPT = 'keepalive_timeout 0;';

interface Case {
  readonly service?: Fault;
  readonly shop?: Fault;
  readonly card?: string;
  readonly timeout?: number;
  readonly told: Sight['claim'];
  readonly charges: 0 | 1;
}

const CASES: Readonly<Record<string, Case>> = {
  'nothing goes wrong': { told: 'paid', charges: 1 },
  'the card is declined': { card: CARDS.declined, told: 'not_charged', charges: 0 },
  'the service charges and answers with an error': { card: CARDS.errorAfterCharge, told: 'unknown', charges: 1 },
  'the service is not there, so that nginx says 502': {
    service: { kind: 'refuse', down: Infinity },
    told: 'unknown',
    charges: 0,
  },
  'the service is reset after the charge, so that nginx says 502': {
    service: { kind: 'reset', at: 'after-answer' },
    told: 'unknown',
    charges: 1,
  },
  'the service closes after the charge, so that nginx says 502': {
    service: { kind: 'close', at: 'after-answer' },
    told: 'unknown',
    charges: 1,
  },
  "the service's answer is cut": { service: { kind: 'cut', bytes: 20 }, told: 'unknown', charges: 1 },
  "the service's answer is no HTTP": { service: { kind: 'garbage' }, told: 'unknown', charges: 1 },
  'the service says nothing, so that nginx says 504': {
    service: { kind: 'stall', at: 'after-answer' },
    told: 'unknown',
    charges: 1,
  },
  'the service says nothing, and the widget does not wait for nginx': {
    service: { kind: 'stall', at: 'after-answer' },
    timeout: 600,
    told: 'unknown',
    charges: 1,
  },
  'the service is late': { service: { kind: 'delay', by: 700 }, told: 'paid', charges: 1 },
  'the page is reset before the request': {
    shop: { kind: 'reset', at: 'before-request' },
    told: 'unknown',
    charges: 0,
  },
  'the page is reset after the charge': { shop: { kind: 'reset', at: 'after-answer' }, told: 'unknown', charges: 1 },
  'the answer is cut': { shop: { kind: 'cut', bytes: 20 }, told: 'unknown', charges: 1 },
  'another gateway answers 502': { shop: { kind: 'replace', status: 502 }, told: 'unknown', charges: 1 },
};

async function payThrough(t: TestContext, bare: Bare, { service, shop, card, timeout = 10_000 }: Omit<Case, 'told'>) {
  if (service) bare.service.next(service);
  if (shop) bare.shop.next(shop);
  const checkout = await Checkout.open(browser, bare.shop.url, { attributes: { 'request-timeout': String(timeout) } });
  t.after(() => checkout.close());
  return { checkout, told: await checkout.pay(card) };
}

for (const [name, settings] of Object.entries(SETTINGS)) {
  describe(`whatever breaks under the widget in Chromium, with ${name}`, { concurrency: 4 }, () => {
    for (const [what, one] of Object.entries(CASES)) {
      it(`${what}: ${one.told}`, async (t) => {
        const bare = await startBare(t, `${settings} proxy_read_timeout 2s;`, NEVER_KEPT);
        const { checkout, told } = await payThrough(t, bare, one);
        const ledger = bare.sandbox.ledger.entries(checkout.reference);
        assert.deepEqual(
          { told: told.claim, charges: ledger.length, wrongs: wrongs(checkout, [told], ledger) },
          { told: one.told, charges: one.charges, wrongs: [] },
        );
      });
    }
  });
}
