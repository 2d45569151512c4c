import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createOrderToken, type FrameOptions, type PaymentProxyOptions } from '../../../src/proxy/index.js';
import { MINIMAL_CSP } from '../../../tools/strict-page.js';
import { assertProblem, captureLog, testProxy } from '../../support/node-proxy.js';

const SECRET = 's'.repeat(32);
const ANCESTORS = ['https://shop.example', 'http://localhost:4242'];
const PAY = 'https://pay.shop.example/pay';

const listOf = (...names: string[]) => JSON.stringify({ files: names.map((file) => ({ file })) });

/** Built files. The version depends on the first one. */
const BUILT: Readonly<Record<string, string>> = {
  'integrity.json': listOf('frame.js', 'locales/de.js', 'locales/optional/de.js'),
  'frame.js': 'frame',
  'locales/de.js': 'de',
  'locales/optional/de.js': 'optional',
};

function setUp({ frame, ...options }: Partial<Omit<PaymentProxyOptions, 'frame'>> & { frame?: Partial<FrameOptions> }) {
  const { logger, lines } = captureLog();
  const asked: string[] = [];
  const files: FrameOptions['files'] = (name) => {
    asked.push(name);
    return Object.hasOwn(BUILT, name) ? new Response(BUILT[name], { headers: { 'X-From': 'disk' } }) : undefined;
  };
  const proxy = testProxy({ logger, frame: { ancestors: ANCESTORS, files, ...frame }, ...(options as object) });
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    proxy(new Request(`${PAY}${path}`, { method, headers }));
  return { proxy, get, lines, asked };
}

const inFrame = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Mode': 'navigate' };
const ofFrame = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'script' };

const pageOf = async (query: string, frame: Partial<FrameOptions> = {}) =>
  (await setUp({ frame }).get(`/frame${query}`, inFrame)).text();

/** The version in the page. */
async function versionOf({ get }: ReturnType<typeof setUp>): Promise<string> {
  const [, version = ''] = /src="frame\/(\w+)\//.exec(await (await get('/frame')).text()) ?? [];
  return version;
}

