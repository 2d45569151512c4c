import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { assertProblem, post, startMerchant, testProxy } from '../../support/node-proxy.js';
import { samplePayment } from '../../support/sample-payment.js';

const SHOP = 'https://shop.example';
const FOREIGN = 'https://evil.example';
/** As WKWebView sends it. */
const APP = 'capacitor://localhost';
const allowedOrigins = [SHOP, APP];

/** Headers of a page; `own` stands for the origin of the proxy. */
type Sender = Readonly<Record<'Origin' | 'Sec-Fetch-Site', string | undefined>>;

const sender = (Origin: string | undefined, site?: string): Sender => ({ Origin, 'Sec-Fetch-Site': site });

function name({ Origin = 'nothing', 'Sec-Fetch-Site': site }: Sender): string {
  return `Origin ${Origin}${site ? `, Sec-Fetch-Site ${site}` : ''}`;
}

async function postFrom(t: TestContext, from: Sender, settings = {}) {
  const { proxyUrl, service } = await startMerchant(t, settings);
  const Origin = from.Origin === 'own' ? new URL(proxyUrl).origin : from.Origin;
  return { response: await post(proxyUrl, samplePayment(), { ...from, Origin }), service };
}

describe('origin check', () => {
  for (const [from, settings] of [
    [sender('own'), {}],
    [sender('own', 'same-origin'), {}],
    [sender(undefined), {}], // not a browser
    [sender(undefined, 'none'), {}], // typed by the visitor
    [sender('https://own.example', 'same-origin'), {}], // behind a server that ends TLS or changes the host
    [sender(SHOP), { allowedOrigins }],
    [sender(SHOP, 'cross-site'), { allowedOrigins }],
    [sender(APP, 'cross-site'), { allowedOrigins }],
    [sender(APP), { allowedOrigins }],
  ] as const) {
    it(`accepts ${name(from)}`, async (t) => {
      assert.equal((await postFrom(t, from, settings)).response.status, 200);
    });
  }

  for (const from of [
    sender(FOREIGN),
    sender(FOREIGN, 'cross-site'),
    sender(undefined, 'cross-site'),
    sender('own', 'cross-site'),
    sender('null'),
    sender('http://shop.example'),
    sender(`${SHOP}.evil.example`),
    sender(`${SHOP}:8443`),
    sender(`${SHOP}, ${FOREIGN}`),
    sender(''),
    sender(FOREIGN, 'SAME-ORIGIN'),
    sender('capacitor://localhost.evil.example'),
    sender('ionic://localhost', 'cross-site'),
  ]) {
    it(`rejects ${name(from)}: 403, nothing sent`, async (t) => {
      const { response, service } = await postFrom(t, from, { allowedOrigins });
      await assertProblem(response, 403, 'origin_not_allowed', 'not_charged');
      assert.equal(service.requests.length, 0);
    });
  }

  // Without a server, since one in front may change the address that the proxy sees.
  for (const [what, url, Origin, status] of [
    ['the same origin', 'https://shop.example/pay', 'https://shop.example', 200],
    ['https in front of a proxy with http', 'http://shop.example/pay', 'https://shop.example', 200],
    ['http in front of a proxy with https', 'https://shop.example/pay', 'http://shop.example', 403],
    ['another port', 'https://shop.example:8443/pay', 'https://shop.example', 403],
    ['an address with a path', 'https://shop.example/pay', 'https://shop.example/pay', 403],
  ] as const) {
    it(`answers ${status} without allowedOrigins to ${what}`, async () => {
      const answered = await testProxy()(new Request(`${url}/config`, { headers: { Origin } }));
      assert.equal(answered.status, status);
    });
  }
});

describe('CORS', () => {
  const cors = (response: Response) => [...response.headers].filter(([header]) => header.startsWith('access-control-'));

  for (const origin of allowedOrigins) {
    it(`lets ${origin} read the response and its headers, without credentials`, async (t) => {
      const { response } = await postFrom(t, sender(origin, 'cross-site'), { allowedOrigins });
      assert.deepEqual(Object.fromEntries(cors(response)), {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'Content-Type, Idempotency-Key, Order-Token, Payments-Mode',
        'access-control-expose-headers': 'Payments-Mode, Payments-Attempt, Retry-After, Idempotency-Replayed',
      });
    });
  }

  for (const [what, from, settings] of [
    ['a foreign origin', sender(FOREIGN, 'cross-site'), { allowedOrigins }],
    ["the proxy's own origin", sender('own', 'same-origin'), { allowedOrigins }],
    ['any origin without allowedOrigins', sender(SHOP, 'cross-site'), {}],
  ] as const) {
    it(`has no headers for ${what}`, async (t) => {
      assert.deepEqual(cors((await postFrom(t, from, settings)).response), []);
    });
  }
});

describe('CORS preflight', () => {
  async function preflight(t: TestContext, path: string, Origin: string) {
    const { proxyUrl, service } = await startMerchant(t, { allowedOrigins, networksOf: () => undefined });
    const headers = { Origin, 'Access-Control-Request-Method': 'POST', 'Sec-Fetch-Site': 'cross-site' };
    return { response: await fetch(proxyUrl + path, { method: 'OPTIONS', headers }), service };
  }

  for (const path of ['/v1/payments', '/attempts', '/config', '/networks/40000025']) {
    for (const origin of allowedOrigins) {
      it(`accepts ${origin} for ${path}`, async (t) => {
        const { response } = await preflight(t, path, origin);
        assert.deepEqual([response.status, response.headers.get('Access-Control-Allow-Origin')], [204, origin]);
      });
    }

    it(`rejects a foreign origin for ${path}`, async (t) => {
      const { response } = await preflight(t, path, FOREIGN);
      assert.deepEqual([response.status, response.headers.get('Access-Control-Allow-Origin')], [403, null]);
    });
  }
});
