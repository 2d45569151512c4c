import assert from 'node:assert/strict';
import { once } from 'node:events';
import { before, describe, it, mock } from 'node:test';
import type { Demo } from '../../../demo/demo.js';
import { SCENARIOS, type Scenario } from '../../../src/sandbox/scenarios.js';
import type { NextAction } from '../../../src/contract/next-action.js';
import { pay, type PayResult } from '../../../src/transport/client.js';
import type { Clock } from '../../../src/contract/clock.js';
import { withDemo } from '../../support/demo.js';
import { newKey } from '../../support/node-proxy.js';
import { CVC, PAN, samplePayment } from '../../support/sample-payment.js';
import { until } from '../../support/until.js';

/** How a scenario is chosen, and the proxy that is paid through. */
interface Way {
  readonly name: string;
  readonly proxy: '/qa/test' | '/qa/live';
  readonly by: 'switch' | 'card number';
  readonly scenarios: readonly Scenario[];
}

/** One of each kind, for further ways to the same code. */
const SAMPLE = SCENARIOS.filter(({ id }) =>
  [
    'success',
    'card_price',
    'declined',
    'http_429',
    'error_after_charge',
    'redirect',
    'reset_after_charge',
    'cut_body',
    'bank_confirmed',
    'bank_refused',
  ].includes(id),
);

/** What the sandbox does after seconds only; its own tests play it. */
const LATE = ['success_slow', 'pending'];

const WAYS: readonly Way[] = [
  {
    name: 'by the switch',
    proxy: '/qa/test',
    by: 'switch',
    scenarios: SCENARIOS.filter(({ id }) => !LATE.includes(id)),
  },
  { name: 'by card number', proxy: '/qa/test', by: 'card number', scenarios: SAMPLE },
];

/** A shopper's clock: pauses take no time, and a time limit is over once `isOver` resolves. */
class HastyClock implements Clock {
  readonly #isOver: () => Promise<void>;
  #now = 0;

  constructor(isOver: () => Promise<void>) {
    this.#isOver = isOver;
  }

  now(): number {
    return this.#now;
  }

  random(): number {
    return 0.5;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal) await Promise.race([this.#isOver(), once(signal, 'abort')]);
    if (!signal?.aborted) this.#now += ms;
  }
}

const never = () => new Promise<void>(() => undefined);

/** The result of a scenario. */
interface Play {
  readonly first: PayResult;
  readonly charges: number;
  /** All response headers and bodies that the page received. */
  readonly received: string;
}

/** Pays like the widget, resends the same request like a browser, and then pays again with a new attempt. */
async function play(demo: Demo, scenario: Scenario, way: Way): Promise<Play> {
  const reference = `${way.name}: ${scenario.id}`;
  if (way.by === 'switch') await choose(demo, reference, scenario.id);
  const received: string[] = [];
  const isCharged = () => until(async () => (await charges(demo, reference)) > 0);
  const isOver = scenario.id === 'timeout' ? isCharged : never;
  const { card } = samplePayment({ card: way.by === 'switch' ? {} : { number: scenario.card } }).payment_method;
  const attempt = (amount = 4999) => {
    const idempotencyKey = newKey();
    const order = { amount, currency: 'EUR', reference };
    return {
      proxyUrl: demo.shopUrl + way.proxy,
      body: JSON.stringify({ ...order, payment_method: { type: 'card', card } }),
      idempotencyKey,
      timeout: 25_000,
      clock: new HastyClock(isOver),
      idempotent: true,
      recovery: true,
      online: () => scenario.id !== 'offline', // what the QA page does for it
      fetch: recordInto(received),
    };
  };
  let one = attempt();
  let first = await pay(one);
  if ('error' in first && first.error.code === 'amount_changed') {
    one = attempt(5199); // the shopper agrees
    first = await pay(one);
  }
  if ('action' in first) {
    await answerBank(first.action as NextAction, scenario);
    // The shopper who has closed the window pays again.
    if (scenario.id === 'bank_closed') first = await pay(attempt());
    else await until(async () => !('action' in (first = await pay(one))));
  }
  if (scenario.charges > 0) await isCharged();
  await pay(one);
  await pay(attempt());
  return { first, charges: await charges(demo, reference), received: received.join('\n') };
}

/** What the shopper does on the page of the bank. */
async function answerBank({ url, fields }: NextAction, { id }: Scenario): Promise<void> {
  const post = (address: string, body: Record<string, string>) =>
    fetch(address, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' });
  assert.equal((await post(url, { ...fields })).status, 200);
  const answer = { bank_confirmed: 'confirm', bank_refused: 'refuse', bank_late: 'late' }[id];
  if (answer) assert.equal((await post(`${url}/answer`, { ...fields, answer })).status, 303);
}

function recordInto(received: string[]): typeof fetch {
  return async (...args) => {
    const response = await fetch(...args);
    received.push(JSON.stringify([...response.headers]), await response.clone().text());
    return response;
  };
}

async function choose(demo: Demo, reference: string, scenario: string | null): Promise<void> {
  const response = await fetch(`${demo.shopUrl}/qa/scenario`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ reference, scenario }),
  });
  assert.equal(response.status, 200);
}

