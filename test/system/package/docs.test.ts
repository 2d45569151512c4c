import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { FIELD_NAMES } from '../../../src/contract/optional-field-names.js';
import { LOG_EVENTS } from '../../../src/proxy/log.js';
import { events } from '../../support/manifest.js';

describe('the table of formats in docs/fields.md', () => {
  it('lists every field', () => {
    const [, section = ''] = readFileSync('docs/fields.md', 'utf8').split('## Formats');
    const [rows = ''] = section.split(/^## /m);
    const names = Array.from(rows.matchAll(/^\| `([\w-]+)` /gm), ([, name]) => name);
    assert.deepEqual(new Set(names), new Set(FIELD_NAMES));
  });
});

describe('the table of log events in docs/operations.md', () => {
  it('lists every event with its level', () => {
    const [, section = ''] = readFileSync('docs/operations.md', 'utf8').split('<!-- generated: log-events -->');
    const [rows = ''] = section.split('<!-- /generated -->');
    assert.deepEqual(
      Array.from(rows.matchAll(/^\| `(\w+)` +\| (\S+)/gm), ([, event, level]) => [event, level]),
      Object.entries(LOG_EVENTS).map(([event, [level]]) => [event, level]),
    );
  });
});

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
