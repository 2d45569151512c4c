import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it, mock } from 'node:test';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { type Browser, type Page } from 'playwright-core';
import sirv from 'sirv';
import { close, listen } from '../../../src/node-server/listen.js';
import type { Encryption } from '../../../src/sandbox/card-key.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import { createPaymentProxy, type AttemptStore } from '../../../src/proxy/index.js';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import { withDemo } from '../../support/demo.js';
import { openBrowser } from '../../support/browser.js';

/** A card that appears nowhere else, so that it can be searched for. */
const CARD = { number: '371449635398431', grouped: '3714 496353 98431', cvc: '7391' };
const REFERENCE = 'order-1042';

const STRICTEST = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'none'",
  "img-src 'none'",
  "font-src 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types payment-widget',
].join('; ');
const WITH_NONCE = STRICTEST.replace("'self'", "'nonce-abc' 'strict-dynamic'");

/** A merchant's server that records everything. */
interface Shop {
  readonly url: string;
  readonly sandbox: Sandbox;
  /** Bodies that pages and the proxy sent. */
  readonly bodies: string[];
  /** Writes to the store. */
  readonly stored: string[];
  /** Answers `/config` in place of the proxy. */
  config: (() => Response) | undefined;
  readonly close: () => Promise<void>;
}

async function startShop(encryption?: Encryption): Promise<Shop> {
  const sandbox = createSandbox({ encryption });
  const bodies: string[] = [];
  const stored: string[] = [];
  const proxy = createPaymentProxy({
    baseUrl: 'https://service.example',
    apiKey: sandbox.keys.test,
    mode: 'test',
    trustBrowserAmount: true,
    limits: { attemptsPerClient: false },
    ...(sandbox.encryptionKey && { encryptionKey: sandbox.encryptionKey }),
    store: recorded(createMemoryStore(), stored),
    fetch: async (request) => {
      bodies.push(await request.clone().text());
      return sandbox.handle(request);
    },
  });
  const pay = createRequestListener(async (request: Request) => {
    if (request.method === 'POST') bodies.push(await request.clone().text());
    if (request.url.endsWith('/config') && shop.config) return shop.config();
    return proxy(request);
  });
  const files = sirv('dist/browser', { dev: true });
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/pay/')) pay(request, response);
    else if (path.startsWith('/page')) {
      const policy = path.includes('nonce') ? WITH_NONCE : STRICTEST;
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': policy });
      response.end(pageWith(path));
    } else files(request, response);
  });
  const url = await listen(server, 0);
  const shop: Shop = { url, sandbox, bodies, stored, config: undefined, close: () => close(server) };
  return shop;
}

const pageWith = (
  path: string,
) => `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width" /><title>Shop</title>
<script type="module" nonce="abc" src="/payment-widget.js"></script>
<payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="${REFERENCE}"
  ${path.includes('required') ? 'require-encryption' : ''}></payment-widget></html>`;

function recorded(store: AttemptStore, stored: string[]): AttemptStore {
  return {
    ...store,
    read: (names) => store.read(names),
    swap: (changes) => {
      stored.push(JSON.stringify(changes));
      return store.swap(changes);
    },
  };
}

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

interface Visit {
  readonly page: Page;
  /** Requests in order. */
  readonly asked: string[];
  /** Console messages and policy violations. */
  readonly complaints: string[];
}

/** @param missing patterns of requests that fail */
async function visit(shop: Shop, path = '/page', missing: readonly string[] = []): Promise<Visit> {
  const page = await browser.newPage();
  page.setDefaultTimeout(15_000);
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  page.on('console', (message) => complaints.push(message.text()));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
      console.log(violatedDirective);
    });
  });
  for (const pattern of missing) await page.route(pattern, (route) => route.abort());
  await page.goto(shop.url + path);
  return { page, asked, complaints };
}

async function type(page: Page): Promise<void> {
  await page.getByLabel('Card number').pressSequentially(CARD.number);
  await page.getByLabel('Expiry date').pressSequentially('1230');
  await page.getByLabel('Security code').pressSequentially(CARD.cvc);
  await page.getByLabel('Name on card').pressSequentially('Ada Lovelace');
}