describe('GET …/frame', () => {
  it('is a page that loads the form from below itself', async () => {
    const response = await setUp({}).get('/frame?lang=de&dir=ltr&color-scheme=light%20dark', inFrame);
    assert.deepEqual([response.status, response.headers.get('Content-Type')], [200, 'text/html; charset=utf-8']);
    const version = await versionOf(setUp({}));
    assert.match(version, /^[\da-f]{16}$/);
    assert.equal(
      await response.text(),
      `<!doctype html>
<html lang="de" dir="ltr" data-ancestors="https://shop.example http://localhost:4242">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Payment</title>
    <script type="module" src="frame/${version}/frame.js"></script>
    <link rel="modulepreload" href="frame/${version}/payment-widget.js">
    <link rel="modulepreload" href="frame/${version}/behaviour.js" fetchpriority="low">
  </head>
  <body></body>
</html>
`,
    );
  });

  it('has a policy that allows its own scripts, and only the ancestors to show it', async () => {
    const { headers } = await setUp({}).get('/frame', inFrame);
    const policy = headers.get('Content-Security-Policy')?.split('; ') ?? [];
    assert.deepEqual(MINIMAL_CSP.split('; ').filter((directive) => !policy.includes(directive)), []); // prettier-ignore
    assert.deepEqual(policy.filter((directive) => !MINIMAL_CSP.includes(directive)), [
      "form-action 'none'",
      'frame-ancestors https://shop.example http://localhost:4242',
    ]); // prettier-ignore
  });

  it('has headers that isolate it, also in a page with Cross-Origin-Embedder-Policy', async () => {
    const { headers } = await setUp({}).get('/frame', inFrame);
    for (const [name, value] of [
      ['Cache-Control', 'no-store'],
      ['Cross-Origin-Embedder-Policy', 'require-corp'],
      ['Cross-Origin-Resource-Policy', 'cross-origin'],
      ['Origin-Agent-Cluster', '?1'],
      ['Referrer-Policy', 'no-referrer'],
      ['X-Content-Type-Options', 'nosniff'],
      ['X-Frame-Options', null],
    ] as const) {
      assert.equal(headers.get(name), value, name);
    }
  });

  it('names fonts and allows their origins', async () => {
    const fonts = [
      { family: 'Inter "A" <b>', src: 'https://fonts.example:8443/inter.woff2?a&b', weight: '100 900' },
      { family: 'Mono', src: '/fonts/mono.woff2' },
    ];
    const response = await setUp({ frame: { fonts } }).get('/frame', inFrame);
    assert.match(
      response.headers.get('Content-Security-Policy') ?? '',
      /; font-src https:\/\/fonts\.example:8443 'self'; /,
    );
    const [, data = ''] = / data-fonts="([^"<>]*)">/.exec(await response.text()) ?? [];
    const text = data.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    assert.deepEqual(JSON.parse(text), fonts);
  });

  it('names the decimals of currencies', async () => {
    assert.match(await pageOf('', { currencyExponents: { ISK: 2 } }), / data-currency-exponents="{&#34;ISK&#34;:2}">/);
  });

  const read = (html: string) => [
    /<html lang="([^"]*)" dir="([^"]*)" /.exec(html)?.slice(1),
    /color-scheme" content="([^"]*)"/.exec(html)?.[1],
  ];

  for (const [lang, dir, scheme] of [
    ['de', 'ltr', 'normal'],
    ['zh-Hant-TW', 'rtl', 'only light'],
    ['sr-Latn', 'ltr', 'light dark only'],
  ] as const) {
    it(`takes ${lang}, ${dir} and ${scheme} from its URL`, async () => {
      const query = new URLSearchParams({ lang, dir, 'color-scheme': scheme });
      assert.deepEqual(read(await pageOf(`?${query}`)), [[lang, dir], scheme]);
    });
  }

  for (const value of [
    '',
    '"><script>alert(1)</script>',
    'de" onload="x',
    "de'",
    'de&amp;',
    'd',
    'de-',
    'de de',
    'de\nen',
    'de\n',
    `de${'-abcdefgh'.repeat(4)}`,
    'LTR',
    'light  dark',
    'only',
    'only light only',
    '__proto__',
  ]) {
    it(`ignores ${JSON.stringify(value)} in its URL`, async () => {
      const query = new URLSearchParams({ lang: value, dir: value, 'color-scheme': value, 'data-ancestors': value });
      const html = await pageOf(`?${query}`);
      const [[lang], scheme] = read(html) as [string[], string];
      const isLanguage = ['LTR', 'only'].includes(value); // they have the form of one
      assert.equal(html.replace(`lang="${lang}"`, 'lang="en"'), await pageOf(''));
      assert.deepEqual([lang, scheme], [isLanguage ? value : 'en', 'normal']);
    });
  }

  for (const [name, value] of Object.entries({ Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' })) {
    it(`does not depend on ${name}`, async () => {
      const response = await setUp({}).get('/frame', { ...inFrame, [name]: value });
      assert.doesNotMatch(`${await response.text()}${JSON.stringify([...response.headers])}`, /evil/);
    });
  }

  const accepted: Record<string, string>[] = [
    inFrame,
    { ...inFrame, 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Dest': 'frame' },
    {},
  ];
  for (const headers of accepted) {
    it(`answers a request with ${JSON.stringify(headers)}`, async () => {
      assert.equal((await setUp({}).get('/frame', headers)).status, 200);
    });
  }

  for (const destination of ['document', 'empty', 'script', 'image', 'object', 'embed', '']) {
    it(`refuses Sec-Fetch-Dest: ${destination}`, async () => {
      const response = await setUp({}).get('/frame', { 'Sec-Fetch-Dest': destination, 'Sec-Fetch-Site': 'none' });
      await assertProblem(response, 400, 'invalid_request', 'not_charged');
      assert.match(response.headers.get('Content-Security-Policy') ?? '', /frame-ancestors 'none'/);
    });
  }

  for (const method of ['POST', 'HEAD']) {
    it(`answers 405 to ${method}`, async () => {
      const response = await setUp({}).get('/frame', {}, method);
      assert.deepEqual([response.status, response.headers.get('Allow')], [405, 'GET']);
    });
  }

  it('does not exist without the option', async () => {
    for (const path of ['/frame', '/frame/0123456789abcdef/frame.js']) {
      await assertProblem(await testProxy()(new Request(PAY + path)), 404, 'not_found', 'not_charged');
    }
  });

  it('does not hide the other routes of a proxy that is mounted at /frame', async () => {
    const { proxy } = setUp({ mountPath: '/frame' });
    assert.equal((await proxy(new Request('https://pay.shop.example/frame/config'))).headers.get('Content-Type'), 'application/json'); // prettier-ignore
    assert.match((await proxy(new Request('https://pay.shop.example/frame/frame'))).headers.get('Content-Type') ?? '', /html/); // prettier-ignore
  });

  it('leaves the headers of other routes unchanged', async () => {
    const { headers } = await setUp({}).get('/config');
    const names = ['Cache-Control', 'Content-Security-Policy', 'Cross-Origin-Resource-Policy'];
    assert.deepEqual(
      names.map((name) => headers.get(name)),
      ['no-store', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'", 'same-origin'],
    );
  });
});

describe('GET …/frame/{version}/{file}', () => {
  for (const name of ['frame.js', 'locales/de.js', 'locales/optional/de.js']) {
    it(`returns ${name} of the current version, to be cached for ever`, async () => {
      const context = setUp({});
      const response = await context.get(`/frame/${await versionOf(context)}/${name}`, ofFrame);
      const { headers } = response;
      assert.deepEqual(
        [await response.text(), headers.get('Content-Type'), headers.get('Cache-Control'), headers.get('X-From')],
        [BUILT[name], 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', null],
      );
      assert.equal(headers.get('Cross-Origin-Resource-Policy'), 'same-origin');
    });
  }

  it('reads each file once, and hashes one of them once', async (t) => {
    const { mock } = t.mock.method(crypto.subtle, 'digest');
    const context = setUp({});
    const path = `/frame/${await versionOf(context)}/frame.js`;
    const responses = [await context.get(path, ofFrame), await context.get(path, ofFrame)];
    assert.deepEqual(await Promise.all(responses.map((response) => response.text())), ['frame', 'frame']);
    assert.deepEqual([context.asked, mock.callCount()], [['integrity.json', 'frame.js'], 1]);
  });

  it('asks again for a file that was missing', async () => {
    const found = new Map([['integrity.json', listOf('frame.js')]]);
    const files = (name: string) => (found.has(name) ? new Response(found.get(name)) : undefined);
    const context = setUp({ frame: { files } });
    const path = `/frame/${await versionOf(context)}/frame.js`;
    assert.equal((await context.get(path, ofFrame)).status, 404);
    found.set('frame.js', 'frame');
    assert.equal((await context.get(path, ofFrame)).status, 200);
  });

  it('returns the current file for another version, to be asked for again', async () => {
    const response = await setUp({}).get('/frame/0123456789abcdef/frame.js', ofFrame);
    assert.deepEqual([await response.text(), response.headers.get('Cache-Control')], ['frame', 'no-cache']);
  });

  it('has another version for other files', async () => {
    const files = () => new Response(listOf('other.js'));
    assert.notEqual(await versionOf(setUp({ frame: { files } })), await versionOf(setUp({})));
  });

  for (const path of [
    '../package.json',
    '..%2f..%2fproxy.js',
    '%2e%2e/proxy.js',
    '.%2e/%2e./proxy.js',
    '..\\proxy.js',
    '/etc/passwd.js',
    'locales//de.js',
    'a/b/c/d/e.js',
    'frame.js/',
    'frame.js%00',
    'frame.js.map',
    'frame.mjs',
    'integrity.json',
    'payment-widget.css',
    'THIRD-PARTY.txt',
    '.js',
    'C:frame.js',
    'fr%61me.js',
  ]) {
    it(`does not read ${path}`, async () => {
      const { get, asked } = setUp({});
      const response = await get(`/frame/0123456789abcdef/${path}`, ofFrame);
      await assertProblem(response, 404, 'not_found', 'not_charged');
      assert.deepEqual(asked, []);
    });
  }

  for (const version of ['current', '0123456789ABCDEF', '0123456789abcdef0', '..', '']) {
    it(`does not know the version ${JSON.stringify(version)}`, async () => {
      const response = await setUp({}).get(`/frame/${version}/frame.js`, ofFrame);
      await assertProblem(response, 404, 'not_found', 'not_charged');
    });
  }

  for (const [what, found] of [
    ['no file', undefined],
    ['a 404', new Response('not found', { status: 404 })],
  ] as const) {
    it(`answers 404, not to be cached, if files returns ${what}`, async () => {
      const files = (name: string) => (name === 'integrity.json' ? new Response(listOf('frame.js')) : found);
      const context = setUp({ frame: { files } });
      const response = await context.get(`/frame/${await versionOf(context)}/frame.js`, ofFrame);
      assert.equal(response.headers.get('Cache-Control'), 'no-store');
      await assertProblem(response, 404, 'not_found', 'not_charged');
    });
  }

  it('does not ask for files that integrity.json does not list, so that nobody fills the memory', async () => {
    const asked: string[] = [];
    const files = (name: string) => {
      asked.push(name);
      return new Response(name === 'integrity.json' ? listOf('frame.js') : 'index.html for any path');
    };
    const { get } = setUp({ frame: { files } });
    for (const name of ['a.js', 'b/c.js', 'constructor.js']) {
      await assertProblem(await get(`/frame/0123456789abcdef/${name}`, ofFrame), 404, 'not_found', 'not_charged');
    }
    assert.deepEqual(asked, ['integrity.json']);
  });

  it('refuses pages of other origins', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://shop.example' };
    const response = await setUp({}).get('/frame/0123456789abcdef/frame.js', headers);
    await assertProblem(response, 403, 'origin_not_allowed', 'not_charged');
  });

  const failing: readonly (readonly [what: string, files: FrameOptions['files']])[] = [
    [
      'throws',
      () => {
        throw Object.assign(new Error(`/srv/secret`), { code: 'EACCES' });
      },
    ],
    ['rejects', () => Promise.reject(Object.assign(new Error('/srv/secret'), { code: 'EACCES' }))],
    ['has no integrity.json', () => undefined],
    ['has an integrity.json without a list', () => new Response('{}')],
  ];
  for (const [what, files] of failing) {
    it(`answers 500 if files ${what}, and logs it once`, async () => {
      const { get, lines } = setUp({ frame: { files: files as NonNullable<typeof files> } });
      for (const path of ['/frame', '/frame/0123456789abcdef/frame.js']) {
        await assertProblem(await get(path), 500, 'proxy_error', 'not_charged');
      }
      assert.deepEqual(
        lines.map(({ event, message }) => [event, /set frame\.files/.test(message)]),
        [['frame_failed', true]],
      );
      assert.doesNotMatch(JSON.stringify(lines), /secret/);
    });
  }

  it('answers 500 in a runtime without a file system', async (t) => {
    t.mock.method(process, 'getBuiltinModule', () => undefined);
    const { logger, lines } = captureLog();
    const proxy = testProxy({ logger, frame: { ancestors: ANCESTORS } });
    await assertProblem(await proxy(new Request(`${PAY}/frame`)), 500, 'proxy_error', 'not_charged');
    assert.deepEqual(lines.map(({ event }) => event), ['frame_failed']); // prettier-ignore
  });
});

describe('the order in /config', () => {
  const order = { reference: 'order-1042', amount: 4999, currency: 'EUR' };

  async function configOf(options: Parameters<typeof setUp>[0], withoutFrame = false) {
    const context = setUp(options);
    const proxy = withoutFrame ? testProxy(options as object) : context.proxy;
    const token = await createOrderToken(order, SECRET);
    return (await proxy(new Request(`${PAY}/config`, { headers: { 'Order-Token': token } }))).json() as Promise<object>;
  }

  it('is the order of the token', async () => {
    assert.deepEqual((await configOf({ orderTokenSecret: SECRET }) as { order?: unknown }).order, order); // prettier-ignore
  });

  it('is the order of the token beside resolvePayment', async () => {
    const resolvePayment = () => ({ amount: 5999, currency: 'EUR' });
    const config = (await configOf({ orderTokenSecret: SECRET, resolvePayment })) as { order?: unknown };
    assert.deepEqual(config.order, order);
  });

  it('is missing without frame, and without tokens', async () => {
    assert.equal('order' in (await configOf({ orderTokenSecret: SECRET }, true)), false);
    assert.equal('order' in (await configOf({})), false);
  });

  it('is not shown without a valid token', async () => {
    const { get } = setUp({ orderTokenSecret: SECRET });
    await assertProblem(await get('/config'), 403, 'order_token_invalid', 'not_charged');
    const foreign = await createOrderToken(order, 'x'.repeat(32));
    await assertProblem(await get('/config', { 'Order-Token': foreign }), 403, 'order_token_invalid', 'not_charged');
  });
});
