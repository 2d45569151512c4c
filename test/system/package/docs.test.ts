import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { ERRORS } from '../../../src/contract/errors.js';
import { LOG_EVENTS } from '../../../src/proxy/log.js';
import { FIELDS } from '../../../src/form/fields.js';
import { attributes, cssProperties, events, fields, methods, namesOf } from '../../support/manifest.js';

const readme = readFileSync('README.md', 'utf8');

/** The README's table under a heading: each row by the name in its first cell. */
function table(heading: string): Map<string, string> {
  const section = readme.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return new Map(
    Array.from(section.matchAll(/^\| `([^`]+?)(?:\(\))?` +\|(.*)/gm), ([, name = '', row = '']) => [name, row]),
  );
}

/** The default that a row of a table gives. */
const defaultIn = (row: string) => /Default:? `?([^`.;|]+)/.exec(row)?.[1]?.trim();

describe('the API tables of the README', () => {
  const tables: readonly (readonly [heading: string, names: readonly string[]])[] = [
    ['Attributes', namesOf(attributes)],
    ['Properties', namesOf(fields.filter(({ attribute }) => !attribute))],
    ['Methods', namesOf(methods)],
    ['Fields', Object.keys(FIELDS).sort()],
    ['Events', namesOf(events)],
    ['Look', namesOf(cssProperties)],
  ];
  for (const [heading, names] of tables) {
    it(`list what the custom elements manifest lists: ${heading}`, () => {
      assert.deepEqual([...table(heading).keys()].sort(), names);
    });
  }

  it('give the default values of attributes', () => {
    assert.deepEqual(
      Array.from(table('Attributes'), ([name, row]) => [name, defaultIn(row)]).sort(),
      attributes.map(({ name, default: value }) => [name, value]).sort(),
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

describe('the error table of the README', () => {
  it('lists every code with its outcome', () => {
    const outcomes = { no: 'not_charged', maybe: 'unknown' } as const;
    const documented = Array.from(table('Errors'), ([code, row]) => {
      const [, word = ''] = /^(?:[^|]*\|) *(no|maybe)\b/.exec(row) ?? [];
      return [code, outcomes[word as keyof typeof outcomes]];
    });
    assert.deepEqual(
      documented,
      Object.entries(ERRORS).map(([code, [outcome]]) => [code, outcome]),
    );
  });
});

describe('the table of log events of the README', () => {
  it('lists every event with its level', () => {
    const [, section = ''] = readme.split('**The log.**');
    const [events = ''] = section.split('\n\n').filter((part) => part.startsWith('|'));
    assert.deepEqual(
      Array.from(events.matchAll(/^\| `(\w+)` +\| (\S+)/gm), ([, name, level]) => [name, level]),
      Object.entries(LOG_EVENTS).map(([event, [level]]) => [event, level]),
    );
  });
});