const pressPay = (page: Page) => page.getByRole('button', { name: 'Pay €49.99' }).click();

/** A text, and its base64 runs decoded at each of the four offsets. */
function readings(text: string): string[] {
  const runs = text.match(/[\w+/-]{8,}/g) ?? [];
  const decoded = runs.flatMap((run) =>
    [0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64url').toString('latin1')),
  );
  return [text, ...decoded];
}

/** Forms of the card data that a text contains. */
function traces(text: string): string[] {
  const forms = [CARD.number, CARD.grouped, CARD.grouped.replaceAll(' ', '-'), '"cvc"', `"${CARD.cvc}"`];
  return forms.filter((form) => readings(text).some((reading) => reading.includes(form)));
}

describe('the search for card data', () => {
  for (const [what, text] of [
    ['as it is', `{"number":"${CARD.number}"}`],
    ['in groups', `card ${CARD.grouped}`],
    ['in base64', Buffer.from(`{"number":"${CARD.number}"}`).toString('base64')],
    ['in base64url within other text', `a.b${Buffer.from(`xx${CARD.number}`).toString('base64url')}.c`],
    ['by its security code', `["${CARD.cvc}"]`],
  ] as const) {
    it(`finds a card ${what}`, () => {
      assert.notDeepEqual(traces(text), []);
    });
  }
});

for (const [encryption, path] of [
  ['RSA-OAEP-256', '/page'],
  ['ECDH-ES', '/page'],
  ['RSA-OAEP-256', '/page?nonce'],
] as const) {
  describe(`a payment encrypted with ${encryption} on ${path}`, () => {
    let shop: Shop;
    let visited: Visit;
    let asked: readonly string[];
    let logged: string[];

    before(async () => {
      shop = await startShop(encryption);
      logged = [];
      for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
        mock.method(console, method, (...line: unknown[]) => logged.push(JSON.stringify(line)));
      }
      visited = await visit(shop, path);
      const { page } = visited;
      await page.getByRole('button', { name: 'Pay €49.99' }).waitFor();
      await type(page);
      asked = [...visited.asked];
      await pressPay(page);
      await page.getByText('Payment successful').waitFor();
      mock.restoreAll();
    });
    after(async () => {
      await visited.page.close();
      await shop.close();
    });

    it('is charged once', () => {
      const charges = shop.sandbox.ledger
        .entries()
        .map(({ amount, currency, reference, card }) => [amount, currency, reference, card.last4]);
      assert.deepEqual(charges, [[4999, 'EUR', REFERENCE, '8431']]);
    });

    it('loads the encryption code before Pay is pressed', () => {
      assert.equal(asked.filter((line) => line === 'GET /encrypt-card.js').length, 1);
    });

    it('causes no policy violation or console message', () => {
      assert.deepEqual(visited.complaints, []);
    });

    it('sends no card data to or from the proxy', () => {
      assert.equal(shop.bodies.length, 2);
      assert.deepEqual(shop.bodies.flatMap(traces), []);
    });

    it('leaves no card data in the store', () => {
      assert.ok(shop.stored.length > 0, 'nothing was stored');
      assert.deepEqual(shop.stored.flatMap(traces), []);
    });

    it('leaves no encrypted card in the store either', () => {
      const { payment_method: method } = JSON.parse(shop.bodies[0] ?? '') as {
        payment_method: { encrypted_card: string };
      };
      assert.deepEqual(
        shop.stored.filter((text) => text.includes(method.encrypted_card.slice(-40))),
        [],
      );
    });

    it('leaves no card data in the log', () => {
      assert.deepEqual(logged.flatMap(traces), []);
    });

    it('cannot be reused for another order', async () => {
      const payment = JSON.parse(shop.bodies[0] ?? '') as object;
      const response = await fetch(`${shop.url}/pay/v1/payments`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'r'.repeat(43) },
        body: JSON.stringify({ ...payment, reference: 'order-7' }),
      });
      const { error } = (await response.json()) as { error: { code: string } };
      assert.deepEqual(
        [response.status, error.code, shop.sandbox.ledger.entries('order-7').length],
        [422, 'encrypted_card_other_attempt', 0],
      );
    });
  });
}

