import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { chromiumArgs, findHeadlessChromium } from '../../chromium.js';
import { startBuiltShop, type Answer, type BuiltShop } from '../../support/built-shop.js';
import { listenForComplaints, typeCard } from '../../support/shopper.js';

/**
 * A script of the page has put something into `Object.prototype`, so that every object seems to have it that lacks it. The
 * built script must not be talked into another outcome, a second request or another address by that.
 */

let browser: Browser;
let shop: BuiltShop;
let orders = 0;

before(async () => {
  [browser, shop] = await Promise.all([
    findHeadlessChromium().then((executablePath) => chromium.launch({ executablePath, args: chromiumArgs() })),
    startBuiltShop(),
  ]);
});

after(async () => {
  await browser.close();
  await shop.close();
});

interface Seen {
  /** The events about the outcome, in order, with the error's code where there is one. */
  readonly told: readonly string[];
  /** Every request that can have carried a card. */
  readonly posts: readonly string[];
  readonly complaints: readonly string[];
  readonly reference: string;
  /** What the shopper reads at the end. */
  readonly text: string;
}

/** Pays on a page where a script has run first. `names` become members of every object. */
async function pay(
  names: Readonly<Record<string, string>>,
  { proxy = '/pay', prototype = 'Object' } = {},
): Promise<Seen> {
  const reference = `polluted-${++orders}`;
  const pollute = Object.entries(names).map(
    ([name, value]) => `${prototype}.prototype[${JSON.stringify(name)}] = ${value};`,
  );
  const listen = `const told = [];
    for (const name of ['success', 'pending', 'failure', 'unknown']) {
      addEventListener('payment-' + name, ({ detail }) => {
        document.title = told.push(Object.hasOwn(detail, 'error') ? name + ' ' + detail.error.code : name) && told.join();
      });
    }`;
  const page = await browser.newPage();
  page.setDefaultTimeout(15_000);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') posts.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  const complaints = await listenForComplaints(page);
  const html = `<!doctype html><html lang="de"><title></title>
    <script src="${shop.script(listen)}"></script>
    <script src="${shop.script(pollute.join('\n'))}"></script>
    <script src="/payment-widget.js" defer></script>
    <payment-widget proxy-url="${proxy}" amount="4999" currency="EUR" reference="${reference}"></payment-widget></html>`;
  await page.goto(shop.url + shop.show({ html }));
  await page.getByText('Kartennummer').waitFor();
  await typeCard(page, '4242424242424242');
  await page.keyboard.press('Enter');
  await page.locator('title:not(:empty)').waitFor({ state: 'attached' });
  const end = page.locator('payment-widget').locator('[part=result], [part=summary]');
  await end.waitFor();
  const seen = { told: (await page.title()).split(','), text: (await end.textContent()) ?? '' };
  await page.close();
  return { ...seen, posts, complaints, reference };
}

const chargesOf = (reference: string) => shop.sandbox.ledger.entries(reference).map(({ amount }) => amount);

/** A proxy with `/config` and an answer to payments. */
const proxyThat = (answer: () => Response, config: object = {}): Answer => {
  return (request) => (request.method === 'POST' ? answer() : Response.json(config));
};

/** Names that somewhere are read of an object that may lack them: options of the platform, of libraries and our own. */
const READ =
  // descriptions of properties
  'get set value writable enumerable configurable ' +
  // fetch, addEventListener, observers, locks, focus
  'method headers body mode credentials redirect cache keepalive signal integrity referrer referrerPolicy priority window ' +
  'duplex capture once passive attributes attributeFilter characterData childList subtree ifAvailable steal preventScroll ' +
  'block behavior flatten detail bubbles composed cancelable cause delegatesFocus slotAssignment ' +
  // Intl
  'style currencyDisplay currencySign unit unitDisplay notation minimumFractionDigits maximumFractionDigits signDisplay ' +
  'useGrouping dateStyle timeStyle weekday hour12 timeZone numberingSystem localeMatcher fallback sensitivity ' +
  // what is known of a payment and of an answer
  'amount currency reference description metadata prefill country email phone outcome code status payment error state ' +
  'recovery idempotency encryption_key title retryAfter fieldErrors price result decided told ' +
  'idempotencyKey startedAt proxyUrl ' +
  // options of our own
  'clock fetch online timeout tryTimeout idempotent interpretResponse buildRequest since canTell isTurnedAway urgent ' +
  'time wait min max exponents locale placeholder type inputmode affix dir card half format letters shapes plate label ' +
  // Lit
  'attribute converter reflect noAccessor hasChanged useDefault wrapped creationScope renderBefore isConnected host';

const all = (value: string) => Object.fromEntries(READ.split(' ').map((name) => [name, value]));

