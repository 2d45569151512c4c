import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toPlainText } from '../../../src/contract/plain-text.js';

const SCRIPTS = Intl.supportedValuesOf('numberingSystem').filter((system) => {
  const digits = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(1234567890);
  return /^\p{Nd}{10}$/u.test(digits);
});

describe('toPlainText()', () => {
  it('returns ASCII digits for the digits of every numbering system', () => {
    const wrong = SCRIPTS.filter((system) => {
      const digits = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(1234567890);
      return toPlainText(digits) !== '1234567890';
    });
    assert.ok(SCRIPTS.length >= 50, `only ${SCRIPTS.length} numbering systems`);
    assert.deepEqual(wrong, []);
  });

  it('returns ASCII letters and punctuation for full-width characters', () => {
    assert.equal(toPlainText('ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ'), 'ada@example.com');
  });

  it('keeps other characters', () => {
    assert.equal(toPlainText('Zoë 李 ½?'), 'Zoë 李 1⁄2?');
  });
});
