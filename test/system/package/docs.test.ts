import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { events } from '../../support/manifest.js';

describe('the page for a Flutter app in demo/proxies/flutter.md', () => {
  it('closes after a paid or pending payment only', () => {
    const [, code = ''] = /^```js\n([^]*?)^```/m.exec(readFileSync('demo/proxies/flutter.md', 'utf8')) ?? [];
    const document = new EventTarget();
    const posted: string[] = [];
    runInNewContext(code, { document, window: { App: { postMessage: (what: string) => posted.push(what) } } });
    for (const { name } of events) document.dispatchEvent(new Event(name));
    assert.deepEqual(posted.sort(), ['pending', 'success']);
  });
});
