import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { formHtml } from 'payment-widget/form-html';
import { visit, type EnginePage, type Visit } from '../../other-engines/visit.js';
import { pageWith, proxyTo, startShop, type Shop } from '../../support/shop.js';
import { until } from '../../support/until.js';

/** Records events of the widget. */
type RecordingPage = typeof globalThis & { heard: string[] };

const CARD = '4242424242424242';
const CHARGED_WITH_AN_ERROR = '4000000000000119';

for (const engine of ['firefox', 'webkit'] as const) {
  describe(`paying by keyboard in ${engine}`, () => {
    let shop: Shop;
    let visited: Visit;
    let page: EnginePage;

    before(async () => {
      [shop, visited] = await Promise.all([startShop(), visit(engine)]);
      page = visited.page;
    });
    after(() => Promise.all([shop.close(), visited.close()]));

    async function open(reference: string, attributes = '', proxy = '/pay'): Promise<void> {
      const form = `<payment-widget proxy-url="${proxy}" amount="4999" currency="EUR" reference="${reference}" ${attributes}></payment-widget>`;
      await page.goto(shop.url + shop.show({ html: pageWith(form) }));
      await page.evaluate(() => {
        (globalThis as RecordingPage).heard = [];
        for (const type of ['submit', 'success', 'failure', 'unknown'])
          addEventListener(`payment-${type}`, () => (globalThis as RecordingPage).heard.push(type));
      });
      await until(() =>
        page.evaluate(() => document.querySelector('payment-widget')?.shadowRoot?.querySelector('form') != null),
      );
    }

    const stateIs = (wanted: string) =>
      until(() => page.evaluate((name) => document.querySelector('payment-widget')?.state === name, wanted));

    /** Types a card and presses Enter in the last field. */
    async function pay(card = CARD): Promise<void> {
      await page.evaluate(() => {
        document.querySelector('payment-widget')?.focus();
      });
      await typeCard(card);
      await page.keyboard.press('Enter');
    }

    async function typeCard(card = CARD): Promise<void> {
      for (const text of [card, '1230', '123']) {
        await page.keyboard.type(text);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.type('Ada Lovelace');
    }

    const heard = () => page.evaluate(() => (globalThis as RecordingPage).heard);

    it('charges once, dispatches events and clears the card', async () => {
      await open('once');
      await pay();
      await stateIs('paid');
      const values = await page.evaluate(() => {
        const root = document.querySelector('payment-widget')?.shadowRoot;
        return [...(root?.querySelectorAll('input') ?? [])].map(({ value }) => value).join('');
      });
      assert.deepEqual([shop.charges('once'), await heard(), values], [[4999], ['submit', 'success'], '']);
    });

    it('pays what was typed into the form of the HTML before the script came', async () => {
      const form = await formHtml({ styleSheet: '/form.css' });
      const body = `<payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="html">${form}</payment-widget>`;
      await page.goto(shop.url + shop.show({ html: pageWith(body, 'en', '') }));
      await page.evaluate(() => {
        document.querySelector('payment-widget')?.shadowRoot?.querySelector('input')?.focus();
      });
      await typeCard();
      await page.evaluate(() => {
        document.head.append(
          Object.assign(document.createElement('script'), { type: 'module', src: '/payment-widget.js' }),
        );
      });
      await stateIs('ready');
      await page.keyboard.press('Enter');
      await stateIs('paid');
      assert.deepEqual(shop.charges('html'), [4999]);
    });

    it('shows no form while the outcome is unknown', async () => {
      await open('unknown');
      await pay(CHARGED_WITH_AN_ERROR);
      await stateIs('unknown');
      assert.deepEqual([shop.charges('unknown'), await heard()], [[4999], ['submit', 'unknown']]);
    });

    for (const [outage, answerOf] of [
      ['the network', () => new Response(brokenBody())],
      ['the server', () => new Response('Bad gateway', { status: 502 })],
    ] as const) {
      it(`settles a doubt once ${outage} is back that was lost with the answer`, async () => {
        let requests = 0;
        const proxy = proxyTo(shop.sandbox);
        const path = shop.mount(async (request) => {
          if (requests === 0 && request.method === 'GET') return proxy(request);
          requests++;
          const isLost = requests > 1 && requests < 4;
          const answer = isLost ? undefined : await proxy(request);
          if (answer && requests > 1) return answer;
          if (requests < 3) shop.missing.add('settle-attempt.js');
          else shop.missing.clear();
          return answerOf();
        });
        await open(outage, '', path);
        await pay();
        await stateIs('paid');
        assert.deepEqual([shop.charges(outage), requests > 1], [[4999], true]);
      });
    }

    it('opens the return-url after a payment', async () => {
      const thanks = shop.show({ html: '<!doctype html><title>Thanks</title>' });
      await open('returned', `return-url="${thanks}?shop=7#top"`);
      await pay();
      const address = () => page.evaluate(() => location.href).catch(() => '');
      await until(async () => (await address()).includes(thanks));
      assert.equal(await address(), `${shop.url}${thanks}?shop=7&reference=returned&outcome=paid#top`);
    });

    const isRepeated = engine !== 'firefox'; // which never loads a module again that failed, until the page is reloaded
    it(`without card-form.js charges nothing until the ${isRepeated ? 'next press on Pay' : 'page is reloaded'}`, async () => {
      shop.missing.add('card-form.js');
      await open('failed');
      await pay();
      await stateIs('failed');
      const early = shop.charges('failed');
      shop.missing.clear();
      await page.keyboard.press('Enter');
      if (!isRepeated) {
        await stateIs('failed');
        await open('failed');
        await pay();
      }
      await stateIs('paid');
      assert.deepEqual([early, shop.charges('failed')], [[], [4999]]);
    });
  });
}

function brokenBody(): ReadableStream {
  return new ReadableStream({
    pull(body) {
      body.error(new Error('The connection is lost.'));
    },
  });
}
