import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { parseRetryAfter } from '../../../src/contract/retry-after.js';
import { delayBeforeNext } from '../../../src/transport/client.js';

const NOW = Date.UTC(2026, 10, 21, 8, 0, 0);
/** The longest wait, in seconds. */
const LONGEST = 300;

describe('Retry-After', () => {
  for (const [header, seconds] of [
    ['0', 0],
    [' 120 ', 120],
    ['300', LONGEST],
    ['301', LONGEST],
    ['9'.repeat(400), LONGEST],
    ['Sat, 21 Nov 2026 08:00:30 GMT', 30],
    ['Sat, 21 Nov 2026 07:59:00 GMT', 0],
    ['Mon, 01 Jan 2035 00:00:00 GMT', LONGEST],
    ['Saturday, 21-Nov-26 08:00:30 GMT', 30],
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

  it('rounds a date up to whole seconds', () => {
    assert.equal(parseRetryAfter('Sat, 21 Nov 2026 08:00:30 GMT', NOW + 1), 30);
  });

  it('is from 0 to five minutes for any header', () => {
    const date = fc.date({ noInvalidDate: true }).map((when) => when.toUTCString());
    const digits = fc.stringMatching(/^\d+$/);
    fc.assert(
      fc.property(fc.oneof(digits, date, fc.string()), fc.integer({ min: 0, max: 4e12 }), (header, now) => {
        const seconds = parseRetryAfter(header, now);
        assert.ok(seconds === undefined || (Number.isInteger(seconds) && seconds >= 0 && seconds <= LONGEST));
      }),
    );
  });
});

describe('delay before a retry', () => {
  const chance = () => fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  it('is at most 4 s without Retry-After', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), chance(), (tries, random) => {
        const ms = delayBeforeNext(tries, undefined, random);
        assert.ok(ms >= 0 && ms <= 4000, String(ms));
      }),
    );
  });

  it('is at least Retry-After, and at most a fifth or a back-off more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat({ max: LONGEST }), chance(), (tries, seconds, random) => {
        const ms = delayBeforeNext(tries, seconds, random);
        assert.ok(ms >= seconds * 1000 && ms <= Math.max(seconds * 1200, 4000), String(ms));
      }),
    );
  });
});

describe('Retry-After in another time zone', () => {
  const zone = process.env['TZ'];
  before(() => {
    process.env['TZ'] = 'Pacific/Kiritimati';
  });
  after(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  for (const [form, header] of [
    ['an IMF date', 'Sat, 21 Nov 2026 08:00:30 GMT'],
    ['an RFC 850 date', 'Saturday, 21-Nov-26 08:00:30 GMT'],
    ['an asctime date, which is GMT', 'Sat Nov 21 08:00:30 2026'],
  ] as const) {
    it(`${form} has the same meaning`, () => {
      assert.equal(parseRetryAfter(header, NOW), 30);
    });
  }
});
