import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createOrderToken } from 'payment-widget-proxy';
import { SECRET } from '../../support/order-tokens.js';
import { until } from '../../support/until.js';
import { CHARGED_THEN_ERROR, withIsolatedShop, type Visit } from './isolated-shop.js';
import { spy, type Loot } from './spy.js';

/** Scripts of the page that want the card. */

const context = withIsolatedShop();

/** Valid by its check digit, and so irregular that no other number of a page has six of its digits in a row. */
const CARD: Readonly<Record<string, string>> = {
  'Card number': '4539148803436467',
  'Expiry date': '1137',
  'Security code': '907',
  'Name on card': 'Zora Quintessa',
};
const TYPED = ['4539 1488 0343 6467', '11 / 37', '907', 'Zora Quintessa'];

const loot = (page: Page): Promise<Loot> =>
  page.evaluate(() => (globalThis as unknown as { loot: () => Promise<Loot> }).loot());

/** All numbers of six digits in a row of a card number, with up to three separators between any two of them. */
const partsOf = (number = ''): RegExp[] =>
  Array.from({ length: number.length - 5 }, (_, start) => {
    const digits = Array.from(number.slice(start, start + 6));
    return new RegExp(digits.join(String.raw`[\s\-_.,:;•·/]{0,3}`));
  });

const SECRETS = [
  ...partsOf(CARD['Card number']),
  /(?<!\d)11[\s/.-]{0,3}(20)?37(?!\d)/,
  /(?<!\d)(20)?37[\s/.-]{1,3}11(?!\d)/,
  /(?<![\w-])907(?![\w-])/,
  /Quintessa/i,
];

/** What of a card is in a text, with its place. */
function cardDataIn({ texts, messages }: Loot): string[] {
  const all = [...texts, ...messages.map((message) => JSON.stringify(message))];
  const found = SECRETS.flatMap((secret) =>
    all.filter((text) => secret.test(text)).map((text) => `${String(secret)} in ${text.slice(0, 300)}`),
  );
  return found.slice(0, 5); // node takes minutes to print thousands
}

describe('A page whose scripts record everything', () => {
  for (const [state, number] of [
    ['paid', CARD['Card number']],
    ['unknown', CHARGED_THEN_ERROR],
  ] as const)
    it(`reads nothing of a card that is ${state}`, async (t) => {
      const visit = await context.shop.open(t, { before: spy });
      const keys: string[] = [];
      visit.page.on('request', (request) => keys.push(request.headers()['idempotency-key'] ?? ''));
      await visit.type({ ...CARD, 'Card number': number ?? '' });
      await visit.page.keyboard.press('Enter');
      await visit.state(state);
      await visit.submit();
      const found = await loot(visit.page);
      const kinds = found.messages.map(({ way, data }) => `${way} ${String((data as { type?: string }).type)}`);
      for (const kind of [
        'to init',
        'to submit',
        'to permission',
        'from state',
        'from size',
        'from event',
        'from outcome',
      ])
        assert(kinds.includes(kind), `${kind} was not recorded: ${kinds.join(', ')}`);
      const key = keys.find(Boolean) ?? '';
      const events = found.texts.filter((text) => text.startsWith('event payment-'));
      assert.deepEqual([cardDataIn(found), visit.violations], [[], []]);
      assert.deepEqual([events.some((text) => text.includes(key.slice(0, 21))), events.some((text) => text.includes(key))], [true, false]); // prettier-ignore
    });

  it('receives the same for a card of 16 digits and for one of 19', async (t) => {
    const hear = async (number: string) => {
      const visit = await context.shop.open(t, { before: spy });
      await visit.type({ ...CARD, 'Card number': number });
      await visit.page.waitForFunction(() => document.querySelector('payment-widget')?.valid);
      const messages = (await loot(visit.page)).messages.map((it) => JSON.stringify(it));
      return messages.slice(messages.findIndex((it) => it.includes('"ready","valid"'))); // before, loading decides
    };
    assert.deepEqual(await hear('4539148803436467016'), await hear('4539148803436467'));
  });

  it('has no field of the form in its own document', async (t) => {
    const visit = await context.shop.open(t, { before: spy });
    await visit.form.locator('#cc-number').waitFor();
    const own = await visit.act(({ shadowRoot, firstElementChild }) => [
      shadowRoot?.querySelectorAll('input, select, form').length,
      (firstElementChild as HTMLIFrameElement).contentDocument,
    ]);
    assert.deepEqual(own, [0, null]);
  });
});