/** Every member that the built script reads or has, and what a browser looks for when it defines an element. */
function namesInScript(): string[] {
  const script = readFileSync(new URL('../../../dist/payment-widget.js', import.meta.url), 'utf8');
  const names = [...script.matchAll(/[.{,] *([A-Za-z_$][\w$]*)(?=[^\w$])/g)].map(([, name]) => name ?? '');
  const own = new Set([...names, 'formAssociated', 'adoptedCallback', 'disabledFeatures']);
  // The language itself looks for these, in what a promise is given and in what is iterated: no script can do without.
  return [...own].filter((name) => !(name in Object.prototype) && !['then', 'return'].includes(name));
}

describe('a page where every object seems to have members that it lacks', () => {
  for (const [what, value] of [
    ['texts', '"polluted"'],
    ['true', 'true'],
    ['objects', '({})'],
  ] as const) {
    it(`of ${what}: a card is charged once, and nothing is said in the console`, async () => {
      const { told, posts, complaints, reference } = await pay(all(value));
      assert.deepEqual(
        { told, posts, complaints, charged: chargesOf(reference) },
        { told: ['success'], posts: ['POST /pay/v1/payments'], complaints: [], charged: [4999] },
      );
    });

    it(`of ${what}, by way of arrays: a card is charged once`, async () => {
      const { told, complaints, reference } = await pay(all(value), { prototype: 'Array' });
      assert.deepEqual(
        { told, complaints, charged: chargesOf(reference) },
        { told: ['success'], complaints: [], charged: [4999] },
      );
    });
  }

  for (const [what, value] of [
    ['texts', '"polluted"'],
    ['objects', '({})'],
    ['functions', '() => "polluted"'],
  ] as const) {
    it(`of ${what}, by every name that stands in the script: a card is charged once, and told`, async () => {
      const names = Object.fromEntries(namesInScript().map((name) => [name, value]));
      const { told, posts, complaints, reference } = await pay(names);
      assert.deepEqual(
        { told, posts, complaints, charged: chargesOf(reference) },
        { told: ['success'], posts: ['POST /pay/v1/payments'], complaints: [], charged: [4999] },
      );
    });
  }

  it('says the amount that is charged, however numbers are to be written', async () => {
    const { text } = await pay({
      style: '"percent"',
      notation: '"compact"',
      maximumFractionDigits: '0',
      currency: '"JPY"',
    });
    assert.match(text, /49,99\s€/);
  });
});

describe('an answer that does not say so', () => {
  it('is not made a refusal: 500 stays in doubt', async () => {
    const proxy = shop.mount(proxyThat(() => Response.json({}, { status: 500 })));
    const { told } = await pay({ outcome: '"not_charged"', code: '"declined"', 500: '"declined"' }, { proxy });
    assert.deepEqual(told, ['unknown service_error']);
  });

  it('is not made a refusal by a problem document: that stays in doubt', async () => {
    const headers = { 'Content-Type': 'application/problem+json' };
    const proxy = shop.mount(proxyThat(() => new Response('{"title":"?"}', { status: 502, headers })));
    const { told } = await pay({ outcome: '"not_charged"', code: '"declined"', detail: '"polluted"' }, { proxy });
    assert.deepEqual(told, ['unknown service_error']);
  });

  it('is not made a success: 402 is declined', async () => {
    const proxy = shop.mount(proxyThat(() => Response.json({}, { status: 402 })));
    const { told } = await pay({ outcome: '"paid"', state: '"succeeded"', status: '200', payment: '({})' }, { proxy });
    assert.deepEqual(told, ['failure declined']);
  });

  it('is not made doubt: 200 is paid', async () => {
    const proxy = shop.mount(proxyThat(() => Response.json({})));
    const { told } = await pay({ error: '({ code: "timeout" })', outcome: '"unknown"', code: '"timeout"' }, { proxy });
    assert.deepEqual(told, ['success']);
  });

  it('is not decided by code that nobody gave the widget', async () => {
    const proxy = shop.mount(proxyThat(() => Response.json({}, { status: 500 })));
    const { told } = await pay({ interpretResponse: '() => "paid"', decide: '() => "paid"' }, { proxy });
    assert.deepEqual(told, ['unknown service_error']);
  });

  it('makes nobody send again: a proxy that declares nothing gets one request', async () => {
    const proxy = shop.mount(proxyThat(() => new Response(null, { status: 503 })));
    const { told, posts } = await pay({ idempotency: 'true', idempotent: 'true', tryTimeout: '1' }, { proxy });
    assert.deepEqual([told, posts.length], [['unknown service_error'], 1]);
  });

  it('makes no attempt in doubt a paid one: what the proxy tells of it lacks a state', async () => {
    const answer = proxyThat(() => Response.json({}, { status: 500 }), { recovery: true });
    const proxy = shop.mount(answer);
    const { told } = await pay({ state: '"succeeded"', result: '({ outcome: "paid" })' }, { proxy });
    assert.deepEqual(told, ['unknown service_error']);
  });
});

it('sends the card to the proxy and nowhere else, as it is meant to', async () => {
  const requests: Record<string, string>[] = [];
  const proxy = shop.mount((request) => {
    if (request.method !== 'POST') return Response.json({});
    requests.push(Object.fromEntries(request.headers));
    return Response.json({});
  });
  const { posts } = await pay(
    {
      proxyUrl: '"/elsewhere"',
      url: '"/elsewhere"',
      fetch: '(input, init) => window.fetch("/elsewhere", init)',
      method: '"PUT"',
      credentials: '"include"',
      headers: '({ "X-Key": "polluted" })',
      buildRequest: '() => ({ amount: 1 })',
    },
    { proxy },
  );
  assert.deepEqual([posts, requests.map((headers) => headers['x-key'])], [[`POST ${proxy}/v1/payments`], [undefined]]);
});