async function charges({ serviceUrl }: Demo, reference: string): Promise<number> {
  const response = await fetch(`${serviceUrl}/sandbox/ledger?reference=${encodeURIComponent(reference)}`);
  return ((await response.json()) as unknown[]).length;
}

describe('the scenarios', () => {
  const plain = withDemo();
  /** Its webhooks arrive at once, since only they settle a confirmation by the bank. */
  const prompt = withDemo();
  /** By way and scenario. */
  const plays = new Map<string, Play>();

  before(async () => {
    // The proxies log every unknown outcome.
    for (const level of ['warn', 'error'] as const) mock.method(console, level, () => undefined);
    // A webhook must not settle the first outcome.
    for (const [{ sandbox }, webhookDelayMs] of [
      [plain, 60_000],
      [prompt, 0],
    ] as const)
      await sandbox.settings.change({ ...sandbox.settings.current, webhookDelayMs });
    await playAll();
  });

  /** Plays several scenarios at a time. */
  async function playAll(): Promise<void> {
    const todo = WAYS.flatMap((way) => way.scenarios.map((scenario) => ({ way, scenario })));
    const work = async () => {
      for (let next = todo.pop(); next; next = todo.pop()) {
        const { way, scenario } = next;
        const { demo } = scenario.by === 'bank' ? prompt : plain;
        plays.set(way.name + scenario.id, await play(demo, scenario, way));
      }
    };
    await Promise.all(Array.from({ length: 4 }, work));
  }

  for (const way of WAYS) {
    describe(way.name, () => {
      for (const { id, label, outcome, charges } of way.scenarios) {
        const played = () => plays.get(way.name + id) ?? assert.fail('it was not played');

        it(`${label}: outcome ${outcome}, ${charges} charged after three tries`, () => {
          const { first, charges: charged } = played();
          assert.deepEqual([first.outcome, charged], [outcome, charges]);
        });

        it(`${label}: the page receives neither API keys nor card data`, () => {
          const keys = [plain, prompt].flatMap(({ sandbox }) => Object.values(sandbox.keys));
          const secrets = [...keys, PAN, `"${CVC}"`, ...SCENARIOS.map(({ card }) => card)];
          assert.deepEqual(
            secrets.filter((secret) => played().received.includes(secret)),
            [],
          );
        });
      }
    });
  }

  describe('error codes', () => {
    const played = (id: string) => plays.get(`by the switch${id}`) ?? assert.fail(id);
    const errorOf = ({ first }: Play) => ('error' in first ? first.error : assert.fail(first.outcome));

    for (const [id, code] of [
      ['declined', 'declined'],
      ['invalid', 'invalid_request'],
      ['http_401', 'not_authorized'],
      ['http_429', 'rate_limited'],
      ['http_409', 'conflict'],
      ['http_500', 'service_error'],
      ['http_503', 'service_error'],
      ['html', 'unreadable_answer'],
      ['redirect', 'unreadable_answer'],
      ['timeout', 'timeout'],
      ['connection_refused', 'service_unreachable'],
      ['reset_before_charge', 'connection_lost'],
      ['close', 'connection_lost'],
      ['cut_body', 'connection_lost'],
      ['offline', 'offline'],
    ] as const) {
      it(`${id}: ${code}`, () => {
        assert.equal(errorOf(played(id)).code, code);
      });
    }

    it('redacts a response that echoes the key and keeps the rest', () => {
      assert.match(played('echo_key').received, /"status":"succeeded".*"authorization":"(?!Bearer s)/);
    });
  });

  async function paidWith(proxy: string, reference: string, card: string): Promise<string> {
    const result = await pay({
      proxyUrl: plain.shopUrl + proxy,
      body: JSON.stringify(samplePayment({ reference, card: { number: card } })),
      idempotencyKey: newKey(),
      timeout: 25_000,
      clock: new HastyClock(never),
    });
    return 'error' in result ? result.error.code : result.outcome;
  }

  describe('the switch', () => {
    it('takes precedence over the card number', async () => {
      await choose(plain.demo, 'order-1', 'declined');
      assert.equal(await paidWith('/qa/test', 'order-1', '4000000000000119'), 'declined');
    });

    it('stays set until it is cleared', async () => {
      const outcomes: string[] = [];
      for (const scenario of ['declined', undefined, null]) {
        if (scenario !== undefined) await choose(plain.demo, 'order-4', scenario);
        outcomes.push(await paidWith('/qa/test', 'order-4', PAN));
      }
      assert.deepEqual(outcomes, ['declined', 'declined', 'paid']);
    });
  });

  it('do not follow card numbers with a Live key', async () => {
    assert.equal(await paidWith('/qa/live', 'order-5', '4000000000004152'), 'paid');
  });
});
