import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FrameLocator, Page } from 'playwright-core';
import { withBuiltShop } from '../../support/built-shop.js';
import { typeCard } from '../../support/shopper.js';

/** Pages that the built script refuses in Live mode, and proxies that leak an API key. */

const context = withBuiltShop(['--host-resolver-rules=MAP shop.example 127.0.0.1']); // a host that is not secure
let orders = 0;

/** Adds a page with the widget. */
function pageWith(attributes: string, reference = `guarded-${++orders}`): { path: string; reference: string } {
  const widget = `<payment-widget ${attributes} amount="4999" currency="EUR" reference="${reference}"></payment-widget>`;
  const html = `<!doctype html><html lang="en"><script src="/payment-widget.js" defer></script>${widget}</html>`;
  return { path: context.shop.show({ html }), reference };
}

/** Opens an address and records payment requests. */
async function open(url: string): Promise<{ page: Page; posts: string[] }> {
  const page = await context.browser.newPage();
  page.setDefaultTimeout(15_000);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  await page.goto(url);
  return { page, posts };
}

/** The configuration error, and whether the form is visible. */
async function refusal(place: Page | FrameLocator): Promise<[code: string | null, isFormVisible: boolean]> {
  const code = await place.locator('payment-widget [part=setup-error] code').textContent();
  return [code, await place.locator('payment-widget [part=form]').isVisible()];
}

const elsewhere = () => context.shop.url.replace('localhost', '127.0.0.1');
const insecure = () => context.shop.url.replace('localhost', 'shop.example');
const framing = (src: string) =>
  context.shop.show({
    html: `<!doctype html><html lang="en"><iframe src="${src}" width="600" height="900"></iframe></html>`,
  });

describe('an insecure page', () => {
  for (const [what, attributes] of [
    ['the proxy holds a Live key', 'proxy-url="/live"'],
    ['the page is Live and the proxy gives no mode', 'proxy-url="/nothing" mode="live"'],
  ] as const) {
    it(`is refused if ${what}`, async () => {
      const { page, posts } = await open(insecure() + pageWith(attributes).path);
      const seen = await refusal(page);
      await page.close();
      assert.deepEqual([seen, posts], [['insecure_context', false], []]);
    });
  }

  it('can pay in Test mode', async () => {
    const { path, reference } = pageWith('proxy-url="/pay"');
    const { page } = await open(insecure() + path);
    await typeCard(page, '4242424242424242');
    await page.keyboard.press('Enter');
    await page.getByText('You paid €49.99.').waitFor();
    await page.close();
    assert.equal(context.shop.sandbox.ledger.entries(reference)[0]?.mode, 'test');
  });
});

describe('a page in a frame', () => {
  it('of another origin is refused in Live mode', async () => {
    const { page, posts } = await open(elsewhere() + framing(context.shop.url + pageWith('proxy-url="/live"').path));
    const seen = await refusal(page.frameLocator('iframe'));
    await page.close();
    assert.deepEqual([seen, posts], [['framed', false], []]);
  });

  it('with another origin further up is refused', async () => {
    const inner = framing(context.shop.url + pageWith('proxy-url="/live"').path);
    const { page } = await open(elsewhere() + framing(context.shop.url + inner));
    const seen = await refusal(page.frameLocator('iframe').frameLocator('iframe'));
    await page.close();
    assert.deepEqual(seen, ['framed', false]);
  });

  for (const [what, origin, attributes] of [
    ['of another origin with allow-frame', elsewhere, 'proxy-url="/live" allow-frame'],
    ['of another origin in Test mode', elsewhere, 'proxy-url="/pay"'],
    ['of its own origin in Live mode', () => context.shop.url, 'proxy-url="/live"'],
  ] as const) {
    it(`${what} shows the form`, async () => {
      const { page } = await open(origin() + framing(context.shop.url + pageWith(attributes).path));
      await page.frameLocator('iframe').getByRole('button', { name: 'Pay €49.99' }).waitFor();
      const hasError = await page.frameLocator('iframe').locator('payment-widget [part=setup-error]').count();
      await page.close();
      assert.equal(hasError, 0);
    });
  }
});