describe('a proxy without an encryption key', () => {
  it('takes plain cards, and the page loads no encryption code', async () => {
    const shop = await startShop();
    const { page, asked } = await visit(shop);
    await type(page);
    await pressPay(page);
    await page.getByText('Payment successful').waitFor();
    await page.close();
    await shop.close();
    assert.equal(asked.includes('GET /encrypt-card.js'), false);
  });

  it('gets no form on a page with require-encryption', async () => {
    const shop = await startShop();
    const { page } = await visit(shop, '/page?required');
    await page.getByText('require-encryption is set, but').waitFor();
    const isShown = await page.getByLabel('Card number').isVisible();
    await page.close();
    await shop.close();
    assert.equal(isShown, false);
  });
});

describe('a page that cannot encrypt', () => {
  let shop: Shop;
  before(async () => {
    shop = await startShop('ECDH-ES');
  });
  after(() => shop.close());

  const missing = '**/encrypt-card.js';
  const sent = (asked: readonly string[]) => asked.filter((line) => line.startsWith('POST'));

  it('sends nothing if the encryption code is missing', async () => {
    const { page, asked } = await visit(shop, '/page', [missing]);
    await type(page);
    await pressPay(page);
    await page.getByText('Something went wrong. You were not charged.').waitFor();
    await page.close();
    assert.deepEqual(sent(asked), []);
  });

  it('pays at the second try if the encryption code can be loaded then', async () => {
    const { page } = await visit(shop, '/page', [missing]);
    await type(page);
    await pressPay(page);
    await page.getByText('You were not charged.').waitFor();
    await page.unroute(missing);
    await pressPay(page);
    await page.getByText('Payment successful').waitFor();
    await page.close();
    assert.equal(shop.sandbox.ledger.entries().length, 1);
  });

  it('shows an error in place of the form if the key is invalid', async () => {
    shop.config = () => Response.json({ mode: 'test', encryption_key: { ...shop.sandbox.encryptionKey, use: 'sig' } });
    const { page, asked } = await visit(shop);
    await page.getByText('is not for encryption').waitFor();
    const isShown = await page.getByLabel('Card number').isVisible();
    await page.close();
    shop.config = undefined;
    assert.deepEqual([isShown, sent(asked)], [false, []]);
  });
});

it('a page without /config has its plain card rejected, loads /config again and pays encrypted', async () => {
  const shop = await startShop('ECDH-ES');
  shop.config = () => new Response(null, { status: 503 });
  const { page } = await visit(shop);
  await type(page);
  await pressPay(page);
  await page.getByText('Something went wrong. You were not charged.').waitFor();
  shop.config = undefined;
  await pressPay(page);
  await page.getByText('Payment successful').waitFor();
  await page.close();
  await shop.close();
  assert.equal(shop.sandbox.ledger.entries().length, 1);
});

it('a page with require-encryption and without /config sends nothing', async () => {
  const shop = await startShop('ECDH-ES');
  shop.config = () => new Response(null, { status: 503 });
  const { page, asked } = await visit(shop, '/page?required');
  await type(page);
  await pressPay(page);
  await page.getByText('Something went wrong. You were not charged.').waitFor();
  await page.close();
  await shop.close();
  assert.deepEqual(
    asked.filter((line) => line.startsWith('POST')),
    [],
  );
});

describe('the demo shop', () => {
  const demo = withDemo({ SANDBOX_ENCRYPTION: 'RSA-OAEP-256' });

  it('pays with an encrypted card', async () => {
    const page = await demo.browser.newPage();
    const sending = page.waitForRequest('**/pay/v1/payments');
    await page.goto(demo.shopUrl);
    await type(page);
    await pressPay(page);
    await page.getByText('Payment successful').waitFor();
    const { payment_method: method } = (await sending).postDataJSON() as { payment_method: object };
    assert.deepEqual(Object.keys(method), ['type', 'encrypted_card']);
  });
});
