import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Database } from '../../../src/sandbox/data/database.js';
import { close, listen } from '../../../src/node-server/listen.js';
import { ScenarioSwitch } from '../../../demo/qa/scenario-switch.js';
import { createShopServer } from '../../../demo/shop-server.js';
import { DEMO_PAGES } from '../../support/demo.js';
import { newKey, post } from '../../support/node-proxy.js';
import { answer, startRecorder } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';

const ADDRESS = 'http://localhost/qa/scenario';

function put(
  scenarios: ScenarioSwitch,
  choice: unknown,
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
): Promise<Response> {
  const body = typeof choice === 'string' ? choice : JSON.stringify(choice);
  return scenarios.handle(new Request(ADDRESS, { method: 'PUT', headers, body }));
}

const get = async (scenarios: ScenarioSwitch, reference: string): Promise<unknown> =>
  (await scenarios.handle(new Request(`${ADDRESS}?reference=${reference}`))).json();

describe('the scenario switch', () => {
  it('has no scenario chosen at first', async () => {
    assert.deepEqual(await get(new ScenarioSwitch(true), 'qa-1'), { offered: true, scenario: null });
  });

  it('responds with the chosen scenario', async () => {
    const response = await put(new ScenarioSwitch(true), { reference: 'qa-1', scenario: 'declined' });
    assert.deepEqual([response.status, await response.json()], [200, { offered: true, scenario: 'declined' }]);
  });

  it('stores the scenario by order', async () => {
    const scenarios = new ScenarioSwitch(true);
    await put(scenarios, { reference: 'qa-1', scenario: 'offline' });
    assert.deepEqual(
      [await get(scenarios, 'qa-1'), await get(scenarios, 'qa-2')],
      [
        { offered: true, scenario: 'offline' },
        { offered: true, scenario: null },
      ],
    );
  });

  it('clears the scenario', async () => {
    const scenarios = new ScenarioSwitch(true);
    await put(scenarios, { reference: 'qa-1', scenario: 'declined' });
    await put(scenarios, { reference: 'qa-1', scenario: null });
    assert.deepEqual(await get(scenarios, 'qa-1'), { offered: true, scenario: null });
  });

  it('stores a thousand orders and drops the oldest', async () => {
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
  const valid = { reference: 'qa-1', scenario: 'declined' };
  for (const [what, status, choice, headers] of [
    ['a page of another origin', 403, valid, { ...json, 'Sec-Fetch-Site': 'cross-site' }],
    ['another origin without Sec-Fetch-Site', 403, valid, { ...json, Origin: 'https://elsewhere.example' }],
    ['a content type of HTML forms', 415, valid, { 'Content-Type': 'text/plain' }],
    ['invalid JSON', 400, '{', json],
    ['an unknown scenario', 400, { ...valid, scenario: 'zebra' }, json],
    ['a missing scenario', 400, { reference: 'qa-1' }, json],
    ['an empty order', 400, { ...valid, reference: '' }, json],
    ['an order with too long a name', 400, { ...valid, reference: 'x'.repeat(256) }, json],
    ['an unknown property', 400, { ...valid, card: '4242' }, json],
    ['too long a body', 413, `${JSON.stringify(valid)}${' '.repeat(10_000)}`, json],
  ] as const) {
    it(`rejects ${what} with ${status}`, async () => {
      const scenarios = new ScenarioSwitch(true);
      const response = await put(scenarios, choice, headers);
      assert.deepEqual([response.status, scenarios.chosen('qa-1')], [status, undefined]);
    });
  }

  it('rejects other methods', async () => {
    const response = await new ScenarioSwitch(true).handle(new Request(ADDRESS, { method: 'DELETE' }));
    assert.deepEqual([response.status, response.headers.get('Allow')], [405, 'GET, PUT']);
  });
});

describe('the scenario switch with a real service', () => {
  async function startShop(t: TestContext) {
    const service = await startRecorder(t, answer(200, '{}'));
    const test = { baseUrl: service.url, apiKey: 'key_of_a_real_service', mode: 'test' } as const;
    const services = { test, live: undefined };
    const server = createShopServer({ services, pages: DEMO_PAGES, database: new Database() });
    const url = await listen(server, 0);
    t.after(() => close(server));
    return { url, service };
  }
  const pay = (proxyUrl: string, number: string) =>
    post(proxyUrl, samplePayment({ card: { number } }), { 'Idempotency-Key': newKey() });

  it('offers no scenarios', async (t) => {
    const { url } = await startShop(t);
    const response = await fetch(`${url}/qa/scenario?reference=qa-1`);
    assert.deepEqual(await response.json(), { offered: false, scenario: null });
  });

  it('rejects a choice', async () => {
    assert.equal((await put(new ScenarioSwitch(false), { reference: 'qa-1', scenario: 'declined' })).status, 409);
  });

  it('sends the card number of a scenario like any other', async (t) => {
    const { url, service } = await startShop(t);
    await pay(`${url}/qa/test`, '4000000000004152');
    assert.deepEqual(
      service.requests.map(({ headers }) => headers['sandbox-scenario']),
      [undefined],
    );
  });

  it('serves a proxy for the mode of its key only', async (t) => {
    const { url } = await startShop(t);
    const statuses = [];
    for (const mode of ['test', 'live']) statuses.push((await fetch(`${url}/qa/${mode}/config`)).status);
    assert.deepEqual(statuses, [200, 404]);
  });
});

it('other paths below /qa/ are files', async (t) => {
  const server = createShopServer({
    services: { test: { baseUrl: 'http://localhost:1', apiKey: 'k', mode: 'test' }, live: undefined },
    pages: DEMO_PAGES,
    database: new Database(),
  });
  const url = await listen(server, 0);
  t.after(() => close(server));
  assert.equal((await fetch(`${url}/qa/nothing.js`)).status, 404);
});
