import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findFlaw, tokensOf } from '../../../src/proxy/json-text.js';

const textsOf = (json: string) => Array.from(tokensOf(json), ({ text }) => text);

describe('tokensOf', () => {
  it('returns everything except white space', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        assert.equal(textsOf(JSON.stringify(value, null, space)).join(''), JSON.stringify(value));
      }),
    );
  });

  it('returns the position of each token', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        for (const { text, at } of tokensOf(json)) assert.ok(json.startsWith(text, at));
      }),
    );
  });

  it('marks member names', () => {
    const names = Array.from(tokensOf('{"a" : ["b", {"c":"d"}], "e":null}')).filter(({ isName }) => isName);
    assert.deepEqual(
      names.map(({ text }) => text),
      ['"a"', '"c"', '"e"'],
    );
  });

  // A search to the end from each quote would take quadratic time.
  for (const [what, json] of [
    ['an unterminated string with quotes', `"${'\\"'.repeat(100)}`],
    ['an unterminated string with a final escape', `"${'\\"'.repeat(100)}\\`],
    ['an unterminated string of many lines', `"${'\n'.repeat(100)}`],
  ] as const) {
    it(`returns one token for ${what}`, () => {
      assert.deepEqual(textsOf(json), [json]);
    });
  }
});

const nameOf = (token: string) => JSON.parse(token) as string;

/** Nested objects. Each of their members can be repeated. */
const tree = fc.letrec<{ value: unknown; object: object }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.string(), fc.integer(), fc.array(fc.string()), tie('object')),
  object: fc.dictionary(fc.string({ minLength: 1 }), tie('value'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
})).object;

describe('findFlaw', () => {
  it('finds none in the output of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        fc.pre(!/"(__proto__|constructor|prototype)":/.test(JSON.stringify(value)));
        assert.equal(findFlaw(JSON.stringify(value), 20), undefined);
      }),
    );
  });

  it('finds a duplicate name at any place, escaped or not', () => {
    fc.assert(
      fc.property(tree, fc.nat(), fc.boolean(), (value, choice, isEscaped) => {
        const json = JSON.stringify(value);
        const names = Array.from(tokensOf(json)).filter(({ isName }) => isName);
        const { text, at } = names[choice % names.length] ?? assert.fail();
        const again = isEscaped ? escaped(nameOf(text)) : text;
        const flawed = `${json.slice(0, at)}${again}:null,${json.slice(at)}`;
        assert.doesNotThrow(() => JSON.parse(flawed) as unknown);
        const expected = /^(__proto__|constructor|prototype)$/.test(nameOf(text)) ? 'name_of_prototype' : 'name_twice';
        fc.pre(!/"(__proto__|constructor|prototype)":/.test(json) || expected === 'name_of_prototype');
        assert.equal(findFlaw(flawed, 20), expected);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', 'u', '1') }), (text) => {
        findFlaw(text, 8);
      }),
    );
  });
});

const escaped = (text: string) =>
  `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;
