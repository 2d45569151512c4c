import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { openBrowser } from '../../support/browser.js';
import { newKey, payAs } from '../../support/node-proxy.js';
import { payWith, secondsFromNow, signClaims } from '../../support/order-tokens.js';
import { samplePayment } from '../../support/sample-payment.js';
import { OwnScope } from '../../support/scope.js';
import { typeCard } from '../../support/shopper.js';
import { until } from '../../support/until.js';
import { languages, SECRETS, type Language } from './shops.js';
import { startWorld, send, type World } from './world.js';

/** Each is one more order of a shop. The longest one has 255 UTF-16 units. */
const UNUSUAL = [
  'Größe "M" \\ 1/2',
  '日本語の注文／１ 🎁👩‍👩‍👧',
  `O'Reilly & Söhne <b>&amp;</b> </script>`,
  '50 % + 1 = #2?a=b;c',
  '\\u0041 \\n {{ }} ${x} #{x} %s',
  '2026-03-01T12:00:00.000Z',
  '🎁'.repeat(123),
];

const names: Readonly<Record<Language, string>> = {
  php: 'PHP',
  laravel: 'Laravel',
  python: 'Python',
  ruby: 'Ruby',
  go: 'Go',
  java: 'Java',
  csharp: 'C#',
  node: 'Node',
};

const scope = new OwnScope();
let world: World;
let browser: Browser;

before(async () => {
  [world, browser] = await Promise.all([startWorld(scope), openBrowser()]);
});
after(async () => {
  await browser.close();
  await scope.end();
});

const checkoutOf = (reference: string) => `checkout?${String(new URLSearchParams({ reference }))}`;

/** The order token in the page of the shop. */
async function tokenOf(language: Language, reference: string): Promise<string> {
  const page = await fetch(`${world.shops[language].url}/${checkoutOf(reference)}`);
  return /order-token="([^"]+)"/.exec(await page.text())?.[1] ?? '';
}

const resultOf = async (response: Response) => {
  const { code } = (await response.json()) as { code?: string };
  return [response.status, code];
};

/** A webhook that the program has sent to a shop. */
async function webhookOf(language: Language) {
  const sent = () => world.webhooks.find(({ body }) => body.includes(`"reference":"${language}-webhook"`));
  if (!sent()) {
    const reference = `${language}-webhook`;
    await payWith(world.program.proxyUrl, await tokenOf(language, reference), {
      payment: samplePayment({ reference }),
    });
  }
  await until(() => sent() !== undefined);
  return sent() as NonNullable<ReturnType<typeof sent>>;
}

