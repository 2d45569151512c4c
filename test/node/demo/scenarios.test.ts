import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { startDemo, type Demo } from '../../../demo/demo.js';
import type { RequestLogEntry } from '../../../demo/sandbox/request-log.js';
import { SCENARIOS, type Scenario } from '../../../demo/scenarios.js';
import { encryptCard } from '../../../src/encryption.js';
import { loadDoubt } from '../../../src/on-demand.js';
import { pay, type PayResult } from '../../../src/transport/client.js';
import { DEMO_PAGES } from '../../support/demo-pages.js';
import { newKey } from '../../support/node-proxy.js';
import { CVC, PAN, samplePayment } from '../../support/sample-payment.js';
import { until } from '../../support/until.js';

/** A way to make a scenario happen. */
interface Way {
  readonly name: string;
  readonly proxy: '/qa/test' | '/qa/live' | '/give';
  readonly by: 'switch' | 'card number';
  readonly isEncrypted?: boolean;
  /** Those that cannot be had in this way. */
  readonly without?: readonly string[];
}

const WAYS: readonly Way[] = [
  { name: 'by the switch, with the Test key', proxy: '/qa/test', by: 'switch' },
  { name: 'by the switch, with the Live key', proxy: '/qa/live', by: 'switch' },
  { name: 'by the switch, with an encrypted card', proxy: '/qa/test', by: 'switch', isEncrypted: true },
  { name: 'by card number', proxy: '/qa/test', by: 'card number' },
  {
    name: 'by card number, encrypted',
    proxy: '/qa/test',
    by: 'card number',
    isEncrypted: true,
    without: ['connection_refused'], // the merchant's server cannot see the number
  },
  {
    name: "by card number, in the shop's own form",
    proxy: '/give',
    by: 'card number',
    without: ['timeout'], // there it takes half a minute
  },
];

/** What came of a scenario. */
interface Play {
  readonly first: PayResult;
  readonly charges: number;
  /** Everything that the page got to see. */
  readonly received: string;
}

