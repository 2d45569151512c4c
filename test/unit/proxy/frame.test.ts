import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createOrderToken, type FrameOptions, type PaymentProxyOptions } from 'payment-widget-proxy';
import { digestOf } from 'payment-widget/contract/protocol';
import { MINIMAL_CSP } from '../../../tools/strict-page.js';
import { assertProblem, captureLog, testProxy } from '../../support/node-proxy.js';
import { SECRET } from '../../support/order-tokens.js';

const ANCESTORS = ['https://shop.example', 'http://localhost:4242'];
const PAY = 'https://pay.shop.example/pay';

const listOf = (...names: string[]) => JSON.stringify({ files: names.map((file) => ({ file })) });

/** Built files. */
const BUILT: Readonly<Record<string, string>> = {
  'integrity.json': listOf('card-form-0a1b2c3d.js', 'frame.js', 'locales/optional/de.js'),
  'frame.js': 'frame',
  'locales/optional/de.js': 'optional',
};

type Options = Partial<Omit<PaymentProxyOptions, 'frame'>> & { readonly frame?: Partial<FrameOptions> };

function setUp({ frame, ...options }: Options = {}) {
  const { logger, lines } = captureLog();
  const asked: string[] = [];
  const files: FrameOptions['files'] = (name) => {
    asked.push(name);
    return Object.hasOwn(BUILT, name) ? new Response(BUILT[name], { headers: { 'X-From': 'disk' } }) : undefined;
  };
  const proxy = testProxy({ logger, frame: { ancestors: ANCESTORS, files, ...frame }, ...(options as object) });
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    proxy(new Request(`${PAY}${path}`, { method, headers }));
  return { get, lines, asked };
}

type Proxy = ReturnType<typeof setUp>;

const inFrame = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Mode': 'navigate' };

const pageOf = async (query = '', frame: Partial<FrameOptions> = {}) =>
  (await setUp({ frame }).get(`/frame${query}`, inFrame)).text();

/** Asks for a file of the current version. */
async function getFile({ get }: Proxy, name: string): Promise<Response> {
  const [, version = ''] = /src="frame\/([\da-f]{16})\//.exec(await (await get('/frame')).text()) ?? [];
  return get(`/frame/${version}/${name}`, { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'script' });
}

