import { Attempts } from '../../../src/proxy/attempts/attempts.js';
import { openLmdbStore } from '../../../src/proxy/attempts/stores/lmdb.js';

/** Claims attempts and marks them as sent, three at a time, until it is killed. Prints each confirmed write. */

const [path = '', name = ''] = process.argv.slice(2);
const attempts = new Attempts(await openLmdbStore({ path }));

async function sendForEver(lane: number): Promise<void> {
  for (let number = 0; ; number++) {
    const key = `${name}-${lane}-${number}`;
    const result = await attempts.claim({ key, reference: key, fingerprint: '' });
    if (result.kind !== 'claimed') throw new Error(`${key} is ${result.kind}`);
    process.stdout.write(`claimed ${key}\n`);
    await attempts.markSent(result.claim);
    process.stdout.write(`sent ${key}\n`);
  }
}

await Promise.all([1, 2, 3].map(sendForEver));
