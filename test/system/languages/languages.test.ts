import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parseEnv, promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { Webhook as Signer } from 'standardwebhooks';
import { openBrowser } from '../../support/browser.js';
import { freePort } from '../../support/free-port.js';
import { API_KEY } from '../../support/node-proxy.js';
import { answer, startRecorder, type TestServer } from '../../support/node-servers.js';
import { payWith, secondsFromNow } from '../../support/order-tokens.js';
import { startProgram, type Program } from '../../support/program.js';
import { samplePayment } from '../../support/sample-payment.js';
import { OwnScope } from '../../support/scope.js';
import { typeCard } from '../../support/shopper.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { until } from '../../support/until.js';
import { languages, startShop, type Shop } from './shops.js';

/** Each shop beside the program, with the settings of the documentation. */

const EXAMPLES = 'docs/examples/program';

interface Webhook {
  readonly data: { readonly reference: string; readonly payment: object };
}

const DOCUMENTED = JSON.parse(readFileSync(`${EXAMPLES}/webhook.json`, 'utf8')) as Webhook;

let browser: Browser;

before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

for (const language of languages) {
  describe(`the shop in ${language}`, () => {
    const scope = new OwnScope();
    let shop: Shop;
    let service: TestServer;
    let program: Program;
    let secret: string;
    /** The answers of the shop to webhooks, by reference. The program gets a 502 for the first one of each, and repeats it. */
    const answers = new Map<string, number[]>();
    const webhooks = new Map<string, Webhook>();

    before(async () => {
      service = await startRecorder(scope, answer(200, JSON.stringify(DOCUMENTED.data.payment)));
      const settled = await startRecorder(scope, (response, { headers, body }) => {
        const webhook = JSON.parse(body) as Webhook;
        const { reference } = webhook.data;
        webhooks.set(reference, webhook);
        void sendWebhook(body, signatureIn(headers)).then((status) => {
          const statuses = answers.get(reference) ?? [];
          response.writeHead(statuses.length > 0 ? status : 502).end();
          answers.set(reference, [...statuses, status]);
        });
      });
      const folder = await temporaryFolder(scope);
      const [port, programPort] = [await freePort(), await freePort()];
      const settings = await writeSettings(folder, service.url, port, programPort);
      secret = settings['SETTLED_SECRET'] ?? '';
      const own = { SETTLED_URL: settled.url, PAYMENTS_STORE: `lmdb:${folder}/payment-attempts` };
      program = await startProgram(scope, own, '--config', join(folder, 'payments.env'));
      shop = await startShop(scope, language, folder, port, { ...settings, PROXY_URL: program.proxyUrl });
    });
    after(() => scope.end());

    const sendWebhook = async (body: string, headers: Record<string, string>) => {
      const all = { 'Content-Type': 'application/json', ...headers };
      return (await fetch(`${shop.url}/settled`, { method: 'POST', headers: all, body })).status;
    };

    /** A new order, as its checkout page has it. */
    async function order() {
      const page = await (await fetch(shop.url)).text();
      const [reference = '', token = ''] = ['reference', 'order-token'].map(
        (name) => new RegExp(`\\s${name}="([^"]+)"`).exec(page)?.[1],
      );
      return { reference, token };
    }

    const timesShipped = (reference: string) => shop.output().split(`Ship ${reference}.`).length - 1;

    it('sells an order, and ships it once though the webhook is repeated', async (t) => {
      const page = await browser.newPage();
      t.after(() => page.close());
      await page.goto(shop.url);
      await page.getByLabel('Card number').waitFor();
      await typeCard(page, '4242424242424242');
      await page.keyboard.press('Enter');
      await page.getByText('Payment successful').waitFor();
      const reference = (await page.locator('payment-widget').getAttribute('reference')) ?? '';
      const paid = service.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
      assert.deepEqual(
        paid.filter((payment) => payment['reference'] === reference).map(({ amount, currency }) => [amount, currency]),
        [[4999, 'EUR']],
      );
      await until(() => answers.get(reference)?.length === 2);
      assert.deepEqual(answers.get(reference), [204, 204]);
      assert.deepEqual(shapeOf(webhooks.get(reference)), shapeOf(DOCUMENTED));
      await until(() => timesShipped(reference) > 0);
      assert.equal(timesShipped(reference), 1);
    });

    it('creates order tokens for one order at one price', async () => {
      const [one, other] = [await order(), await order()];
      const pay = async (change: object) => {
        const payment = samplePayment({ reference: one.reference, ...change });
        const response = await payWith(program.proxyUrl, one.token, { payment });
        return [response.status, ((await response.json()) as { code?: string }).code];
      };
      assert.deepEqual(await pay({ amount: 4998 }), [409, 'amount_changed']);
      assert.deepEqual(await pay({ reference: other.reference }), [403, 'order_token_invalid']);
    });

    it('refuses webhooks that the program has not signed in the last five minutes', async () => {
      const { reference } = await order();
      const body = eventOf({ reference });
      const signed = signedAt(body, 0, secret);
      const changes: Readonly<Record<string, [Record<string, string>, string?]>> = {
        'another amount': [signed, eventOf({ reference, amount: 1 })],
        'too old': [signedAt(body, -400, secret)],
        'another secret': [signedAt(body, 0, OTHER_SECRET)],
        'no headers': [{}],
      };
      for (const [name, [headers, changed = body]] of Object.entries(changes))
        assert.equal(await sendWebhook(changed, headers), 401, name);
    });

    it('ships no order that was paid at another price, or not paid', async () => {
      const dear = await order();
      const cheap = eventOf({ reference: dear.reference, amount: 4998 });
      assert.equal(await sendWebhook(cheap, signedAt(cheap, 0, secret)), 204);
      const [failed, paid] = [await order(), await order()];
      for (const data of [{ reference: failed.reference, outcome: 'failed' }, { reference: paid.reference }]) {
        const body = eventOf(data);
        assert.equal(await sendWebhook(body, signedAt(body, 0, secret)), 204);
      }
      await until(() => timesShipped(paid.reference) > 0);
      assert.deepEqual(
        [dear, failed].map(({ reference }) => timesShipped(reference)),
        [0, 0],
      );
    });
  });
}

const OTHER_SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

/** All names, without the values. */
const shapeOf = (webhook: Webhook | undefined) =>
  JSON.stringify(webhook, (_, value: unknown) => (Object(value) === value ? value : ''));

const eventOf = (data: object) => JSON.stringify({ ...DOCUMENTED, data: { ...DOCUMENTED.data, ...data } });

function signedAt(body: string, seconds: number, secret: string) {
  const sent = secondsFromNow(seconds);
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(sent),
    'webhook-signature': new Signer(secret).sign('evt_1', new Date(sent * 1000), body),
  };
}

const signatureIn = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('webhook-'))) as Record<string, string>;

/** Writes `payments.env` as the documentation does, with other addresses and another key. */
async function writeSettings(folder: string, serviceUrl: string, shopPort: number, programPort: number) {
  const script = (await readFile(`${EXAMPLES}/settings.sh`, 'utf8'))
    .replace('http://127.0.0.1:4243', serviceUrl)
    .replace('sandbox_test_…', API_KEY)
    .replaceAll(':8000', `:${shopPort}`)
    .replace(':4300', `:${programPort}`);
  await promisify(execFile)('sh', ['-c', script], { cwd: folder });
  return parseEnv(await readFile(join(folder, 'payments.env'), 'utf8'));
}