describe('GET …/frame', () => {
  it('is a page that names its ancestors, and loads the form from below itself', async () => {
    const html = await pageOf('?color-scheme=only%20light');
    assert.match(html, /<html lang="en" data-ancestors="https:\/\/shop\.example http:\/\/localhost:4242">/);
    assert.match(html, /<meta name="color-scheme" content="only light">/);
    assert.match(html, /<script type="module" src="frame\/[\da-f]{16}\/frame\.js"><\/script>/);
  });

  it('preloads what the form always needs', async () => {
    const html = await pageOf();
    const preloaded = [...html.matchAll(/rel="modulepreload" href="frame\/[\da-f]{16}\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    assert.deepEqual(preloaded, ['payment-widget.js', 'card-form-0a1b2c3d.js']);
  });

  it('has a policy that allows its own scripts, and only the ancestors to show it', async () => {
    const { headers } = await setUp().get('/frame', inFrame);
    const policy = headers.get('Content-Security-Policy')?.split('; ') ?? [];
    const own = ["form-action 'none'", 'frame-ancestors https://shop.example http://localhost:4242'];
    assert.deepEqual([...policy].sort(), [...MINIMAL_CSP.split('; '), ...own].sort());
  });

  it('has headers that isolate it, also in a page with Cross-Origin-Embedder-Policy', async () => {
    const { headers } = await setUp().get('/frame', inFrame);
    for (const [name, value] of [
      ['Cache-Control', 'no-store'],
      ['Cross-Origin-Embedder-Policy', 'require-corp'],
      ['Cross-Origin-Resource-Policy', 'cross-origin'],
      ['Origin-Agent-Cluster', '?1'],
      ['Referrer-Policy', 'no-referrer'],
      ['X-Content-Type-Options', 'nosniff'],
      ['X-Frame-Options', null],
    ] as const)
      assert.equal(headers.get(name), value, name);
  });

  it('names fonts and decimals, and allows the origins of fonts', async () => {
    const fonts = [
      { family: 'Inter "A" <b>', src: 'https://fonts.example:8443/inter.woff2?a&b', weight: '100 900' },
      { family: 'Mono', src: '/fonts/mono.woff2' },
    ];
    const response = await setUp({ frame: { fonts, currencyExponents: { ISK: 2 } } }).get('/frame', inFrame);
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    assert.match(policy, /; font-src https:\/\/fonts\.example:8443 'self'; /);
    const html = await response.text();
    const [, data = ''] = / data-fonts="([^"<>]*)">/.exec(html) ?? [];
    assert.deepEqual(JSON.parse(data.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))), fonts); // prettier-ignore
    assert.match(html, / data-currency-exponents="{&#34;ISK&#34;:2}"/);
  });

  for (const value of [
    '"><script>alert(1)</script>',
    'light" onload="x',
    'light&amp;',
    'light\n',
    'light  dark',
    'only',
  ])
    it(`ignores ${JSON.stringify(value)} in its URL`, async () => {
      const query = new URLSearchParams({ lang: value, 'color-scheme': value, 'data-ancestors': value });
      assert.equal(await pageOf(`?${query}`), await pageOf());
    });

  for (const destination of ['iframe', 'frame', undefined])
    it(`is shown with Sec-Fetch-Dest: ${destination}`, async () => {
      const headers: Record<string, string> = destination === undefined ? {} : { 'Sec-Fetch-Dest': destination };
      assert.equal((await setUp().get('/frame', headers)).status, 200);
    });

  for (const destination of ['document', 'object', 'empty', ''])
    it(`is refused with Sec-Fetch-Dest: ${destination}`, async () => {
      const response = await setUp().get('/frame', { 'Sec-Fetch-Dest': destination, 'Sec-Fetch-Site': 'none' });
      await assertProblem(response, 400, 'invalid_request', 'not_charged');
      assert.match(response.headers.get('Content-Security-Policy') ?? '', /frame-ancestors 'none'/);
    });

  it('does not exist without the option, or by POST', async () => {
    for (const path of ['/frame', '/frame/0123456789abcdef/frame.js'])
      await assertProblem(await testProxy()(new Request(PAY + path)), 404, 'not_found', 'not_charged');
    assert.equal((await setUp().get('/frame', {}, 'POST')).status, 405);
  });
});