/** Pays as a widget does, then sends the same once more, as browsers do, and then tries again with a new attempt. */
async function play(demo: Demo, scenario: Scenario, way: Way): Promise<Play> {
  const reference = `${way.name}: ${scenario.id}`;
  if (way.by === 'switch') await choose(demo, reference, scenario.id);
  const received: string[] = [];
  const { card } = samplePayment({ card: way.by === 'switch' ? {} : { number: scenario.card } }).payment_method;
  const attempt = async () => {
    const idempotencyKey = newKey();
    const order = { amount: 4999, currency: 'EUR', reference };
    const facts = { iat: Math.floor(Date.now() / 1000), idempotency_key: idempotencyKey, ...order, card };
    const key = demo.sandbox?.encryptionKey;
    const method = key ? await encryptCard(facts, key) : { type: 'card', card };
    return {
      proxyUrl: demo.shopUrl + way.proxy,
      body: JSON.stringify({ ...order, payment_method: method }),
      idempotencyKey,
      timeout: 25_000,
      idempotent: true,
      recovery: true,
      loadDoubt,
      online: () => scenario.id !== 'offline', // what the QA page does for it
      fetch: recordInto(received),
    };
  };
  const one = await attempt();
  const first = await pay(one);
  if (scenario.charges > 0) {
    const isCharged = async () => (await charges(demo, reference)) > 0;
    await until(isCharged).catch(() => undefined); // its own test says so
  }
  await pay(one);
  await pay(await attempt());
  return { first, charges: await charges(demo, reference), received: received.join('\n') };
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

/** The sandbox without a key for cards, and with one. */
let plain: Demo;
let encrypting: Demo;
/** By way and scenario. */
const plays = new Map<string, Play>();

before(async () => {
  // The proxies report every doubt, as they should, and here there is nothing else.
  for (const level of ['warn', 'error'] as const) mock.method(console, level, () => undefined);
  plain = await startDemo({}, DEMO_PAGES);
  encrypting = await startDemo({ SANDBOX_ENCRYPTION: 'ECDH-ES' }, DEMO_PAGES);
  // No webhook comes in time to change what the shopper is told first.
  for (const { sandbox } of [plain, encrypting])
    await sandbox?.settings.change({ ...sandbox.settings.current, webhookDelayMs: 60_000 });
  await playAll();
});

/** Several together, since some take seconds; those first. Not all, or a busy machine would be slow to answer. */
async function playAll(): Promise<void> {
  const todo = WAYS.flatMap((way) => scenariosOf(way).map((scenario) => ({ way, scenario })));
  const isSlow = ({ scenario }: (typeof todo)[number]) => /slow|timeout|pending/.test(scenario.id);
  todo.sort((a, b) => Number(isSlow(a)) - Number(isSlow(b)));
  const work = async () => {
    for (let next = todo.pop(); next; next = todo.pop()) {
      const { way, scenario } = next;
      plays.set(way.name + scenario.id, await play(way.isEncrypted ? encrypting : plain, scenario, way));
    }
  };
  await Promise.all(Array.from({ length: 20 }, work));
}

after(() => Promise.all([plain.close(), encrypting.close()]));

const scenariosOf = ({ without = [] }: Way) => SCENARIOS.filter(({ id }) => !without.includes(id));

for (const way of WAYS) {
  describe(`a payment ${way.name}`, () => {
    for (const { id, label, told, charges } of scenariosOf(way)) {
      const played = () => plays.get(way.name + id) ?? assert.fail('it was not played');

      it(`${label}: the shopper is told "${told}"`, () => {
        assert.equal(played().first.outcome, told);
      });

      it(`${label}: ${charges === 0 ? 'nothing is charged' : 'one charge'}, however often it is tried`, () => {
        assert.equal(played().charges, charges);
      });

      it(`${label}: the page gets neither a key nor the card`, () => {
        const keys = [plain, encrypting].flatMap(({ sandbox }) => Object.values(sandbox?.keys ?? assert.fail()));
        const secrets = [...keys, PAN, `"${CVC}"`, ...SCENARIOS.map(({ card }) => card)];
        assert.deepEqual(
          secrets.filter((secret) => played().received.includes(secret)),
          [],
        );
      });
    }
  });
}

describe('what the shopper is told more exactly', () => {
  const played = (id: string) => plays.get(`by the switch, with the Test key${id}`) ?? assert.fail(id);
  const errorOf = ({ first }: Play) => ('error' in first ? first.error : assert.fail(first.outcome));

  for (const [id, code] of [
    ['declined', 'declined'],
    ['invalid', 'invalid_request'],
    ['http_401', 'not_authorized'],
    ['http_429', 'rate_limited'],
    ['http_409', 'conflict'],
    ['http_500', 'service_error'],
    ['http_503', 'attempt_unknown'], // the widget sends the same once more, and the proxy does not
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

  it('429 with Retry-After: when to come again', () => {
    assert.equal(errorOf(played('http_429')).retryAfter, 15);
  });

  it('an answer that echoes the key is masked, and the rest of it is there', () => {
    assert.match(played('echo_key').received, /"status":"succeeded".*"authorization":"(?!Bearer s)/);
  });
});

async function paidWith(proxy: string, reference: string, card: string): Promise<string> {
  const result = await pay({
    proxyUrl: plain.shopUrl + proxy,
    body: JSON.stringify(samplePayment({ reference, card: { number: card } })),
    idempotencyKey: newKey(),
    timeout: 25_000,
  });
  return 'error' in result ? result.error.code : result.outcome;
}

describe('the switch', () => {
  it('outweighs the number of the card', async () => {
    await choose(plain, 'order-1', 'declined');
    assert.equal(await paidWith('/qa/test', 'order-1', '4000000000000119'), 'declined');
  });

  it('is for one order only', async () => {
    await choose(plain, 'order-2', 'declined');
    assert.equal(await paidWith('/qa/test', 'order-3', PAN), 'paid');
  });

  it('stays as it was set, and can be set back', async () => {
    const told: string[] = [];
    for (const scenario of ['declined', undefined, null]) {
      if (scenario !== undefined) await choose(plain, 'order-4', scenario);
      told.push(await paidWith('/qa/test', 'order-4', PAN));
    }
    assert.deepEqual(told, ['declined', 'declined', 'paid']);
  });
});

it('no number stands for anything with a Live key', async () => {
  assert.equal(await paidWith('/qa/live', 'order-5', '4000000000004152'), 'paid');
});

it('nobody follows a redirect', async () => {
  await choose(plain, 'order-6', 'redirect');
  await paidWith('/qa/test', 'order-6', PAN);
  const [newest] = (await (await fetch(`${plain.serviceUrl}/sandbox/requests`)).json()) as RequestLogEntry[];
  assert.deepEqual([newest?.endpoint, newest?.status], ['POST /v1/payments', '302 Found']);
});
