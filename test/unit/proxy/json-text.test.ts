import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findFlaw } from 'payment-widget-proxy/base/json';

describe('findFlaw', () => {
  it('finds none in the output of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const json = JSON.stringify(value, null, space);
        fc.pre(!/"(__proto__|constructor|prototype)":/.test(json));
        assert.equal(findFlaw(json, 20), undefined);
      }),
    );
  });

  it('finds a duplicate name at any place, escaped or not', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const name = fc
      .string({ minLength: 1 })
      .filter((text) => !['__proto__', 'constructor', 'prototype'].includes(text));
    const escaped = (text: string) =>
      `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;
    fc.assert(
      fc.property(name, value, value, fc.boolean(), (name, before, after, isEscaped) => {
        fc.pre(!/"(__proto__|constructor|prototype)":/.test(JSON.stringify([before, after])));
        const again = isEscaped ? escaped(name) : JSON.stringify(name);
        const json = `[{"":${JSON.stringify(before)},${JSON.stringify(name)} :[${JSON.stringify(after)}], ${again}:1}]`;
        assert.equal(findFlaw(json, 20), 'name_twice');
      }),
    );
  });

  for (const [json, flaw] of [
    ['{"a":{"\\u005f_proto__":1}}', 'name_of_prototype'],
    ['[[[]]]', 'too_deep'],
    ['["[[", {"a":"b","b":"a"}]', undefined],
    ['{"a":1,"b":{"a":"a"},"c":["a","a"]}', undefined],
  ] as const) {
    it(`finds ${String(flaw)} in ${json}`, () => {
      assert.equal(findFlaw(json, 2), flaw);
    });
  }

  it('never throws, and takes linear time for an unterminated string', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', 'u', '1') }), (text) => {
        findFlaw(text, 8);
      }),
    );
    assert.equal(findFlaw(`"${'\\"'.repeat(200_000)}`, 8), undefined); // in quadratic time, it would take minutes
  });
});
