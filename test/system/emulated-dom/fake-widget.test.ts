import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evaluate as run, WINDOWS } from './evaluate.js';

/** The fake element of the built `payment-widget/testing`, as in unit tests of a shop. */

/** Vitest takes the files for Node. Jest, and Vitest with the conditions of some frameworks, take those for browsers. */
const CONDITIONS = { 'the files for Node': [], 'the files for browsers': ['browser'] };

for (const [name, setup] of Object.entries(WINDOWS)) {
  for (const [files, conditions] of Object.entries(CONDITIONS)) {
    describe(`a fake element in ${name} with ${files}`, () => {
      /** @returns the JSON that the code logs */
      const evaluate = (code: string) =>
        run(
          setup,
          `const all = await import('payment-widget');
          const { createFakeWidget } = await import('payment-widget/testing');
          const log = (value) => console.log(JSON.stringify(value));
          const nameOf = (event) => Object.entries(all).find(([, it]) => it === event.constructor)?.[0];
          ${code}`,
          conditions,
        );

      it('fires the event classes of payment-widget up to the document', async () => {
        const code = `const seen = [];
          const fake = createFakeWidget();
          document.body.append(fake.element);
          for (const type of ['ready', 'change', 'field', 'submit', 'failure', 'action', 'pending', 'success', 'unknown'])
            document.addEventListener('payment-' + type, (event) => seen.push(nameOf(event)));
          fake.ready();
          fake.change();
          fake.field({ field: 'card-number', type: 'focus' });
          await fake.pay('failed');
          await fake.pay({ outcome: 'action_required', action: { url: 'https://bank.example/' } });
          fake.settle('unknown');
          fake.settle('pending');
          fake.settle('paid');
          log(seen.filter((name) => name !== 'PaymentChangeEvent'));`;
        assert.deepEqual(await evaluate(code), [
          'PaymentReadyEvent',
          'PaymentFieldEvent',
          'PaymentSubmitEvent',
          'PaymentFailureEvent',
          'PaymentSubmitEvent',
          'PaymentActionEvent',
          'PaymentUnknownEvent',
          'PaymentPendingEvent',
          'PaymentSuccessEvent',
        ]);
      });

      it('has errors of the class of payment-widget', async () => {
        const code = `const { error } = await createFakeWidget().pay('failed');
          log([error instanceof all.PaymentError, error.code]);`;
        assert.deepEqual(await evaluate(code), [true, 'declined']);
      });

      it('takes the order from the attributes of an element that is there', async () => {
        const code = `document.body.innerHTML =
            '<payment-widget proxy-url="/pay" amount="1250" currency="CHF" reference="order-7"></payment-widget>';
          const fake = createFakeWidget({ element: document.querySelector('payment-widget') });
          const { amount, currency, reference, mode, restored } = await fake.element.submit();
          log([amount, currency, reference, mode, restored]);`;
        assert.deepEqual(await evaluate(code), [1250, 'CHF', 'order-7', 'test', false]);
      });

      it('gets the focus as an element whose field has it', async () => {
        const code = `const fake = createFakeWidget();
          document.body.append(fake.element);
          fake.element.focus();
          log([document.activeElement === fake.element, fake.element.hasAttribute('tabindex')]);`;
        assert.deepEqual(await evaluate(code), [true, false]);
      });
    });
  }

  it(`replaces the element that payment-widget/define has defined in ${name}`, async () => {
    const code = `await import('payment-widget/define');
      const { createFakeWidget } = await import('payment-widget/testing');
      document.body.innerHTML = '<payment-widget proxy-url="/pay" amount="1250" currency="CHF"></payment-widget>';
      const element = document.querySelector('payment-widget');
      const { outcome } = await createFakeWidget({ element }).pay();
      console.log(JSON.stringify([outcome, element.state]));`;
    assert.deepEqual(await run(setup, code), ['paid', 'paid']);
  });
}

it('payment-widget/testing loads no server and no sandbox', async () => {
  const code = `await import('payment-widget/testing');
    console.log(JSON.stringify(process.moduleLoadList.filter((name) => /^NativeModule (http|net)$/.test(name))));`;
  assert.deepEqual(await run('const window = globalThis;', code), []);
});
