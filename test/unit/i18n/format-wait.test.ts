import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatWait } from '../../../src/i18n/format-wait.js';
import { LANGUAGES } from '../../../src/i18n/languages.js';

describe('formatWait()', () => {
  for (const [seconds, text] of [
    [0, '0 sec'],
    [1, '1 sec'],
    [59, '59 sec'],
    [60, '1 min'],
    [61, '1 min 1 sec'],
    [297, '4 min 57 sec'],
    [300, '5 min'],
  ] as const) {
    it(`writes ${seconds} seconds as ${text}`, () => {
      assert.equal(formatWait(seconds, 'en'), text);
    });
  }

  for (const locale of Object.keys(LANGUAGES)) {
    it(`names minutes and seconds in ${new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale}`, () => {
      const digits = (count: number) => new Intl.NumberFormat(locale).format(count);
      assert.match(formatWait(297, locale), new RegExp(`(${digits(4)}\\D+${digits(57)}).*`));
    });
  }
});
