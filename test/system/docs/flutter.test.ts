import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';

const read = (name: string) => readFileSync(`docs/examples/languages/${name}`, 'utf8');

describe('the checkout page in a Flutter app', () => {
  /** The rule is an expression that means the same in JavaScript: the tests need no Dart. */
  function mayOpen(url: string, isMainFrame: boolean): unknown {
    const [, rule] = /^bool mayOpen\(.*\) => (.+);$/m.exec(read('checkout.dart')) ?? [];
    return runInNewContext(String(rule), { url, isMainFrame });
  }

  it('gives way to the page of a bank, and comes back', () => {
    for (const url of ['https://bank.example/confirm?id=1', 'https://shop.example/checkout?order=1'])
      assert.equal(mayOpen(url, true), true, url);
  });

  it('shows the isolated form and other frames', () => {
    for (const url of ['https://pay.shop.example/pay/frame?lang=en', 'about:srcdoc'])
      assert.equal(mayOpen(url, false), true, url);
  });

  it('gives way to nothing without TLS, and to no other scheme', () => {
    for (const url of ['http://bank.example/', 'javascript:alert(1)', 'intent://scan/'])
      assert.equal(mayOpen(url, true), false, url);
  });

  it('tells the app of a paid or pending payment only', () => {
    const document = new EventTarget();
    const posted: string[] = [];
    const window = { App: { postMessage: (what: string) => posted.push(what) } };
    runInNewContext(read('checkout-in-app.js'), { document, window });
    for (const type of ['ready', 'submit', 'success', 'pending', 'failure', 'unknown'])
      document.dispatchEvent(new Event(`payment-${type}`));
    assert.deepEqual(posted.sort(), ['pending', 'success']);
  });
});
