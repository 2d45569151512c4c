import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CONNECT, VERSIONS } from '../../../src/element/isolated/messages/shared.js';
import { connect } from '../../../src/frame/port.js';

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
  const versions: number[] = [];
  connect([SHOP], (_, version) => versions.push(version));
  const hear = (message: object) => {
    const usual = { source: parent, origin: SHOP, data: { type: CONNECT, versions: VERSIONS }, ports: [{}] };
    window.dispatchEvent(Object.assign(new Event('message'), usual, message));
    return versions.length;
  };
  return { hear, versions };
}

describe('connect()', () => {
  it('takes one port from the page that holds the frame', (t) => {
    const { hear, versions } = waitForPage(t);
    hear({});
    hear({});
    assert.deepEqual(versions, VERSIONS.slice(0, 1));
  });

  for (const [what, message] of [
    ['another window', { source: new EventTarget() }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a page that brings no port', { ports: [] }],
    ['a page that sends something else', { data: { type: 'hello', versions: VERSIONS } }],
    ['a page without versions', { data: { type: CONNECT } }],
  ] as const)
    it(`ignores ${what}, and still waits`, (t) => {
      const { hear } = waitForPage(t);
      assert.deepEqual([hear(message), hear({})], [0, 1]);
    });

  it('waits for nobody in a window of its own', (t) => {
    assert.equal(waitForPage(t, false).hear({}), 0);
  });
});
