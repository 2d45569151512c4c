import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { withBuiltShop, type Answer } from '../../support/built-shop.js';
import { listenForComplaints, typeCard } from '../../support/shopper.js';

/** Members that the page adds to `Object.prototype` must not change the outcome, the requests or the address of a payment. */

const context = withBuiltShop();
let orders = 0;

interface Seen {
  /** Outcome events in order, with error codes. */
  readonly events: readonly string[];
  /** Every request that could carry a card. */
  readonly posts: readonly string[];
  readonly complaints: readonly string[];
  readonly reference: string;
  /** The result or error text. */
  readonly text: string;
}

/** Pays on a page where `names` are members of every object. */
async function pay(
  names: Readonly<Record<string, string>>,
  { proxy = '/pay', prototype = 'Object' } = {},
): Promise<Seen> {
  const { browser, shop } = context;
  const reference = `polluted-${++orders}`;
  const pollute = Object.entries(names).map(
    ([name, value]) => `${prototype}.prototype[${JSON.stringify(name)}] = ${value};`,
  );
  const listen = `const events = [];
    for (const name of ['success', 'pending', 'failure', 'unknown']) {
      addEventListener('payment-' + name, ({ detail }) => {
        document.title = events.push(Object.hasOwn(detail, 'error') ? name + ' ' + detail.error.code : name) && events.join();
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
  const seen = { events: (await page.title()).split(','), text: (await end.textContent()) ?? '' };
  await page.close();
  return { ...seen, posts, complaints, reference };
}

const chargesOf = (reference: string) => context.shop.sandbox.ledger.entries(reference).map(({ amount }) => amount);

/** A proxy with `/config` and a response to payments. */
const proxyThat = (answer: () => Response, config: object = {}): Answer => {
  return (request) => (request.method === 'POST' ? answer() : Response.json(config));
};

/** Names of optional members: options of the platform, of libraries and our own. */
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
  // payments and responses
  'amount currency reference description metadata prefill country email phone outcome code status payment error state ' +
  'recovery idempotency encryption_key title retryAfter fieldErrors price result decided told ' +
  'idempotencyKey startedAt proxyUrl ' +
  // our own options
  'clock fetch online timeout tryTimeout idempotent interpretResponse buildRequest since canTell isTurnedAway urgent ' +
  'time wait min max exponents locale placeholder type inputmode affix dir card half format letters shapes plate label ' +
  // Lit
  'attribute converter reflect noAccessor hasChanged useDefault wrapped creationScope renderBefore isConnected host';

const all = (value: string) => Object.fromEntries(READ.split(' ').map((name) => [name, value]));

/** Every member name in the built script, and the names that a browser reads when it defines an element. */
function namesInScript(): string[] {
  const script = readFileSync('dist/payment-widget.js', 'utf8');
  const names = [...script.matchAll(/[.{,] *([A-Za-z_$][\w$]*)(?=[^\w$])/g)].map(([, name]) => name ?? '');
  const own = new Set([...names, 'formAssociated', 'adoptedCallback', 'disabledFeatures']);
  // JavaScript itself reads these of promise values and iterators.
  return [...own].filter((name) => !(name in Object.prototype) && !['then', 'return'].includes(name));
}

describe('a page with a polluted Object.prototype', () => {
  for (const [what, value] of [
    ['strings', '"polluted"'],
    ['true', 'true'],
    ['objects', '({})'],
  ] as const) {
    it(`charges a card once if optional members are ${what}`, async () => {
      const { events, posts, complaints, reference } = await pay(all(value));
      assert.deepEqual(
        { events, posts, complaints, charged: chargesOf(reference) },
        { events: ['success'], posts: ['POST /pay/v1/payments'], complaints: [], charged: [4999] },
      );
    });

    it(`charges a card once if optional members of arrays are ${what}`, async () => {
      const { events, complaints, reference } = await pay(all(value), { prototype: 'Array' });
      assert.deepEqual(
        { events, complaints, charged: chargesOf(reference) },
        { events: ['success'], complaints: [], charged: [4999] },
      );
    });
  }

  for (const [what, value] of [
    ['strings', '"polluted"'],
    ['objects', '({})'],
    ['functions', '() => "polluted"'],
  ] as const) {
    it(`charges a card once if every name in the script is one of ${what}`, async () => {
      const names = Object.fromEntries(namesInScript().map((name) => [name, value]));
      const { events, posts, complaints, reference } = await pay(names);
      assert.deepEqual(
        { events, posts, complaints, charged: chargesOf(reference) },
        { events: ['success'], posts: ['POST /pay/v1/payments'], complaints: [], charged: [4999] },
      );
    });
  }

  it('shows the amount that is charged', async () => {
    const { text } = await pay({
      style: '"percent"',
      notation: '"compact"',
      maximumFractionDigits: '0',
      currency: '"JPY"',
    });
    assert.match(text, /49,99\s€/);
  });
});

describe('a polluted Object.prototype does not turn', () => {
  it('status 500 into a decline', async () => {
    const proxy = context.shop.mount(proxyThat(() => Response.json({}, { status: 500 })));
    const { events } = await pay({ outcome: '"not_charged"', code: '"declined"', 500: '"declined"' }, { proxy });
    assert.deepEqual(events, ['unknown service_error']);
  });

  it('a problem document without an outcome into a decline', async () => {
    const headers = { 'Content-Type': 'application/problem+json' };
    const proxy = context.shop.mount(proxyThat(() => new Response('{"title":"?"}', { status: 502, headers })));
    const { events } = await pay({ outcome: '"not_charged"', code: '"declined"', detail: '"polluted"' }, { proxy });
    assert.deepEqual(events, ['unknown service_error']);
  });

  it('status 402 into a success', async () => {
    const proxy = context.shop.mount(proxyThat(() => Response.json({}, { status: 402 })));
    const { events } = await pay(
      { outcome: '"paid"', state: '"succeeded"', status: '200', payment: '({})' },
      { proxy },
    );
    assert.deepEqual(events, ['failure declined']);
  });

  it('status 200 into an unknown outcome', async () => {
    const proxy = context.shop.mount(proxyThat(() => Response.json({})));
    const { events } = await pay(
      { error: '({ code: "timeout" })', outcome: '"unknown"', code: '"timeout"' },
      { proxy },
    );
    assert.deepEqual(events, ['success']);
  });

  it('an inherited interpretResponse into the decision', async () => {
    const proxy = context.shop.mount(proxyThat(() => Response.json({}, { status: 500 })));
    const { events } = await pay({ interpretResponse: '() => "paid"', decide: '() => "paid"' }, { proxy });
    assert.deepEqual(events, ['unknown service_error']);
  });

  it('one request into two', async () => {
    const proxy = context.shop.mount(proxyThat(() => new Response(null, { status: 503 })));
    const { events, posts } = await pay({ idempotency: 'true', idempotent: 'true', tryTimeout: '1' }, { proxy });
    assert.deepEqual([events, posts.length], [['unknown service_error'], 1]);
  });

  it('an attempt report without a state into a success', async () => {
    const answer = proxyThat(() => Response.json({}, { status: 500 }), { recovery: true });
    const proxy = context.shop.mount(answer);
    const { events } = await pay({ state: '"succeeded"', result: '({ outcome: "paid" })' }, { proxy });
    assert.deepEqual(events, ['unknown service_error']);
  });
});

it('sends the card to the proxy only', async () => {
  const requests: Record<string, string>[] = [];
  const proxy = context.shop.mount((request) => {
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