it('warns about a test card number in Live mode, and still pays', async () => {
  const { path, reference } = pageWith('proxy-url="/live"');
  const { page } = await open(context.shop.url + path);
  await page.getByRole('button', { name: 'Pay €49.99' }).waitFor();
  await typeCard(page, '4242424242424242');
  await page.locator('payment-widget [part=warning]', { hasText: 'This is a number for tests' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('You paid €49.99.').waitFor();
  await page.close();
  assert.equal(context.shop.sandbox.ledger.entries(reference).length, 1);
});

describe('a proxy that sends an API key to the page', () => {
  const KEY = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';

  /** Pays, and collects events, console messages and everything that the page shows. */
  async function pay(answer: () => Response): Promise<{ events: string[]; lines: string[]; everything: string }> {
    const proxy = context.shop.mount((request) =>
      request.method === 'POST' ? answer() : Response.json({ mode: 'test' }),
    );
    const { page } = await open(context.shop.url + pageWith(`proxy-url="${proxy}"`).path);
    const lines: string[] = [];
    page.on('console', (message) => {
      if (message.text().startsWith('<payment-widget>')) lines.push(message.text());
    });
    await page.evaluate(() => {
      const heard: string[] = [];
      for (const name of ['success', 'failure', 'unknown'] as const) {
        addEventListener(`payment-${name}`, ({ detail }) => {
          const { code, message, cause } = 'error' in detail ? detail.error : {};
          heard.push(JSON.stringify([name, code, message, cause, detail]));
          document.title = JSON.stringify(heard);
        });
      }
    });
    // The console message is loaded on demand and can come after the result.
    const said = page.waitForEvent('console', (message) => message.text().startsWith('<payment-widget>'));
    await typeCard(page, '4242424242424242');
    await page.keyboard.press('Enter');
    const shownResult = page.locator('payment-widget').locator('[part=result], [part=setup-error]').waitFor();
    await Promise.all([shownResult, said]);
    const shown = await page.locator('payment-widget').evaluate(({ shadowRoot }) => shadowRoot?.innerHTML ?? '');
    const title = await page.title();
    await page.close();
    const events = (JSON.parse(title) as string[]).map((text) => {
      const [name, code] = JSON.parse(text) as (string | null)[];
      return [name, code].filter(Boolean).join(' ');
    });
    return { events, lines, everything: [title, shown, ...lines].join('\n') };
  }

  it('in a success: reports the payment, removes the key and logs where it was', async () => {
    const { events, lines, everything } = await pay(() => Response.json({ id: 'pay_1', debug: { used: KEY } }));
    assert.deepEqual(events, ['success']);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /key_in_browser: "answer\.debug\.used" of an answer of the proxy looks like a key/);
    assert.ok(everything.includes('[removed]') && !everything.includes('4eC39'));
  });

  it('in a decline: reports the decline, and refuses further payments', async () => {
    const { events, everything } = await pay(() =>
      Response.json({ error: 'declined', request: { headers: { authorization: 'Basic abc' } } }, { status: 402 }),
    );
    assert.deepEqual(events, ['failure declined', 'failure key_in_browser']);
    assert.ok(!everything.includes('Basic abc'));
  });

  it('in a problem document: removes the key from its text', async () => {
    const headers = { 'Content-Type': 'application/problem+json' };
    const body = JSON.stringify({ code: 'service_error', outcome: 'unknown', detail: `sent Bearer ${KEY}` });
    const { events, everything } = await pay(() => new Response(body, { status: 502, headers }));
    assert.deepEqual(events, ['unknown service_error']);
    assert.ok(everything.includes('sent [removed]') && !everything.includes('4eC39'));
  });

  it('in /config: sends no payment', async () => {
    const proxy = context.shop.mount(() => Response.json({ mode: 'test', api_key: KEY }));
    const { page, posts } = await open(context.shop.url + pageWith(`proxy-url="${proxy}"`).path);
    const seen = await refusal(page);
    await page.close();
    assert.deepEqual([seen, posts], [['key_in_browser', false], []]);
  });
});
