import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { QaEvent } from '../../../demo/qa/qa-events.js';
import { withDemo } from '../../support/demo.js';
import { newKey, post } from '../../support/node-proxy.js';
import { CVC, PAN, samplePayment } from '../../support/sample-payment.js';

const context = withDemo();

it('the log of an order has its requests and its charge, and no secrets', async () => {
  const reference = 'qa-log';
  await post(`${context.shopUrl}/qa/test`, samplePayment({ reference }), { 'Idempotency-Key': newKey() });
  const { body } = await fetch(`${context.shopUrl}/qa/events?reference=${reference}`);
  let text = '';
  const events = () => (text.match(/(?<=^data: ).*(?=\n\n)/gm) ?? []).map((line) => JSON.parse(line) as QaEvent);
  const hops = () => events().flatMap(({ exchange }) => (exchange?.response ? [exchange.hop] : []));
  const isComplete = () =>
    ['page', 'service', 'webhook'].every((hop) => hops().includes(hop as 'page')) &&
    events().some(({ ledger }) => ledger?.length === 1) &&
    events().some(({ settled }) => settled?.outcome === 'paid');
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (isComplete()) break;
  }
  const secrets = [PAN, `"${CVC}"`, ...Object.values(context.sandbox.keys)];
  assert.deepEqual(
    secrets.filter((secret) => text.includes(secret)),
    [],
  );
});
