import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRetryAfter } from 'payment-widget/contract/meaning';

const NOW = Date.UTC(2026, 10, 21, 8, 0, 0);
/** The longest wait, in seconds. */
const LONGEST = 300;

describe('Retry-After', () => {
  for (const [header, seconds] of [
    ['0', 0],
    ['300', LONGEST],
    ['9'.repeat(400), LONGEST],
    ['Sat, 21 Nov 2026 08:00:30 GMT', 30],
    ['Mon, 01 Jan 2035 00:00:00 GMT', LONGEST],
    ['Saturday, 21-Nov-26 08:00:30 GMT', 30],
    ['Sat Nov 21 08:00:30 2026', 30],
  ] as const) {
    it(`"${header.slice(0, 40)}": ${seconds} seconds`, () => {
      assert.equal(parseRetryAfter(header, NOW), seconds);
    });
  }

  for (const header of [null, '', ' ', '-5', '0x10', 'soon', '2026-11-21', 'Sat, 99 Foo 2026 08:00:00 GMT']) {
    it(`${header === null ? 'no header' : `"${header}"`}: undefined`, () => {
      assert.equal(parseRetryAfter(header, NOW), undefined);
    });
  }
});
