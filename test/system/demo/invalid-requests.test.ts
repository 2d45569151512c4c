import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startDemo, type Demo } from '../../../demo/demo.js';
import { DEMO_PAGES } from '../../support/demo.js';
import { INVALID_REQUESTS, sendRaw } from '../../support/invalid-requests.js';

describe('invalid requests get 400 or 405, and nothing in the log', () => {
  let demo: Demo;
  before(async () => {
    demo = await startDemo({}, DEMO_PAGES);
  });
  after(() => demo.close());

  for (const [server, path] of [
    ['shopUrl', '/pay/v1/payments'],
    ['shopUrl', '/qa/test/config'],
    ['shopUrl', '/orders/1'],
    ['serviceUrl', '/v1/payments'],
    ['serviceUrl', '/console/api/overview'],
  ] as const) {
    for (const [request, status] of INVALID_REQUESTS(path)) {
      it(`${server}: ${JSON.stringify(request)}`, async (t) => {
        const { mock } = t.mock.method(console, 'error', () => undefined);
        assert.equal((await sendRaw(demo[server], request)).status, status);
        assert.equal(mock.callCount(), 0);
      });
    }
  }
});
