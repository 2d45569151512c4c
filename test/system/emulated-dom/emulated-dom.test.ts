import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { installPackages } from '../../../tools/install-packages.js';

/** The built package in Node with an emulated DOM, as in unit tests of a shop. */

const run = promisify(execFile);
const FOLDER = 'test/system/emulated-dom';

const WINDOWS = {
  jsdom: `const { JSDOM } = require('jsdom'); const { window } = new JSDOM('<!doctype html>', { url: 'http://localhost/' });`,
  'happy-dom': `const { Window } = require('happy-dom'); const window = new Window({ url: 'http://localhost/' });`,
};

/** Runs code in a process with the globals of a window. @returns the JSON that it logs */
async function evaluate(setup: string, code: string): Promise<unknown> {
  const script = `
    import { createRequire } from 'node:module';
    const require = createRequire(${JSON.stringify(`${process.cwd()}/${FOLDER}/`)});
    ${setup}
    for (const name of ['document', 'customElements', 'HTMLElement', 'CustomEvent', 'Event']) {
      Object.defineProperty(globalThis, name, { value: window[name], configurable: true });
    }
    globalThis.fetch = () => { throw new Error('A request was sent.'); };
    const { PaymentSubmitEvent, PaymentSuccessEvent } = await import('payment-widget');
    const isDefinedBefore = customElements.get('payment-widget') !== undefined;
    await import('payment-widget/define');
    document.body.innerHTML = '<payment-widget amount="4999"></payment-widget>';
    const widget = document.querySelector('payment-widget');
    ${code}
    process.exit();`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);
  return JSON.parse(stdout);
}

before(() => {
  installPackages(FOLDER);
});

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

    it('has the type and flags of the events in a browser', async () => {
      const code = `const { type, bubbles, composed, cancelable } = new PaymentSuccessEvent({});
        console.log(JSON.stringify([type, bubbles, composed, cancelable]));`;
      assert.deepEqual(await evaluate(setup, code), ['payment-success', true, true, true]);
    });
  });
}
