import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createListener } from 'payment-widget-proxy/http/listener';
import { INVALID_REQUESTS, sendRaw } from './invalid-requests.js';
import { startServer } from '../../support/node-servers.js';

const HEAD = 'HTTP/1.1\r\nHost: shop.example';

describe('a listener', () => {
  for (const [request, status] of [
    ...INVALID_REQUESTS('/pay/config'),
    [`GET /pay/..\\metrics ${HEAD}`, 400],
    [`GET /pay\\config ${HEAD}`, 400],
    [`GET /pay/config?a=\\ ${HEAD}`, 400],
    [`GET /pay/../metrics ${HEAD}`, 400],
    [`GET /pay/./config ${HEAD}`, 400],
    [`GET /pay/%2e%2e/metrics ${HEAD}`, 400],
    [`GET /pay/.%2E/metrics ${HEAD}`, 400],
    [`GET /metrics#/pay/config ${HEAD}`, 400],
    [`GET /pay/config" ${HEAD}`, 400],
    [`GET http://shop.example/pay/config ${HEAD}`, 400],
    [`GET http:pay/config ${HEAD}`, 400],
    [`GET pay/config ${HEAD}`, 400],
    [`OPTIONS * ${HEAD}`, 400],
    [`GET /pay/config HTTP/1.1\r\nHost: shop.example\\metrics`, 400],
    [`GET /pay/config HTTP/1.1\r\nHost: shop.example/metrics`, 400],
    [`GET /pay/config HTTP/1.1\r\nHost: shop.example#`, 400],
    [`GET /pay/config HTTP/1.1\r\nHost: shop.example/metrics?`, 400],
    [`GET /pay/config HTTP/1.1\r\nHost: shop.example:80x`, 400],
    [`GET /pay/config HTTP/1.1\r\nHost: shop.example,evil.example`, 400],
    [`GET /pay/config HTTP/1.1\r\nHost: shop%2eexample`, 400],
    [`GET /pay/config HTTP/1.1\r\nHost: `, 400],
    ['GET /pay/config HTTP/1.0', 400],
  ] as const) {
    it(`answers ${status} to ${JSON.stringify(request)}, without asking the handler`, async (t) => {
      const seen: string[] = [];
      const listener = createListener(({ url }) => {
        seen.push(url);
        return new Response();
      });
      const { status: actual } = await sendRaw(await startServer(t, listener), request);
      assert.deepEqual([actual, seen], [status, []]);
    });
  }

  for (const [target, host, url] of [
    ['/pay/config', 'shop.example', 'http://shop.example/pay/config'],
    ['/pay/config?', 'shop.example:8443', 'http://shop.example:8443/pay/config?'],
    ['//pay/config', '[::1]:3000', 'http://[::1]:3000//pay/config'],
    ['/pay/..%2fmetrics', 'payments_1', 'http://payments_1/pay/..%2fmetrics'],
    ['/pay/%5c?q=%27(1)', '127.0.0.1', 'http://127.0.0.1/pay/%5c?q=%27(1)'],
  ] as const) {
    it(`passes ${target} of ${host} on as it is`, async (t) => {
      const listener = createListener(({ url: seen }) => new Response(seen));
      const { text } = await sendRaw(await startServer(t, listener), `GET ${target} HTTP/1.1\r\nHost: ${host}`);
      assert.ok(text.includes(`\r\n${url}\r\n`) || text.endsWith(url), text);
    });
  }
});
