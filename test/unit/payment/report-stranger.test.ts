import assert from 'node:assert/strict';
import { it } from 'node:test';
import { reportStranger } from '../../../src/payment/report-stranger.js';

it('the console names the cache of a foreign answer, once', (t) => {
  const warn = t.mock.method(console, 'warn', () => undefined);
  for (const age of ['31', '32']) reportStranger(new Response(null, { headers: { Age: age } }), 'other');
  const [text = ''] = (warn.mock.calls[0]?.arguments ?? []) as string[];
  assert.deepEqual([warn.mock.callCount(), /This answer came from a cache \(Age: 31\)/.test(text)], [1, true]);
});
