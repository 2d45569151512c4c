import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evaluate, WINDOWS } from './evaluate.js';

/** The built steps for browsers, by mistake in an emulated DOM. */

for (const [name, setup] of Object.entries(WINDOWS)) {
  describe(`the steps for a browser in ${name}`, () => {
    for (const define of ['payment-widget/define', 'payment-widget']) {
      it(`name the fake element at once, after an import of ${define}`, async () => {
        const code = `await import('${define}');
          const { createFakeWidget } = await import('payment-widget/testing');
          const { expectOutcome, fillPayment, pay } = await import('payment-widget/testing/element');
          document.body.innerHTML = '<payment-widget amount="4999"></payment-widget>';
          if ('${define}' === 'payment-widget') createFakeWidget({ element: document.querySelector('payment-widget') });
          const errors = [];
          for (const step of [fillPayment, pay, (root) => expectOutcome(root, 'paid')])
            await step(document).catch(({ code, message }) => errors.push([code, message.includes('createFakeWidget()')]));
          console.log(JSON.stringify(errors));`;
        const error = ['no_browser', true];
        assert.deepEqual(await evaluate(setup, code), [error, error, error]);
      });
    }
  });
}
