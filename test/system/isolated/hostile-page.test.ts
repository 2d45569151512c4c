import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import {
  CARD,
  LONG_CARD,
  pressPay,
  TYPED,
  typeCard,
  typedCard,
  waitForState,
  withHostileShop,
} from './hostile-shop.js';
import { spy, type Loot } from './spy.js';

const context = withHostileShop();

const loot = (page: Page): Promise<Loot> =>
  page.evaluate(() => (globalThis as unknown as { loot: () => Promise<Loot> }).loot());

/** All numbers of six digits in a row of a card number, with up to three separators between any two of them. */
const partsOf = (number: string): RegExp[] =>
  Array.from({ length: number.length - 5 }, (_, start) => {
    const digits = Array.from(number.slice(start, start + 6));
    return new RegExp(digits.join(String.raw`[\s\-_.,:;•·/]{0,3}`));
  });

const SECRETS = [
  ...partsOf(CARD.number),
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

/** The types of messages, and the names of events, in either way. */
const kindsOf = ({ messages }: Loot): string[] => [
  ...new Set(
    messages.map(({ way, data }) => {
      const { type, name, outcome, isAllowed } = data as Record<string, unknown>;
      return [way, type ?? (outcome && 'outcome') ?? (isAllowed !== undefined && 'permission'), name]
        .filter(Boolean)
        .join(' ');
    }),
  ),
];

/** Complaints that are not expected. Browsers log failed requests, and the element logs invalid messages. */
const violations = (complaints: readonly string[]): string[] =>
  complaints.filter((line) => /violates|Content.Security|TrustedTypes|Trusted Types|TypeError|Uncaught/i.test(line));

describe('a page whose scripts record everything', () => {
  for (const script of ['isolated.js', 'payment-widget.js'] as const) {
    for (const [scenario, state] of [
      ['success', 'paid'],
      ['declined', 'failed'],
      ['error_after_charge', 'unknown'],
      ['invalid', 'failed'],
    ] as const) {
      if (script === 'payment-widget.js' && scenario !== 'success') continue;
      it(`reads nothing of a card with the outcome ${scenario} by ${script}`, async () => {
        const { shop } = context;
        shop.scenario = scenario;
        const reference = shop.newOrder();
        const attributes = { reference, 'submit-on-enter': '' };
        const visit = await shop.open({ attributes, before: spy, script });
        await typeCard(visit.frame);
        await pressPay(visit.frame);
        await waitForState(visit.page, state);
        const outcome = await visit.page.evaluate(() => document.querySelector('payment-widget')?.submit());
        await visit.page.evaluate(() => {
          document.querySelector('payment-widget')?.validate();
          document.querySelector('payment-widget')?.focus();
        });
        const found = await loot(visit.page);
        await visit.context.close();
        shop.scenario = 'success';
        assert.deepEqual(cardDataIn(found), []);
        assert.deepEqual(violations(visit.complaints), []);
        const kinds = kindsOf(found);
        for (const kind of [
          'to init',
          'to submit',
          'to permission',
          'from state',
          'from size',
          'from event payment-submit',
          'from outcome',
        ])
          assert(kinds.includes(kind), `${kind} was not recorded: ${kinds.join(', ')}`);
        assert(
          found.texts.some((text) => text.startsWith('event payment-')),
          'events were not recorded',
        );
        assert(outcome, 'submit() has no outcome');
      });
    }
  }

  it('receives the same for a card of 16 digits and for one of 19', async () => {
    const { shop } = context;
    const hear = async (card: typeof CARD | typeof LONG_CARD) => {
      const visit = await shop.open({ before: spy });
      await waitForState(visit.page, 'ready');
      await typeCard(visit.frame, card);
      await visit.page.waitForFunction(() => document.querySelector('payment-widget')?.valid);
      const { messages } = await loot(visit.page);
      await visit.context.close();
      return messages.map(({ way, data }) => `${way} ${JSON.stringify(data)}`);
    };
    const [short, long] = [await hear(CARD), await hear(LONG_CARD)];
    const other = long.findIndex((message, index) => message !== short[index]);
    assert.deepEqual([long[other], long.length], [short[other], short.length]);
  });

  it('has no field of the form in its own document', async () => {
    const visit = await context.shop.open({ before: spy, script: 'payment-widget.js' });
    await visit.frame.locator('#cc-number').waitFor();
    const own = await visit.page.evaluate(() => {
      const { shadowRoot } = document.querySelector('payment-widget') ?? {};
      const frame = document.querySelector<HTMLIFrameElement>('payment-widget > iframe');
      return [shadowRoot?.querySelectorAll('input, select, form').length, frame?.contentDocument ?? null];
    });
    await visit.context.close();
    assert.deepEqual(own, [0, null]);
  });
});

describe('a page that sends many messages', () => {
  it('leaves the form as it is', async () => {
    const { shop } = context;
    const reference = shop.newOrder();
    const visit = await shop.open({ attributes: { reference }, before: spy });
    await typeCard(visit.frame);
    await visit.page.evaluate(() => {
      const [port] = (globalThis as unknown as { ports: MessagePort[] }).ports.slice(-1);
      const iframe = document.querySelector<HTMLIFrameElement>('payment-widget > iframe');
      for (let index = 0; index < 2000; index++) {
        port?.postMessage({ v: 1, type: 'set', settings: { description: `Order ${index}` } });
        port?.postMessage({ v: 1, type: `flood ${index}` });
        iframe?.contentWindow?.postMessage({ type: 'payment-widget-connect', versions: [1] }, '*');
      }
    });
    const typed = await typedCard(visit.frame);
    const charged = shop.charged(reference);
    await pressPay(visit.frame);
    const state = await waitForState(visit.page, 'paid', 'failed', 'unknown');
    await visit.context.close();
    assert.deepEqual([typed, charged, state, shop.charged(reference)], [TYPED, [], 'paid', [4999]]);
  });
});

describe('a page that forges messages', () => {
  it('neither pays nor empties the form, and nothing is claimed', async () => {
    const { shop } = context;
    const reference = shop.newOrder();
    const visit = await shop.open({ attributes: { reference }, before: spy });
    await typeCard(visit.frame);
    await visit.page.evaluate(() => {
      const [port] = (globalThis as unknown as { ports: MessagePort[] }).ports.slice(-1);
      const language = { lang: 'en', dir: 'ltr' };
      const nested: Record<string, unknown> = {};
      let inner = nested;
      for (let depth = 0; depth < 500; depth++) inner = inner['a'] = {} as Record<string, unknown>;
      const huge = 'x'.repeat(1_000_000);
      const polluted: unknown = JSON.parse(
        '{"__proto__":{"amount":1},"constructor":{"prototype":{"proxyUrl":"https://evil.example"}}}',
      );
      const bodies: object[] = [
        {},
        { settings: {}, extra: 1 },
        { settings: { proxyUrl: 'https://evil.example/pay' } },
        { settings: { returnUrl: 'https://evil.example' } },
        { settings: { buildRequest: 'x' } },
        { settings: { description: huge } },
        { settings: { metadata: nested } },
        { settings: polluted },
        { settings: { metadata: polluted } },
        { settings: new Map([['amount', 1]]) },
        { settings: [], theme: [], language: [] },
        { settings: null, theme: null, language: null },
        { theme: { color: 5 }, settings: {}, language },
        { theme: polluted, settings: {}, language },
        { language: { lang: 5, dir: 'ltr' } },
        { language: { lang: 'en', dir: 'up' } },
        { language: { ...language, extra: true } },
        { card: { number: '4242424242424242' } },
        { form: { state: 'paid' } },
        { name: 'payment-success', detail: { reference: 'x' } },
      ];
      const types = [
        'init',
        'set',
        'language',
        'theme',
        'ready',
        'state',
        'change',
        'event',
        'size',
        'error',
        '__proto__',
        'constructor',
        '',
        5,
        null,
      ];
      for (const v of [1, 0, 2, '1', null, undefined]) {
        for (const type of types) {
          for (const body of bodies) {
            port?.postMessage({ v, type, ...body });
          }
        }
      }
      for (const type of ['submit', 'reset', 'validate', 'focus']) {
        for (const body of [{ v: 0 }, { v: 2 }, { v: 1, extra: 1 }, { v: '1' }, {}])
          port?.postMessage({ type, ...body });
      }
      for (const value of [
        null,
        undefined,
        'submit',
        5,
        [],
        [1, 'submit'],
        new Date(),
        new Error('submit'),
        new Blob(['submit']),
      ])
        port?.postMessage(value);
    });
    const typed = await typedCard(visit.frame);
    const state = await visit.page.evaluate(() => document.querySelector('payment-widget')?.state);
    const errors = visit.complaints.filter((line) => line.includes('has ignored a message')).length;
    const charged = shop.charged(reference);
    const label = await visit.frame.locator('[part~=pay-button]').innerText();
    await pressPay(visit.frame);
    await waitForState(visit.page, 'paid');
    await visit.context.close();
    assert.deepEqual(
      [typed, state, charged, label, shop.charged(reference)],
      [TYPED, 'ready', [], 'Pay €49.99', [4999]],
    );
    assert(errors > 1000, `${errors} messages were refused`);
    assert.deepEqual(violations(visit.complaints), []);
  });

  it('cannot give the frame a second port', async () => {
    const visit = await context.shop.open({ before: spy });
    await typeCard(visit.frame);
    const isRead = visit.frame.locator('body').evaluate(async () => {
      for (let count = 0; count < 2; count++)
        await new Promise((resolve) => {
          addEventListener('message', resolve, { once: true });
        });
    });
    await visit.frame.locator('body').evaluate(() => undefined); // it listens
    const connect = () => {
      const heard: unknown[] = [];
      const iframe = document.querySelector<HTMLIFrameElement>('payment-widget > iframe');
      for (const origin of ['*', new URL(iframe?.src ?? '').origin]) {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => heard.push(data);
        iframe?.contentWindow?.postMessage({ type: 'payment-widget-connect', versions: [1] }, origin, [port2]);
        port1.postMessage({ v: 1, type: 'reset' });
      }
      Object.assign(globalThis, { heard });
    };
    await visit.page.evaluate(connect);
    await isRead;
    const answers = await visit.page.evaluate(async () => {
      const { ports, heard } = globalThis as unknown as { ports: MessagePort[]; heard: unknown[] };
      const port = ports.at(-1);
      const answered = new Promise((resolve) => port?.addEventListener('message', resolve, { once: true }));
      port?.postMessage('unknown');
      await answered;
      return heard;
    });
    const typed = await typedCard(visit.frame);
    await visit.context.close();
    assert.deepEqual([answers, typed], [[], TYPED]);
  });

  it('cannot allow a payment with an invalid reply, or by a second one', async () => {
    const { shop } = context;
    const reference = shop.newOrder();
    const visit = await shop.open({ attributes: { reference }, before: spy });
    await visit.page.evaluate(() => {
      const postMessage = Reflect.get(MessagePort.prototype, 'postMessage') as (message: unknown) => void;
      MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
        const { isAllowed } = (args[0] ?? {}) as { isAllowed?: boolean };
        Reflect.apply(postMessage, this, isAllowed === undefined ? args : [{ isAllowed: 'yes', amount: 1 }]);
        if (isAllowed !== undefined) Reflect.apply(postMessage, this, [{ isAllowed: true }]);
      };
    });
    await typeCard(visit.frame);
    await pressPay(visit.frame);
    const state = await waitForState(visit.page, 'failed', 'paid');
    await visit.context.close();
    assert.deepEqual([state, shop.charged(reference)], ['failed', []]);
  });
});
