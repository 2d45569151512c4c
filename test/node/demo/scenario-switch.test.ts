import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Database } from '../../../demo/data/database.js';
import { close, listen } from '../../../demo/listen.js';
import { ScenarioSwitch } from '../../../demo/qa/scenario-switch.js';
import { createShopServer } from '../../../demo/shop-server.js';
import { DEMO_PAGES } from '../../support/demo-pages.js';
import { newKey, post } from '../../support/node-proxy.js';
import { answer, startRecorder } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';

const ADDRESS = 'http://localhost/qa/scenario';

function put(
  scenarios: ScenarioSwitch,
  wish: unknown,
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
): Promise<Response> {
  const body = typeof wish === 'string' ? wish : JSON.stringify(wish);
  return scenarios.handle(new Request(ADDRESS, { method: 'PUT', headers, body }));
}

const ask = async (scenarios: ScenarioSwitch, reference: string): Promise<unknown> =>
  (await scenarios.handle(new Request(`${ADDRESS}?reference=${reference}`))).json();

describe('the scenario switch', () => {
  it('says that scenarios are offered, and none is chosen', async () => {
    assert.deepEqual(await ask(new ScenarioSwitch(true), 'qa-1'), { offered: true, scenario: null });
  });

  it('answers with what was chosen', async () => {
    const response = await put(new ScenarioSwitch(true), { reference: 'qa-1', scenario: 'declined' });
    assert.deepEqual([response.status, await response.json()], [200, { offered: true, scenario: 'declined' }]);
  });

  it('remembers it for that order', async () => {
    const scenarios = new ScenarioSwitch(true);
    await put(scenarios, { reference: 'qa-1', scenario: 'offline' });
    assert.deepEqual(
      [await ask(scenarios, 'qa-1'), await ask(scenarios, 'qa-2')],
      [
        { offered: true, scenario: 'offline' },
        { offered: true, scenario: null },
      ],
    );
  });

  it('forgets it when it is told to', async () => {
    const scenarios = new ScenarioSwitch(true);
    await put(scenarios, { reference: 'qa-1', scenario: 'declined' });
    await put(scenarios, { reference: 'qa-1', scenario: null });
    assert.deepEqual(await ask(scenarios, 'qa-1'), { offered: true, scenario: null });
  });

  it('remembers a thousand orders, and forgets the one whose choice is oldest', async () => {
    const scenarios = new ScenarioSwitch(true);
    for (let order = 1; order <= 1000; order++) await put(scenarios, { reference: `qa-${order}`, scenario: 'html' });
    await put(scenarios, { reference: 'qa-1', scenario: 'empty' });
    await put(scenarios, { reference: 'qa-1001', scenario: 'html' });
    assert.deepEqual(
      ['qa-1', 'qa-2', 'qa-3', 'qa-1001'].map((reference) => scenarios.chosen(reference)),
      ['empty', undefined, 'html', 'html'],
    );
  });

  const json = { 'Content-Type': 'application/json' };
  const right = { reference: 'qa-1', scenario: 'declined' };
  for (const [what, status, wish, headers] of [
    ['a page of another origin', 403, right, { ...json, 'Sec-Fetch-Site': 'cross-site' }],
    ['another origin, by an old browser', 403, right, { ...json, Origin: 'https://elsewhere.example' }],
    ['what a form can send', 415, right, { 'Content-Type': 'text/plain' }],
    ['what is not JSON', 400, '{', json],
    ['a scenario that there is not', 400, { ...right, scenario: 'zebra' }, json],
    ['no scenario at all', 400, { reference: 'qa-1' }, json],
    ['no order', 400, { ...right, reference: '' }, json],
    ['an order with an endless name', 400, { ...right, reference: 'x'.repeat(256) }, json],
    ['more than was asked for', 400, { ...right, card: '4242' }, json],
    ['a body without an end', 400, `${JSON.stringify(right)}${' '.repeat(5000)}`, json],
  ] as const) {
    it(`refuses ${what}: ${status}, and nothing is chosen`, async () => {
      const scenarios = new ScenarioSwitch(true);
      const response = await put(scenarios, wish, headers);
      assert.deepEqual([response.status, scenarios.chosen('qa-1')], [status, undefined]);
    });
  }

  it('takes another method for a mistake', async () => {
    const response = await new ScenarioSwitch(true).handle(new Request(ADDRESS, { method: 'DELETE' }));
    assert.deepEqual([response.status, response.headers.get('Allow')], [405, 'GET, PUT']);
  });
});

describe('with a real service', () => {
  async function startShop(t: TestContext) {
    const service = await startRecorder(t, answer(200, '{}'));
    const test = { baseUrl: service.url, apiKey: 'key_of_a_real_service', mode: 'test' } as const;
    const services = { test, live: undefined };
    const server = createShopServer({ services, pages: DEMO_PAGES, database: Database.inMemory() });
    const url = await listen(server, 0);
    t.after(() => close(server));
    return { url, service };
  }
  const pay = (proxyUrl: string, number: string) =>
    post(proxyUrl, samplePayment({ card: { number } }), { 'Idempotency-Key': newKey() });

  it('there is nothing to choose, and who asks is told so', async (t) => {
    const { url } = await startShop(t);
    const response = await fetch(`${url}/qa/scenario?reference=qa-1`);
    assert.deepEqual(await response.json(), { offered: false, scenario: null });
  });

  it('nothing can be chosen', async () => {
    assert.equal((await put(new ScenarioSwitch(false), { reference: 'qa-1', scenario: 'declined' })).status, 409);
  });

  it('a card number that stands for a scenario is sent on like any other', async (t) => {
    const { url, service } = await startShop(t);
    await pay(`${url}/qa/test`, '4000000000004152');
    assert.deepEqual(
      service.requests.map(({ headers }) => headers['sandbox-scenario']),
      [undefined],
    );
  });

  it('there is a proxy for the kind of key that there is only', async (t) => {
    const { url } = await startShop(t);
    const statuses = [];
    for (const mode of ['test', 'live']) statuses.push((await fetch(`${url}/qa/${mode}/config`)).status);
    assert.deepEqual(statuses, [200, 404]);
  });
});

it('what is below /qa/ otherwise is a file, such as the page itself', async (t) => {
  const server = createShopServer({
    services: { test: { baseUrl: 'http://localhost:1', apiKey: 'k', mode: 'test' }, live: undefined },
    pages: DEMO_PAGES,
    database: Database.inMemory(),
  });
  const url = await listen(server, 0);
  t.after(() => close(server));
  assert.equal((await fetch(`${url}/qa/nothing.js`)).status, 404);
});
