import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { newKey, payAs } from '../../support/node-proxy.js';
import { answer, inTurn, startRecorder } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { until } from '../../support/until.js';
import { SHORT_TIMES, startMortalProxy, type MortalProxy } from '../faults/campaign/mortal-proxy.js';
import { times } from '../effort.js';

const KILLS = times(10);
/** Programs at a time, over one store. */
const PROGRAMS = 2;
/** Shoppers at a time. */
const LANES = 4;
/** Longest life of a program after it listens, in ms. */
const LIFE = 600;
/** By how much the clock is ahead after each restart, in ms: longer than a lease. */
const AHEAD = 60_000;
const SECRET = `whsec_${Buffer.from('the secret of webhooks in tests.').toString('base64')}`;

/** What tests read of a webhook. */
interface Settled {
  readonly data: { readonly reference: string; readonly outcome: string };
}

it(`sends a webhook for each paid attempt when programs are killed ${KILLS} times`, async (t: TestContext) => {
  const service = await startRecorder(t, inTurn(answer(402, '{}'), answer(200, '{"id":"pay_1"}')));
  const shop = await startRecorder(t, (response, request) => {
    const status = Math.random() < 0.1 ? 500 : 204;
    setTimeout(() => {
      answer(status)(response, request);
    }, Math.random() * 200);
  });
  const settings = {
    PAYMENTS_BASE_URL: service.url,
    PAYMENTS_API_KEY: 'sk_test',
    PAYMENTS_STORE: `lmdb:${await temporaryFolder(t)}`,
    SETTLED_URL: shop.url,
    SETTLED_SECRET: SECRET,
  };
  const restart = { after: 0, ahead: AHEAD };
  const start = () => startMortalProxy(t, { settings, times: SHORT_TIMES, restart });
  const programs = await Promise.all(Array.from({ length: PROGRAMS }, start));

  const paid: string[] = [];
  let isOver = false;
  const lane = async (number: number): Promise<void> => {
    for (let order = 0; !isOver; order++) {
      const reference = `order-${number}-${order}`;
      const { origin } = programs[order % PROGRAMS] as MortalProxy;
      const response = await payAs(`${origin}/pay`, newKey(), samplePayment({ reference })).catch(() => undefined);
      if (response?.status === 200) paid.push(reference);
      else await wait(20);
    }
  };
  const lanes = Array.from({ length: LANES }, (_, number) => lane(number));
  for (let kill = 0; kill < KILLS; kill++) {
    const program = programs[kill % PROGRAMS] as MortalProxy;
    await wait(Math.random() * LIFE);
    await program.kill();
    await program.restarted();
  }
  isOver = true;
  await Promise.all(lanes);

  const webhook = new Webhook(SECRET);
  /** The genuine ones; the clock of the programs is ahead. */
  const webhooks = () =>
    shop.requests.map(({ body, headers }) => {
      const id = String(headers['webhook-id']);
      const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000);
      assert.equal(headers['webhook-signature'], webhook.sign(id, sentAt, body));
      const { reference, outcome } = (JSON.parse(body) as Settled).data;
      return { id, fact: `${reference} ${outcome}`, reference };
    });
  const missing = () => {
    const facts = new Set(webhooks().map(({ fact }) => fact));
    return paid.filter((reference) => !facts.has(`${reference} paid`));
  };
  await until(() => missing().length === 0).catch(() => undefined);
  const sent = webhooks();
  const repeated = sent.length - new Set(sent.map(({ id }) => id)).size;
  t.diagnostic(`${paid.length} paid, ${sent.length} webhooks, ${repeated} of them repeated`);
  const asked = new Set(service.requests.map(({ body }) => (JSON.parse(body) as { reference: string }).reference));
  const unfounded = sent.filter(({ reference }) => !asked.has(reference));
  assert.deepEqual([missing(), unfounded], [[], []]);
  assert.ok(paid.length > KILLS, `only ${paid.length} payments`);
});
