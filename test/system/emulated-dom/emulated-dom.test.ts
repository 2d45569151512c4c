import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evaluate as run, WINDOWS } from './evaluate.js';

/** The built package in Node with an emulated DOM, as in unit tests of a shop. */

const evaluate = (setup: string, code: string) =>
  run(
    setup,
    `const { PaymentSubmitEvent, PaymentSuccessEvent } = await import('payment-widget');
    const isDefinedBefore = customElements.get('payment-widget') !== undefined;
    await import('payment-widget/define');
    document.body.innerHTML = '<payment-widget amount="4999"></payment-widget>';
    const widget = document.querySelector('payment-widget');
    ${code}`,
  );

for (const [name, setup] of Object.entries(WINDOWS)) {
  describe(`in ${name}`, () => {
    it('only payment-widget/define defines the element', async () => {
      const code = `console.log(JSON.stringify([isDefinedBefore, widget instanceof customElements.get('payment-widget')]));`;
      assert.deepEqual(await evaluate(setup, code), [false, true]);
    });

    it('the element sends nothing', async () => {
      const code = `const { outcome, error, restored } = await widget.submit();
        console.log(JSON.stringify([outcome, error.code, restored, widget.state, widget.valid, widget.validate()]));`;
      assert.deepEqual(await evaluate(setup, code), ['failed', 'not_loaded', false, 'loading', false, false]);
    });

    it('an event reaches a listener of the document', async () => {
      const code = `document.addEventListener('payment-success', ({ detail }) => console.log(JSON.stringify(detail)));
        widget.dispatchEvent(new PaymentSuccessEvent({ reference: 'order-1042' }));`;
      assert.deepEqual(await evaluate(setup, code), { reference: 'order-1042' });
    });

    it('payment-submit can be prevented', async () => {
      const code = `widget.addEventListener('payment-submit', (event) => {
          event.waitUntil(Promise.resolve());
          event.preventDefault();
        });
        console.log(JSON.stringify(widget.dispatchEvent(new PaymentSubmitEvent({}))));`;
      assert.equal(await evaluate(setup, code), false);
    });

    it('has the settings as properties', async () => {
      const code = `widget.reference = 'order-1042';
        console.log(JSON.stringify([widget.amount, widget.reference, widget.requestTimeout, 'proxyUrl' in widget]));`;
      assert.deepEqual(await evaluate(setup, code), [4999, 'order-1042', 55000, true]);
    });

    it('payment-submit calls back for a check of the page', async () => {
      const code = `widget.addEventListener('payment-submit', (event) => event.waitUntil('a check'));
        widget.dispatchEvent(new PaymentSubmitEvent({}, (check) => console.log(JSON.stringify(check))));`;
      assert.equal(await evaluate(setup, code), 'a check');
    });

    it('has the type and flags of the events in a browser', async () => {
      const code = `const { type, bubbles, composed, cancelable } = new PaymentSuccessEvent({});
        console.log(JSON.stringify([type, bubbles, composed, cancelable]));`;
      assert.deepEqual(await evaluate(setup, code), ['payment-success', true, true, true]);
    });
  });
}
