import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { main } from 'payment-widget-testing/command/command';
import { ownProxy, serveProxy, startFakeService, TOKEN_SECRET, type Handler } from '../../support/checked-proxy.js';
import { freePort } from '../../support/free-port.js';
import { testProxy } from '../../support/node-proxy.js';
import { closedAddress } from '../../support/node-servers.js';

const KEY = 'a-key-of-no-known-look';

const run = (url: string, ...args: readonly string[]) => runWith({}, url, ...args);

async function runWith(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  let [out, error] = ['', ''];
  const streams = { out: (text: string) => (out += text), error: (text: string) => (error += text) };
  const code = await main(['check-proxy', ...args], env, streams);
  return { code, out, error };
}

const serve = async (t: TestContext, proxy: Handler) => (await serveProxy(t, proxy, 'localhost')).href;

/** A server that answers everything alike. */
const answering = (t: TestContext, respond: () => Response) => serve(t, () => Promise.resolve(respond()));

describe('check-proxy', () => {
  it('exits with 0 and prints JSON with --json if nothing failed', async (t) => {
    const service = await startFakeService(t);
    const { code, out } = await run(await serve(t, ownProxy(service)), '--json');
    const { failed, checks } = JSON.parse(out) as { failed: number; checks: { id: string }[] };
    assert.deepEqual([code, failed, checks[0]?.id], [0, 0, 'payment']);
  });

  it('exits with 1 and suggests a fix if a check failed', async (t) => {
    const { code, out } = await run(await answering(t, () => Response.json({}, { status: 500 })));
    assert.deepEqual([code, /FAIL +payment [^]*→ Accept JSON with an Idempotency-Key/.test(out)], [1, true]);
  });

  it('starts the fake service, and shows the path that it received, without its query', async (t) => {
    const port = String(await freePort());
    const wrong = `http://127.0.0.1:${port}/api/v1/payments`;
    const { out } = await run(
      await serve(t, () => fetch(`${wrong}?api_key=any-text`, { method: 'POST', body: '{}' })),
      ...['--service', port],
    );
    assert.deepEqual([out.includes('received /api/v1/payments.\n'), out.includes('any-text')], [true, false]);
  });

  it('searches responses for the key from PAYMENTS_API_KEY, and does not print it', async (t) => {
    const url = await answering(t, () => Response.json({ note: KEY }, { headers: { 'Payments-Mode': KEY } }));
    const { out } = await runWith({ PAYMENTS_API_KEY: KEY }, url);
    assert.deepEqual([/FAIL +mode /.test(out), /FAIL +no-key/.test(out), out.includes(KEY)], [true, true, false]);
  });

  it('signs order tokens with the secret from ORDER_TOKEN_SECRET', async (t) => {
    const service = await startFakeService(t);
    const url = await serve(t, ownProxy(service, undefined, TOKEN_SECRET));
    const { code, out } = await runWith({ ORDER_TOKEN_SECRET: TOKEN_SECRET }, url);
    assert.deepEqual([code, /pass +token-forged/.test(out), out.includes(TOKEN_SECRET)], [0, true, false], out);
    const without = await run(url);
    assert.match(without.out, /403 order_token_invalid\.\n +→ Set ORDER_TOKEN_SECRET/);
  });

  for (const [what, respond, fix] of [
    ['a web page', () => new Response('<!doctype html><p>Shop'), /→ Check that the proxy is mounted at \/pay\./],
    ['an unknown path', () => new Response('Not found', { status: 404 }), /→ Check that the proxy is mounted/],
    ['a redirect', () => Response.redirect('https://pay.example/', 308), /→ The widget follows no redirects/],
  ] as const) {
    it(`explains ${what}, and fails with and without --live`, async (t) => {
      const url = await answering(t, respond);
      const { code, out } = await run(url);
      assert.match(out, fix);
      assert.deepEqual([code, (await run(url, '--live')).code], [1, 1]);
    });
  }

  it('suggests a body parser as the reason for a time-out, and sends no other payment', async (t) => {
    let posts = 0;
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { out } = await run(
      await serve(t, (request) => {
        if (request.method !== 'POST') return Promise.resolve(Response.json({}, { status: 404 }));
        posts++;
        t.mock.timers.tick(55_000);
        return new Promise(() => undefined);
      }),
    );
    assert.match(out, /FAIL +payment [^]*did not respond within 55 s\.\n +→ .*body parser/);
    assert.equal(posts, 1);
  });

  it('sends no payment to a proxy with a Live key, and no card with --live', async (t) => {
    const bodies: string[] = [];
    const proxy = testProxy({ mode: 'live', baseUrl: 'https://service.example' });
    const url = await serve(t, async (request) => {
      bodies.push(`${request.method} ${await request.clone().text()}`);
      return proxy(request);
    });
    const refused = await run(url);
    assert.deepEqual([refused.code, bodies.filter((body) => body.startsWith('POST'))], [2, []]);
    const checked = await run(url, '--live');
    assert.deepEqual([checked.code, bodies.filter((body) => body.includes('card'))], [0, []]);
  });
});

it('check-proxy exits with 1 if nothing listens', async () => {
  const { code, error } = await run(await closedAddress());
  assert.deepEqual([code, /failed \(ECONNREFUSED\)/.test(error)], [1, true]);
});

for (const words of [
  '',
  'localhost:3000/pay',
  'http://me:secret@localhost/pay',
  'http://localhost/pay/v1/payments',
  'http://localhost/pay?x=1',
  'http://localhost/pay http://localhost/give',
  'http://localhost/pay --fast',
  'http://localhost/pay --service x',
]) {
  it(`check-proxy exits with 2 and shows no password: ${words || '(no arguments)'}`, async () => {
    const { code, error } = await runWith({}, ...words.split(' ').filter(Boolean));
    assert.deepEqual([code, /secret/.test(error)], [2, false]);
  });
}

it('check-proxy refuses an ORDER_TOKEN_SECRET that is too short, and does not show it', async () => {
  const { code, error } = await runWith({ ORDER_TOKEN_SECRET: 'too-short' }, 'http://localhost/pay');
  assert.deepEqual([code, error.includes('too-short')], [2, false]);
});
