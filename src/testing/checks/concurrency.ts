import assert from 'node:assert/strict';
import { add, change, check, newNames, valueOf, type StoreUsers } from '../support.js';

const WRITERS = 40;

export function testConcurrency(users: StoreUsers): void {
  const writers = () => Array.from({ length: WRITERS }, (_, index) => users()[index % 2 ? 1 : 0]);

  check(`lets one of ${WRITERS} writers win`, async () => {
    const name = newNames();
    const wins = await Promise.all(writers().map((store) => store.swap([add(name('a'), '1'), add(name('b'), '1')])));
    const count = wins.filter(Boolean).length;
    assert.equal(count, 1, `${count} writers won the same swap. Compare and write in one atomic step.`);
  });

  check('loses no change', async () => {
    const [store] = users();
    const name = newNames();
    await Promise.all(
      writers().map(async (writer) => {
        for (let isDone = false; !isDone;) {
          const before = await valueOf(writer, name());
          isDone = await writer.swap([change(name(), before, String(Number(before ?? 0) + 1))]);
        }
      }),
    );
    const message = 'A change was overwritten by a swap that did not see it. Compare and write in one atomic step.';
    assert.equal(await valueOf(store, name()), String(WRITERS), message);
  });
}
