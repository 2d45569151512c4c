import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PaymentFlow } from '../../src/payment-flow.js';
import { Setup } from '../../src/setup.js';

/** A flow whose page cannot accept a payment. */
function failingFlow(error: Error): { flow: PaymentFlow; events: Event[] } {
  const events: Event[] = [];
  const host = {
    order: () => ({ amount: 4999, currency: 'EUR', reference: undefined }),
    accept: () => Promise.reject(error),
    interpretResponse: () => undefined,
    phaseChanged: () => undefined,
    requestUpdate: () => undefined,
    dispatchEvent: (event: Event) => events.push(event) > 0,
  };
  return { flow: new PaymentFlow(host, new Setup(() => undefined)), events };
}

describe('a page that fails before anything is sent', () => {
  it('gives the error a code that says so', async () => {
    const outcome = await failingFlow(new TypeError('text.replace is not a function')).flow.submit();
    assert.deepEqual('error' in outcome && [outcome.error.code, outcome.error.outcome], ['form_failed', 'not_charged']);
  });

  it('tells the page', async () => {
    const { flow, events } = failingFlow(new TypeError('broken'));
    await flow.submit();
    assert.deepEqual(
      events.map(({ type }) => type),
      ['payment-failure'],
    );
  });

  it('does not lock the form', async () => {
    const { flow } = failingFlow(new TypeError('broken'));
    const first = flow.submit();
    await first;
    assert.notEqual(flow.submit(), first);
  });
});
