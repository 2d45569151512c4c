import assert from 'node:assert/strict';
import { once } from 'node:events';
import { before, describe, it, mock } from 'node:test';
import type { Clock } from 'payment-widget/contract/clock';
import type { NextAction } from 'payment-widget/contract/next-action';
import { PAGE_NETWORKS } from 'payment-widget-testing/sandbox/page-network';
import { SCENARIOS, type Scenario, type ScenarioId } from 'payment-widget-testing/sandbox/scenarios';
import { pay } from 'payment-widget/payment/send-attempt';
import type { PayResult } from 'payment-widget/payment/proxy-request';
import { withDemo, type DemoContext } from '../../support/demo.js';
import { newKey } from '../../support/node-proxy.js';
import { CVC, PAN, samplePayment } from '../../support/sample-payment.js';
import { until } from '../../support/until.js';

/** What the sandbox does after seconds only; its own tests play it. */
const LATE = ['success_slow', 'pending'];

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

/** Pays like the widget, resends the same request like a browser, and then pays again with a new attempt. */
async function play({ demo, sandbox }: DemoContext, scenario: Scenario<ScenarioId>) {
  const reference = `order-${scenario.id}`;
  const charges = () => sandbox.ledger.entries(reference).length;
  const received: string[] = [];
  const isCharged = () => until(() => charges() > 0);
  const never = () => new Promise<void>(() => undefined);
  const attempt = (amount = 4999) => ({
    proxyUrl: `${demo.shopUrl}/qa/test`,
    body: JSON.stringify(samplePayment({ amount, reference })),
    idempotencyKey: newKey(),
    timeout: 25_000,
    clock: new HastyClock(scenario.id === 'timeout' ? isCharged : never),
    idempotent: true,
    recovery: true,
    binds: true,
    online: () => scenario.id !== 'offline', // what the QA page does for it
    fetch: async (...args: Parameters<typeof fetch>) => {
      const response = await (PAGE_NETWORKS[scenario.id]?.(fetch) ?? fetch)(...args);
      received.push(JSON.stringify([...response.headers]), await response.clone().text());
      return response;
    },
  });
  const choice = { method: 'PUT', headers: { 'Content-Type': 'application/json' } };
  const chosen = JSON.stringify({ reference, scenario: scenario.id });
  assert.equal((await fetch(`${demo.shopUrl}/qa/scenario`, { ...choice, body: chosen })).status, 200);

  let one = attempt();
  let first: PayResult = await pay(one);
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
  return { outcome: first.outcome, charges: charges(), received: received.join('\n') };
}

/** What the shopper does on the page of the bank. */
async function answerBank({ url, fields }: NextAction, { id }: Scenario): Promise<void> {
  const post = (address: string, body: Record<string, string>) =>
    fetch(address, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' });
  assert.equal((await post(url, { ...fields })).status, 200);
  const answer = { bank_confirmed: 'confirm', bank_refused: 'refuse', bank_late: 'late' }[id];
  if (answer) assert.equal((await post(`${url}/answer`, { ...fields, answer })).status, 303);
}

describe('a scenario of the demo', { concurrency: 4 }, () => {
  const plain = withDemo();
  /** Its webhooks arrive at once, since only they settle a confirmation by the bank. */
  const prompt = withDemo();

  before(async () => {
    // The proxies log every unknown outcome.
    for (const level of ['warn', 'error'] as const) mock.method(console, level, () => undefined);
    // A webhook must not settle the first outcome.
    for (const [{ sandbox }, webhookDelayMs] of [
      [plain, 60_000],
      [prompt, 0],
    ] as const)
      sandbox.settings.current.webhookDelayMs = webhookDelayMs;
  });

  for (const scenario of SCENARIOS.filter(({ id }) => !LATE.includes(id))) {
    const { label, by, outcome, charges } = scenario;
    it(`${label}: outcome ${outcome}, ${charges} charged after three tries, no secrets for the page`, async () => {
      const context = by === 'bank' ? prompt : plain;
      const played = await play(context, scenario);
      const secrets = [...Object.values(context.sandbox.keys), PAN, `"${CVC}"`];
      const found = secrets.filter((secret) => played.received.includes(secret));
      assert.deepEqual([played.outcome, played.charges, found], [outcome, charges, []]);
    });
  }
});