describe('GET …/frame/{version}/{file}', () => {
  for (const name of ['frame.js', 'locales/optional/de.js'])
    it(`is ${name} of the current version, to be cached for ever, for pages of its origin`, async () => {
      const response = await getFile(setUp(), name);
      const names = ['Content-Type', 'Cache-Control', 'Cross-Origin-Resource-Policy', 'X-From'];
      assert.deepEqual(
        [await response.text(), ...names.map((header) => response.headers.get(header))],
        [BUILT[name], 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', 'same-origin', null],
      );
    });

  it('is read once, and again if it was missing', async () => {
    const proxy = setUp();
    for (let time = 0; time < 2; time++) assert.equal(await (await getFile(proxy, 'frame.js')).text(), 'frame');
    assert.deepEqual(proxy.asked, ['integrity.json', 'frame.js']);
    const found = new Map([['integrity.json', listOf('frame.js')]]);
    const later = setUp({ frame: { files: (name) => (found.has(name) ? new Response(found.get(name)) : undefined) } });
    const missing = await getFile(later, 'frame.js');
    assert.deepEqual([missing.status, missing.headers.get('Cache-Control')], [404, 'no-store']);
    found.set('frame.js', 'frame');
    assert.equal((await getFile(later, 'frame.js')).status, 200);
  });

  it('is the current file for another version, to be asked for again', async () => {
    const response = await setUp().get('/frame/0123456789abcdef/frame.js');
    assert.deepEqual([await response.text(), response.headers.get('Cache-Control')], ['frame', 'no-cache']);
  });

  for (const path of [
    ...['../package.json', '..%2f..%2fproxy.js', '%2e%2e/proxy.js', '..\\proxy.js', '/etc/passwd.js', 'a/b/c/d/e.js'],
    ...['locales//de.js', 'frame.js/', 'frame.js%00', 'frame.js.map', 'integrity.json', 'THIRD-PARTY.txt', '.js'],
    'C:frame.js',
  ])
    it(`never is ${path}`, async () => {
      const { get, asked } = setUp();
      await assertProblem(await get(`/frame/0123456789abcdef/${path}`), 404, 'not_found', 'not_charged');
      assert.deepEqual(asked, []);
    });

  it('never is what integrity.json does not list, so that nobody fills the memory', async () => {
    const asked: string[] = [];
    const files = (name: string) => {
      asked.push(name);
      return new Response(name === 'integrity.json' ? listOf('frame.js') : 'index.html for any path');
    };
    const { get } = setUp({ frame: { files } });
    for (const name of ['a.js', 'constructor.js'])
      await assertProblem(await get(`/frame/0123456789abcdef/${name}`), 404, 'not_found', 'not_charged');
    assert.deepEqual(asked, ['integrity.json']);
  });

  it('is refused to pages of other origins', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://shop.example' };
    const response = await setUp().get('/frame/0123456789abcdef/frame.js', headers);
    await assertProblem(response, 403, 'origin_not_allowed', 'not_charged');
  });

  for (const [what, files] of [
    ['rejects', () => Promise.reject(Object.assign(new Error('/srv/secret'), { code: 'EACCES' }))],
    ['has no integrity.json', () => undefined],
    ['has an integrity.json without a list', () => new Response('{}')],
  ] as readonly (readonly [what: string, files: NonNullable<FrameOptions['files']>])[])
    it(`is the status 500 if files ${what}, which is logged once`, async () => {
      const { get, lines } = setUp({ frame: { files } });
      for (const path of ['/frame', '/frame/0123456789abcdef/frame.js'])
        await assertProblem(await get(path), 500, 'proxy_error', 'not_charged');
      assert.deepEqual(
        lines.map(({ event }) => event),
        ['frame_failed'],
      );
      assert.doesNotMatch(JSON.stringify(lines), /secret/);
    });

  it('is the status 500 in a runtime without a file system', async (t) => {
    t.mock.method(process, 'getBuiltinModule', () => undefined);
    const proxy = testProxy({ logger: captureLog().logger, frame: { ancestors: ANCESTORS } });
    await assertProblem(await proxy(new Request(`${PAY}/frame`)), 500, 'proxy_error', 'not_charged');
  });
});

describe('the order of a token', () => {
  const order = { reference: 'order-1042', amount: 4999, currency: 'EUR' };

  const ask = async (options: Parameters<typeof testProxy>[0], of?: string) => {
    const token = await createOrderToken(order, SECRET);
    const digest = await digestOf(of ?? token);
    const request = new Request(`${PAY}/orders/${digest}`, { headers: { 'Order-Token': token } });
    return { digest, response: await testProxy({ orderTokenSecret: SECRET, ...options })(request) };
  };
  const frame = { ancestors: ANCESTORS };

  for (const [what, options] of [
    ['is that of the token', {}],
    ['is that of the token beside resolvePayment', { resolvePayment: () => ({ ...order, amount: 5999 }) }],
  ] as const)
    it(`${what}, and names the token by its digest`, async () => {
      const { digest, response } = await ask({ frame, ...options });
      assert.deepEqual(await response.json(), { token: digest, ...order });
    });

  it('is none, at a proxy without tokens', async () => {
    const { digest, response } = await ask({ frame, orderTokenSecret: undefined });
    assert.deepEqual([response.status, await response.json()], [200, { token: digest }]);
  });

  it('is missing without frame', async () => {
    await assertProblem((await ask({})).response, 404, 'not_found', 'not_charged');
  });

  it('is not shown at the address of another token, where a cache would keep it', async () => {
    await assertProblem((await ask({ frame }, 'another')).response, 400, 'invalid_request', 'not_charged');
  });

  it('is not shown without a valid token', async () => {
    const { get } = setUp({ orderTokenSecret: SECRET });
    const foreign = await createOrderToken(order, `another ${SECRET}`);
    const all: Record<string, string>[] = [{}, { 'Order-Token': foreign }];
    for (const headers of all)
      await assertProblem(await get('/orders', headers), 403, 'order_token_invalid', 'not_charged');
  });
});
