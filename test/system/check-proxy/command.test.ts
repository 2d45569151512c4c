import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { main } from '../../../src/program/command.js';
import {
  bareProxy,
  ownProxy,
  PRICE,
  SHOP_ORIGIN,
  startFakeService,
  TOKEN_SECRET,
  type Handler,
} from '../../support/checked-proxy.js';
import { freePort } from '../../support/free-port.js';
import { testProxy } from '../../support/node-proxy.js';
import { closedAddress, startServer } from '../../support/node-servers.js';

interface Run {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

const run = (...args: string[]): Promise<Run> => runWith({}, ...args);

async function runWith(env: Readonly<Record<string, string>>, ...args: string[]): Promise<Run> {
  let [out, error] = ['', ''];
  const code = await main(['check-proxy', ...args], env, {
    out: (text) => (out += text),
    error: (text) => (error += text),
    isColoured: false,
  });
  return { code, out, error };
}

const serve = async (t: TestContext, proxy: Handler) =>
  `${await startServer(
    t,
    createRequestListener((request: Request) => proxy(request)),
  )}/pay`;

describe('check-proxy', () => {
  it('exits with 0 and a summary if nothing failed', async (t) => {
    const proxy = testProxy({
      resolvePayment: () => PRICE,
      fetch: () => Promise.resolve(Response.json({ id: crypto.randomUUID() })),
    });
    const { code, out } = await run(await serve(t, proxy));
    assert.deepEqual([code, /\n(\d+ passed, \d+ warnings?, 0 failed, \d+ not checked)\n$/.test(out)], [0, true]);
  });

  it('exits with 1 and suggests a fix if a check failed', async (t) => {
    const { code, out } = await run(await serve(t, () => Promise.resolve(Response.json({}, { status: 500 }))));
    assert.deepEqual([code, /FAIL +payment [^]*→ Accept JSON with an Idempotency-Key/.test(out)], [1, true]);
  });

  it('starts the fake service on the port from --service', async (t) => {
    const port = await freePort();
    let payments = 0;
    const proxy = testProxy({
      baseUrl: `http://127.0.0.1:${port}`,
      // Later payments do not wait for a service that is silent.
      fetch: (request) => (++payments === 1 ? fetch(request) : Promise.resolve(Response.json({ id: payments }))),
    });
    const { out } = await run(await serve(t, proxy), '--service', String(port));
    assert.match(out, /pass +authorization/);
  });

  it('prints JSON with --json', async (t) => {
    const service = await startFakeService(t);
    const { out } = await run(await serve(t, bareProxy(service)), '--json');
    const { failed, mode, checks } = JSON.parse(out) as { failed: number; mode: null; checks: { id: string }[] };
    assert.deepEqual([failed, mode, checks[0]?.id], [0, null, 'payment']);
  });

  it('searches responses for the key from PAYMENTS_API_KEY', async (t) => {
    const key = 'a-key-of-no-known-look';
    const proxy: Handler = () => Promise.resolve(Response.json({ id: crypto.randomUUID(), note: key }));
    const { out } = await runWith({ PAYMENTS_API_KEY: key }, await serve(t, proxy));
    assert.match(out, /FAIL +no-key/);
  });

  it('shows the path that the fake service received, without its query', async (t) => {
    const port = String(await freePort());
    const send = () =>
      fetch(`http://127.0.0.1:${port}/api/v1/payments?api_key=any-text`, { method: 'POST', body: '{}' });
    const { out } = await run(await serve(t, send), '--service', port);
    assert.ok(out.includes(`404, and http://127.0.0.1:${port} received /api/v1/payments.\n`), out);
    assert.equal(out.includes('any-text'), false);
  });

  const others: readonly (readonly [what: string, response: () => Response, sentence: RegExp])[] = [
    [
      'a web page',
      () => new Response('<!doctype html><p>Shop', { headers: { 'Content-Type': 'text/html' } }),
      /a web page\.\n +→ This is not a proxy\. Check that the proxy is mounted at \/pay\./,
    ],
    [
      'an unknown path',
      () => new Response('Not found', { status: 404 }),
      /404: the path does not exist\.\n +→ Check that the proxy is mounted at \/pay\./,
    ],
    [
      'an unknown path or order',
      () => Response.json({ error: 'no such order' }, { status: 404 }),
      /404: the path or the order does not exist\.\n +→ Check that .*If the proxy looks up orders, let it accept/,
    ],
    ['a login', () => new Response(null, { status: 401 }), /→ A login protects this URL/],
    [
      'a redirect',
      () => new Response(null, { status: 308, headers: { Location: 'https://pay.example/v1/payments?from=here' } }),
      /a redirect to https:\/\/pay\.example\.\n +→ Use the URL that it redirects to/,
    ],
  ];
  for (const [what, response, sentence] of others) {
    it(`explains ${what}, and passes no check`, async (t) => {
      const { code, out } = await run(await serve(t, () => Promise.resolve(response())));
      assert.match(out, sentence);
      assert.deepEqual([code, /\n0 passed, 0 warnings, 1 failed/.test(out)], [1, true]);
    });
  }

  it('suggests a body parser as the reason for a time-out, and sends no other payment', async (t) => {
    const posts: string[] = [];
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { out } = await run(
      await serve(t, (request) => {
        if (request.method !== 'POST') return Promise.resolve(Response.json({}, { status: 404 }));
        posts.push(request.url);
        t.mock.timers.tick(55_000);
        return new Promise(() => undefined);
      }),
    );
    assert.match(
      out,
      /FAIL +payment [^]*did not respond within 55 s\.\n +→ Check for a body parser such as express\.json\(\)/,
    );
    assert.deepEqual([posts.length, /FAIL +cors/.test(out)], [1, false]);
  });

  it('finds the key in a 401 response', async (t) => {
    const refuse = () => Response.json({ error: 'Invalid API key: sk_test_0123456789abcdef' }, { status: 401 });
    const { out } = await run(await serve(t, () => Promise.resolve(refuse())));
    assert.match(out, /The service probably rejects the API key of the proxy[^]*FAIL +no-key/);
  });

  it('signs order tokens with the secret from ORDER_TOKEN_SECRET', async (t) => {
    const service = await startFakeService(t);
    const proxy = ownProxy(service, undefined, TOKEN_SECRET);
    const { code, out } = await runWith({ ORDER_TOKEN_SECRET: TOKEN_SECRET }, await serve(t, proxy));
    assert.deepEqual([code, /pass +token-forged/.test(out), out.includes(TOKEN_SECRET)], [0, true, false], out);
  });

  for (const [what, env, fix] of [
    ['no', {}, /→ If the proxy requires order tokens, set ORDER_TOKEN_SECRET in the environment\./],
    ['another', { ORDER_TOKEN_SECRET: 'x'.repeat(32) }, /→ Use the secret that the proxy uses: ORDER_TOKEN_SECRET/],
  ] as const) {
    it(`explains order_token_invalid with ${what} secret`, async (t) => {
      const service = await startFakeService(t);
      const { code, out } = await runWith(env, await serve(t, ownProxy(service, undefined, TOKEN_SECRET)));
      assert.match(out, /FAIL +payment [^]*403 order_token_invalid\.\n/);
      assert.deepEqual([code, fix.test(out)], [1, true], out);
    });
  }

  it('rejects an ORDER_TOKEN_SECRET that is too short, without showing it', async () => {
    const { code, error } = await runWith({ ORDER_TOKEN_SECRET: 'a-short-secret' }, 'http://localhost/pay');
    assert.deepEqual([code, /^ORDER_TOKEN_SECRET is missing or too short/.test(error)], [2, true], error);
    assert.equal(error.includes('a-short-secret'), false);
  });
});

describe('check-proxy with a Live key', () => {
  const live = (t: TestContext, requests: Request[] = []) => {
    const proxy = testProxy({
      mode: 'live',
      baseUrl: 'https://service.example',
      fetch: () => Promise.resolve(Response.json({})),
    });
    return serve(t, (request) => {
      requests.push(request.clone());
      return proxy(request);
    });
  };

  it('refuses to run, and sends no payment', async (t) => {
    const requests: Request[] = [];
    const { code, error } = await run(await live(t, requests));
    const methods = requests.map(({ method }) => method);
    assert.deepEqual([code, /has a Live key\./.test(error), methods.includes('POST')], [2, true, false]);
  });

  it('sends no card with --live', async (t) => {
    const requests: Request[] = [];
    const { code } = await run(await live(t, requests), '--live');
    const bodies = await Promise.all(requests.map((request) => request.text()));
    assert.deepEqual([code, bodies.filter((body) => body.includes('card'))], [0, []]);
  });

  for (const [status, sentence] of [
    [404, 'the path does not exist'],
    [302, 'a redirect to http://'],
    [401, 'A login protects this URL'],
  ] as const) {
    it(`fails with --live at a server that answers ${status} to everything`, async (t) => {
      const headers = { Location: '/login' };
      const url = await serve(t, () => Promise.resolve(new Response(null, { status, headers })));
      const { code, out } = await run(url, '--live');
      assert.deepEqual([code, out.includes(sentence)], [1, true], out);
    });
  }
});

describe('check-proxy reports', () => {
  it('an unknown mode without its value, which may be a key', async (t) => {
    const key = 'a-key-of-no-known-look';
    const response = () => Response.json({}, { headers: { 'Payments-Mode': key } });
    const { out } = await runWith({ PAYMENTS_API_KEY: key }, await serve(t, () => Promise.resolve(response())));
    assert.match(out, /FAIL +mode-same/);
    assert.equal(out.includes(key), false);
  });

  it('that --service has no effect with --live', async (t) => {
    const proxy = testProxy({ mode: 'live', baseUrl: 'https://service.example' });
    const { out } = await run(await serve(t, proxy), '--live', '--service', String(await freePort()));
    assert.match(out, /\nWith --live no payment is sent, so --service has no effect\./);
  });
});

describe('check-proxy explains in one sentence that', () => {
  const cases: readonly (readonly [what: string, url: (t: TestContext) => Promise<string>, sentence: RegExp])[] = [
    [
      'nothing listens at the address',
      () => closedAddress(),
      /^Nothing listens at localhost:\d+\. Check that the proxy is running/,
    ],
    [
      'the host name does not exist',
      () => Promise.resolve('http://proxy.invalid/pay'),
      /^The host name proxy\.invalid (does not exist|cannot be resolved)/,
    ],
    [
      'the server may need https',
      (t) => hangUp(t),
      /closed the connection before it responded\. If it uses TLS, use https:/,
    ],
    ['the server does not speak HTTP', (t) => garbage(t), /does not speak HTTP\./],
    [
      'the server does not speak TLS',
      async (t) => (await serve(t, () => Promise.resolve(new Response()))).replace('http:', 'https:'),
      /does not speak TLS\. If it uses plain HTTP, use http:/,
    ],
  ];
  for (const [what, url, sentence] of cases) {
    it(`${what}, and exits with 1`, async (t) => {
      const { code, error } = await run(await url(t));
      assert.deepEqual([code, sentence.test(error), error], [1, true, error]);
    });
  }

  const usages: readonly (readonly [args: readonly string[], sentence: RegExp])[] = [
    [[], /^The URL of the proxy is missing/],
    [['localhost:3000/pay'], /is not a URL\. Expected a URL such as/],
    [['ftp://localhost/pay'], /is not a URL/],
    [['http://me:secret@localhost/pay'], /contains a password/],
    [['http://localhost/pay/v1/payments'], /ends with \/v1/],
    [['http://localhost/pay?x=1'], /has a query/],
    [['http://localhost/pay', 'http://localhost/give'], /^Expected one URL/],
    [['http://localhost/pay', '--fast'], /--fast/],
    [['http://localhost/pay', '--service', 'x'], /--service is "x"/],
    [['http://localhost/pay', '--wait', '0'], /--wait is "0"/],
    [['http://localhost/pay', '--origin', `${SHOP_ORIGIN}/`], /without a path/],
    [['http://localhost/pay', '--card', '4539578763621486'], /^--card is not a published test card number/],
    [['http://localhost/pay', '--amount', '49.99'], /^--amount/],
    [['http://localhost/pay', '--currency', 'euro'], /^--currency/],
  ];
  for (const [args, sentence] of usages) {
    it(`the arguments are wrong, and exits with 2: ${args.join(' ') || '(none)'}`, async () => {
      const { code, error } = await run(...args);
      assert.deepEqual([code, sentence.test(error), error.split('\n').length], [2, true, 3], error);
    });
  }

  it('the port of the fake service is in use, and exits with 2', async (t) => {
    const { url } = await startFakeService(t);
    const { code, error } = await run('http://localhost/pay', '--service', new URL(url).port);
    assert.deepEqual([code, /cannot listen on port \d+ \(EADDRINUSE\)/.test(error)], [2, true]);
  });
});

describe('the command', () => {
  async function call(...args: string[]): Promise<Run> {
    let [out, error] = ['', ''];
    const streams = {
      out: (text: string) => (out += text),
      error: (text: string) => (error += text),
      isColoured: false,
    };
    return { code: await main(args, {}, streams), out, error };
  }

  for (const word of ['--help', '-h']) {
    it(`lists the options of check-proxy with ${word}, and exits with 0`, async () => {
      const { code, out } = await call('check-proxy', word);
      assert.deepEqual([code, out.startsWith('Usage: npx --no payment-widget check-proxy <url>')], [0, true]);
    });
  }
});

it('the built command runs', async () => {
  const cli = join(process.cwd(), 'dist/cli.js');
  const url = await closedAddress();
  const error = await new Promise<{ code?: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, [cli, 'check-proxy', url], (error, _out, stderr) => {
      resolve({ code: error?.code, stderr });
    });
  });
  assert.deepEqual([error.code, /^Nothing listens/.test(error.stderr)], [1, true]);
});

/** A server that does not speak HTTP. */
const garbage = (t: TestContext) => answering(t, (socket) => socket.end('hello\r\n\r\n'));

/** A server that resets the connection after the first bytes. */
const hangUp = (t: TestContext) => answering(t, (socket) => socket.once('data', () => socket.resetAndDestroy()));

async function answering(t: TestContext, answer: (socket: Socket) => unknown): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    answer(socket.on('error', () => undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/pay`;
}