for (const language of languages) {
  describe(`the shop in ${names[language]}`, () => {
    it('sells an order in the browser', async (t) => {
      const page = await browser.newPage();
      t.after(() => page.close());
      const reference = `${language} "Zoë’s" <1/2> 🎁`;
      await page.goto(`${world.origin}/${language}/${checkoutOf(reference)}`);
      await page.getByLabel('Card number').waitFor();
      await typeCard(page, '4242424242424242');
      await page.keyboard.press('Enter');
      await page.getByText('Payment successful').waitFor();
      const paid = world.service.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
      assert.deepEqual(
        paid.filter((payment) => payment['reference'] === reference).map(({ amount, currency }) => [amount, currency]),
        [[4999, 'EUR']],
      );
    });

    it('learns of a payment', async () => {
      await webhookOf(language);
      await until(() => world.shops[language].output().includes(`${language}-webhook paid`));
    });

    it('does not take an order for paid at another price', async () => {
      const { output, settledUrl } = world.shops[language];
      for (const [name, price] of Object.entries({ short: { amount: 4998 }, foreign: { currency: 'USD' } })) {
        const reference = `${language}-${name}`;
        const data = { reference, amount: 4999, currency: 'EUR', outcome: 'paid', ...price };
        const body = JSON.stringify({ type: 'payment.settled', data });
        const headers = {
          'webhook-timestamp': String(secondsFromNow(0)),
          'webhook-signature': new Webhook(SECRETS.SETTLED_SECRET).sign('evt_1', new Date(), body),
          'webhook-id': 'evt_1',
        };
        assert.equal((await send(await webhookOf(language), settledUrl, { body, headers })).status, 204);
        await until(() => output().includes(reference));
        assert.equal(output().includes(`${reference} paid`), false);
      }
    });

    it('creates order tokens for one order at one price', async () => {
      const reference = `${language}-1`;
      const pay = async (change: object) =>
        resultOf(
          await payWith(world.program.proxyUrl, await tokenOf(language, reference), {
            payment: samplePayment({ reference, ...change }),
          }),
        );
      assert.deepEqual(
        [await pay({ amount: 4998 }), await pay({ currency: 'USD' }), await pay({ reference: `${language}-2` })],
        [
          [409, 'amount_changed'],
          [409, 'amount_changed'],
          [403, 'order_token_invalid'],
        ],
      );
    });

    it('creates order tokens that have expired two hours later', async () => {
      const reference = `${language}-1`;
      const token = await tokenOf(language, reference);
      const response = await payWith(world.lateProgram.proxyUrl, token, { payment: samplePayment({ reference }) });
      assert.deepEqual(await resultOf(response), [403, 'order_token_expired']);
    });

    it('creates order tokens for unusual references', async () => {
      const { proxyUrl } = world.program;
      const failed = [];
      for (const text of UNUSUAL) {
        const reference = `${language} ${text}`;
        const token = await tokenOf(language, reference);
        const { status } = await payWith(proxyUrl, token, { payment: samplePayment({ reference }) });
        if (status !== 200) failed.push(reference);
      }
      assert.deepEqual(failed, []);
    });

    it('refuses webhooks that the program has not signed in the last five minutes', async () => {
      const webhook = await webhookOf(language);
      const { body, headers } = webhook;
      const signedAt = (seconds: number, secret = SECRETS.SETTLED_SECRET) => ({
        'webhook-timestamp': String(secondsFromNow(seconds)),
        'webhook-signature': new Webhook(secret).sign('evt_1', new Date(Date.now() + seconds * 1000), body),
        'webhook-id': 'evt_1',
      });
      const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
      const signature = String(headers['webhook-signature']);
      const changes = {
        'nothing changed': {},
        'signed again': { headers: signedAt(-200) },
        'another amount': { body: body.replace('4999', '1') },
        'another id': { headers: { 'webhook-id': 'evt_2' } },
        'another time': { headers: { 'webhook-timestamp': String(secondsFromNow(1)) } },
        'too old': { headers: signedAt(-400) },
        'from the future': { headers: signedAt(400) },
        'another secret': { headers: signedAt(0, other) },
        'no id': { headers: { 'webhook-id': undefined } },
        'no time': { headers: { 'webhook-timestamp': undefined } },
        'no signature': { headers: { 'webhook-signature': undefined } },
        'an empty signature': { headers: { 'webhook-signature': '' } },
        'half a signature': { headers: { 'webhook-signature': signature.slice(0, 20) } },
        'another version': { headers: { 'webhook-signature': signature.replace('v1,', 'v2,') } },
      };
      const accepted = [];
      for (const [name, change] of Object.entries(changes)) {
        const { status } = await send(webhook, world.shops[language].settledUrl, change);
        if (status === 204) accepted.push(name);
        else assert.equal(status, 401, name);
      }
      assert.deepEqual(accepted, ['nothing changed', 'signed again']);
    });

    it('accepts webhooks with two signatures, while the secret changes', async () => {
      const webhook = await webhookOf(language);
      const { id, sent, signature } = {
        id: String(webhook.headers['webhook-id']),
        sent: Number(webhook.headers['webhook-timestamp']),
        signature: String(webhook.headers['webhook-signature']),
      };
      const newSecret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
      const other = new Webhook(newSecret).sign(id, new Date(sent * 1000), webhook.body);
      const statuses = [];
      for (const both of [`${signature} ${other}`, `${other} ${signature}`]) {
        const change = { headers: { 'webhook-signature': both } };
        statuses.push((await send(webhook, world.shops[language].settledUrl, change)).status);
      }
      assert.deepEqual(statuses, [204, 204]);
    });

    it('names the price to the program', async () => {
      const { proxyUrl } = world.askingProgram;
      const statuses = [];
      for (const text of ['1', ...UNUSUAL]) {
        const payment = samplePayment({ reference: `${language} ${text}` });
        statuses.push((await payAs(proxyUrl, newKey(), payment)).status);
      }
      assert.deepEqual(new Set(statuses), new Set([200]));
    });

    it('names no price to others', async () => {
      const reference = `${language}-price`;
      await payAs(world.askingProgram.proxyUrl, newKey(), samplePayment({ reference }));
      const request = world.priceRequests.find(({ url }) => url.endsWith(reference));
      assert.ok(request);
      const claims = { reference, aud: 'price', iat: secondsFromNow(-1), exp: secondsFromNow(60) };
      const ask = async (authorization: string | undefined) => {
        const url = `${world.shops[language].priceUrl}?reference=${reference}`;
        return (await send(request, url, { headers: { authorization } })).status;
      };
      const signed = async (change: object, secret = SECRETS.PRICE_SECRET) =>
        `Bearer ${await signClaims({ ...claims, ...change }, { secret })}`;
      const results = {
        ours: await ask(await signed({})),
        'of another order': await ask(await signed({ reference: 'another' })),
        expired: await ask(await signed({ exp: secondsFromNow(-60) })),
        'for another audience': await ask(await signed({ aud: 'other' })),
        'another secret': await ask(await signed({}, SECRETS.ORDER_TOKEN_SECRET)),
        'not a token': await ask('Bearer a.b'),
        'no token': await ask(undefined),
      };
      const { ours, ...others } = results;
      assert.deepEqual([ours, new Set(Object.values(others))], [200, new Set([401])]);
    });
  });
}
