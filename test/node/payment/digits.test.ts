import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toPlainText } from '../../../src/payment/digits.js';

const SCRIPTS = Intl.supportedValuesOf('numberingSystem').filter((system) => {
  const digits = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(1234567890);
  return /^\p{Nd}{10}$/u.test(digits);
});

describe('plain text', () => {
  for (const system of SCRIPTS) {
    it(`has ASCII digits for those of the numbering system ${system}`, () => {
      const digits = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(1234567890);
      assert.equal(toPlainText(digits), '1234567890');
    });
  }

  it('covers the scripts that shoppers type in', () => {
    const typed = ['arab', 'arabext', 'beng', 'deva', 'fullwide', 'khmr', 'latn', 'mymr', 'thai'];
    assert.deepEqual(
      typed.filter((system) => !SCRIPTS.includes(system)),
      [],
    );
  });

  it('has ASCII letters and marks for full-width ones', () => {
    assert.equal(toPlainText('ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ'), 'ada@example.com');
  });

  it('keeps everything else', () => {
    assert.equal(toPlainText('Zoë 李 ½?'), 'Zoë 李 1⁄2?');
  });
});
