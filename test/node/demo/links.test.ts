import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startDemo, type Demo } from '../../../demo/demo.js';
import { DEMO_PAGES } from '../../support/demo-pages.js';

let demo: Demo;

before(async () => {
  demo = await startDemo({}, DEMO_PAGES);
});
after(() => demo.close());

const ask = (address: string) => fetch(address, { redirect: 'manual' });

describe('the two servers of the demo', () => {
  it('lead from the shop to the console', async () => {
    assert.equal((await ask(`${demo.shopUrl}/console/`)).headers.get('Location'), `${demo.serviceUrl}/console/`);
  });

  it('lead from the console to the QA page', async () => {
    assert.equal((await ask(`${demo.serviceUrl}/qa/`)).headers.get('Location'), `${demo.shopUrl}/qa/`);
  });

  for (const page of ['/', '/donate.html', '/qa/', '/check/', '/script-tag/']) {
    it(`show ${page} of the shop`, async () => {
      assert.equal((await ask(demo.shopUrl + page)).status, 200);
    });
  }

  it('have nothing at a name that every object has', async () => {
    assert.equal((await ask(`${demo.shopUrl}/constructor`)).status, 404);
  });
});
