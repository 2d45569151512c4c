import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CONNECT, VERSION } from 'payment-widget/isolated/messages/shared';
import { connect } from 'payment-widget/isolated/frame/port';

const SHOP = 'https://shop.example';

/** A window that waits for its page, and what it has heard. */
function waitForPage(t: { after: (run: () => void) => void }, isFramed = true) {
  const window = new EventTarget();
  const parent = isFramed ? new EventTarget() : window;
  const all = {
    window,
    parent,
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
  };
  Object.assign(globalThis, all);
  t.after(() => {
    for (const name of Object.keys(all)) Reflect.deleteProperty(globalThis, name);
  });
  let count = 0;
  connect([SHOP], () => {
    count++;
  });
  const hear = (message: object) => {
    const usual = { source: parent, origin: SHOP, data: { type: CONNECT, version: VERSION }, ports: [{}] };
    window.dispatchEvent(Object.assign(new Event('message'), usual, message));
    return count;
  };
  return hear;
}

describe('connect()', () => {
  it('takes one port from the page that holds the frame', (t) => {
    const hear = waitForPage(t);
    assert.deepEqual([hear({}), hear({})], [1, 1]);
  });

  for (const [what, message] of [
    ['another window', { source: new EventTarget() }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a page that brings no port', { ports: [] }],
    ['a page that sends something else', { data: { type: 'hello', version: VERSION } }],
  ] as const)
    it(`ignores ${what}, and still waits`, (t) => {
      const hear = waitForPage(t);
      assert.deepEqual([hear(message), hear({})], [0, 1]);
    });

  it('takes no port of a page with other messages, and logs it', (t) => {
    const { mock } = t.mock.method(console, 'error', () => undefined);
    const hear = waitForPage(t);
    assert.deepEqual([hear({ data: { type: CONNECT, version: VERSION + 1 } }), mock.callCount()], [0, 1]);
  });

  it('waits for nobody in a window of its own', (t) => {
    assert.equal(waitForPage(t, false)({}), 0);
  });
});
