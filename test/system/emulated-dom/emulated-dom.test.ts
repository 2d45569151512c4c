import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';

/** The built package in Node with an emulated DOM, as in unit tests of a shop. */

const WINDOWS = {
  jsdom: `const { JSDOM } = require('jsdom'); const { window } = new JSDOM('<!doctype html>', { url: 'http://localhost/' });`,
  'happy-dom': `const { Window } = require('happy-dom'); const window = new Window({ url: 'http://localhost/' });`,
};

/** Vitest takes the files for Node. Jest, and Vitest with the conditions of some frameworks, take those for browsers. */
const CONDITIONS = { 'the files for Node': [], 'the files for browsers': ['browser'] };

const ELEMENT = '<payment-widget proxy-url="/pay" amount="1250" currency="CHF" reference="order-7"></payment-widget>';

/**
 * Runs code in a process with the globals of a window, in which no request is possible.
 * @returns the JSON of what it logs
 */
async function evaluate(setup: string, code: string, conditions: readonly string[] = []): Promise<unknown> {
  const script = `
    import { createRequire } from 'node:module';
    const require = createRequire(${JSON.stringify(`${process.cwd()}/test/system/emulated-dom/`)});
    ${setup}
    for (const name of ['document', 'customElements', 'HTMLElement', 'CustomEvent', 'Event']) {
      Object.defineProperty(globalThis, name, { value: window[name], configurable: true });
    }
    globalThis.fetch = () => { throw new Error('A request was sent.'); };
    const log = (value) => console.log(JSON.stringify(value));
    ${code}
    process.exit();`;
  const args = [...conditions.map((name) => `--conditions=${name}`), '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

for (const [name, setup] of Object.entries(WINDOWS)) {
  describe(`in ${name}`, () => {
    it('payment-widget/define defines an element that has the settings and sends nothing', async () => {
      const code = `await import('payment-widget');
        const isDefined = customElements.get('payment-widget') !== undefined;
        await import('payment-widget/define');
        document.body.innerHTML = '${ELEMENT}';
        const widget = document.querySelector('payment-widget');
        const { outcome, error } = await widget.submit();
        log([isDefined, widget.amount, widget.requestTimeout, outcome, error.code, widget.state, widget.validate()]);`;
      const expected = [false, 1250, 55000, 'failed', 'not_loaded', 'loading', false];
      assert.deepEqual(await evaluate(setup, code), expected);
    });

    it('the events are those of a browser', async () => {
      const code = `const { PaymentSubmitEvent, PaymentSuccessEvent } = await import('payment-widget');
        const element = document.body.appendChild(document.createElement('payment-widget'));
        const seen = [];
        document.addEventListener('payment-success', ({ detail, cancelable }) => seen.push(detail, cancelable));
        element.dispatchEvent(new PaymentSuccessEvent({ reference: 'order-1042' }));
        element.addEventListener('payment-submit', (event) => {
          event.waitUntil('a check');
          event.preventDefault();
        });
        seen.push(element.dispatchEvent(new PaymentSubmitEvent({}, (check) => seen.push(check))));
        log(seen);`;
      assert.deepEqual(await evaluate(setup, code), [{ reference: 'order-1042' }, true, 'a check', false]);
    });

    for (const [files, conditions] of Object.entries(CONDITIONS)) {
      it(`a fake element fires the event classes of payment-widget up to the document, with ${files}`, async () => {
        const code = `const all = await import('payment-widget');
          const { createFakeWidget } = await import('payment-widget/testing');
          const nameOf = (it) => Object.entries(all).find(([, one]) => one === it.constructor)?.[0];
          document.body.innerHTML = '${ELEMENT}';
          const fake = createFakeWidget({ element: document.querySelector('payment-widget') });
          const seen = [];
          for (const type of ['ready', 'field', 'submit', 'failure', 'action', 'pending', 'success', 'unknown'])
            document.addEventListener('payment-' + type, (event) => seen.push(nameOf(event)));
          fake.ready();
          fake.field({ field: 'card-number', type: 'focus' });
          const { error, amount, reference } = await fake.pay('failed');
          seen.push(nameOf(error), error.code, amount, reference);
          await fake.pay({ outcome: 'action_required', action: { url: 'https://bank.example/' } });
          for (const outcome of ['unknown', 'pending', 'paid']) fake.settle(outcome);
          fake.element.focus();
          log([...seen, document.activeElement === fake.element, fake.element.hasAttribute('tabindex')]);`;
        assert.deepEqual(await evaluate(setup, code, conditions), [
          ...['PaymentReadyEvent', 'PaymentFieldEvent', 'PaymentSubmitEvent', 'PaymentFailureEvent'],
          ...['PaymentError', 'declined', 1250, 'order-7'],
          ...['PaymentSubmitEvent', 'PaymentActionEvent'],
          ...['PaymentUnknownEvent', 'PaymentPendingEvent', 'PaymentSuccessEvent'],
          ...[true, false],
        ]);
      });
    }

    for (const define of ['payment-widget/define', 'payment-widget']) {
      it(`the steps for a browser name the fake element, which works after an import of ${define}`, async () => {
        const code = `await import('${define}');
          const { createFakeWidget } = await import('payment-widget/testing');
          const { expectOutcome, fillPayment, pay } = await import('payment-widget/testing/element');
          document.body.innerHTML = '${ELEMENT}';
          const fake = createFakeWidget({ element: document.querySelector('payment-widget') });
          const errors = [];
          for (const step of [fillPayment, pay, (root) => expectOutcome(root, 'paid')])
            await step(document).catch(({ code, message }) => errors.push([code, message.includes('createFakeWidget()')]));
          log([...errors, (await fake.pay()).outcome]);`;
        const error = ['no_browser', true];
        assert.deepEqual(await evaluate(setup, code), [error, error, error, 'paid']);
      });
    }
  });
}

it('payment-widget/testing needs a DOM for a fake, and loads no server and no sandbox', async () => {
  const code = `const { createFakeWidget } = await import('payment-widget/testing');
    let name = '';
    try { delete globalThis.document; createFakeWidget(); } catch (error) { name = error.name; }
    log([name, process.moduleLoadList.filter((name) => /^NativeModule (http|net)$/.test(name))]);`;
  assert.deepEqual(await evaluate('const window = globalThis;', code), ['FakeWidgetError', []]);
});