describe('A page with an order of its own', () => {
  const PRESSES: Readonly<Record<string, (visit: Visit) => Promise<unknown>>> = {
    'a click': ({ payButton }) => payButton.click({ force: true }),
    Enter: ({ page }) => page.keyboard.press('Enter'),
    'submit()': (visit) =>
      visit.act((widget) => {
        void widget.submit();
      }),
  };

  for (const [how, press] of Object.entries(PRESSES))
    it(`and another token of it before each answer of the proxy never charges a typed card, by ${how}`, async (t) => {
      const { proxyUrl, bodies } = context.shop.mountRecorder({ orderTokenSecret: SECRET });
      const order = { reference: context.shop.newOrder(), amount: 4999, currency: 'EUR' };
      const own = { ...order, reference: context.shop.newOrder(), amount: 99_900 };
      const tokens = await Promise.all(
        [0, 1, 2].map((it) => createOrderToken({ ...own, expiresIn: 600 + it }, SECRET)),
      );
      const attributes = { 'proxy-url': proxyUrl, reference: order.reference, 'order-token': await createOrderToken(order, SECRET) }; // prettier-ignore
      const visit = await context.shop.open(t, { attributes });
      await visit.type(CARD);
      await visit.page.route('**/orders/*', async (route) => {
        const token = route.request().headers()['order-token'];
        const isLate = (asked: string | undefined) =>
          document.documentElement.dataset['over'] || document.querySelector('payment-widget')?.orderToken !== asked;
        await visit.page.waitForFunction(isLate, token); // the page is faster than the network
        await route.continue();
      });
      await visit.act(
        (widget, { own: { reference, amount }, tokens: all }) => {
          Object.assign(widget, { reference, amount });
          let flips = 0;
          const flipping = setInterval(() => {
            widget.orderToken = all[flips % all.length];
            if (++flips < 60) return;
            clearInterval(flipping);
            document.documentElement.dataset['over'] = 'yes';
          }, 15);
        },
        { own, tokens },
      );
      await press(visit);
      await until(async () => (await visit.outcomes()).length > 0);
      await visit.page.unrouteAll({ behavior: 'wait' }); // a question about an order may still wait for its token
      assert.deepEqual(bodies, []);
    });
});

describe('A page that forges messages', () => {
  it('neither pays nor empties the form, and claims nothing', async (t) => {
    const visit = await context.shop.open(t, { before: spy });
    await visit.type(CARD);
    await visit.page.evaluate(() => {
      const port = (globalThis as unknown as { ports: MessagePort[] }).ports.at(-1);
      const iframe = document.querySelector<HTMLIFrameElement>('payment-widget > iframe');
      const polluted: unknown = JSON.parse('{"__proto__":{"amount":1},"constructor":{"prototype":{"proxyUrl":"x"}}}');
      const bodies = [
        { settings: { proxyUrl: 'https://evil.example/pay' } },
        { settings: polluted },
        { settings: { metadata: polluted } },
        { settings: { amount: 1 }, extra: 1 },
        { look: polluted },
        { permission: { isAllowed: true, key: '', extra: 1 } },
        { card: { number: '4242424242424242' } },
      ];
      for (const type of ['init', 'set', 'submit', 'reset', 'permission', 'look', 'state', '__proto__', null])
        for (const body of bodies) port?.postMessage({ type, ...body });
      for (const value of [null, 'submit', 5, [1, 'submit'], new Error('submit')]) port?.postMessage(value);
      for (let index = 0; index < 1000; index++) {
        port?.postMessage({ type: 'set', settings: { description: `Order ${index}` } });
        const { port1, port2 } = new MessageChannel(); // a second port, which the frame does not take
        iframe?.contentWindow?.postMessage({ type: 'payment-widget-connect', version: 1 }, '*', [port2]);
        port1.postMessage({ type: 'reset' });
      }
    });
    const isHeard = async () => visit.form.locator('html').evaluate(() => document.title.length > 0);
    assert(await isHeard());
    const before = [await visit.values(), context.shop.charges(), await visit.payButton.innerText()];
    await visit.payButton.click();
    await visit.state('paid');
    assert.deepEqual([before, context.shop.charges(), visit.violations], [[TYPED, [], 'Pay €49.99'], [4999], []]);
  });
});
