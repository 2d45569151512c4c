import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import lock from '../../../demo/frameworks/package-lock.json' with { type: 'json' };

describe('the lock file of the framework examples', () => {
  it('names no registry, so `npm ci` uses the configured one', () => {
    const packages = Object.values(lock.packages as Record<string, { resolved?: string; link?: boolean }>);
    const addresses = packages.flatMap(({ resolved = '', link }) => (link || !resolved ? [] : resolved));
    assert.deepEqual(addresses, ['file:../../payment-widget.tgz']);
  });
});
