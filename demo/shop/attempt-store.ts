import type { AttemptStore } from '../../src/proxy/attempts/store.js';
import type { Table } from '../data/table.js';

interface Entry {
  readonly value: string;
  /** In ms since 1970; never, if left out. */
  readonly expires?: number | undefined;
}

/**
 * Payment attempts in the shop's own database. It is a store for one process, good enough for a demo whose keys move no
 * money: what was written is there after a `kill -9`, but not after a power cut.
 */
export function createTableStore(table: Table<Entry>): AttemptStore {
  const isOver = ({ expires }: Entry) => expires !== undefined && expires <= Date.now();

  function valueOf(name: string): string | undefined {
    const entry = table.get(name);
    return entry && !isOver(entry) ? entry.value : undefined;
  }

  const over = table.keys().filter((name) => valueOf(name) === undefined);
  // Should they not be taken away, no later write succeeds either, and whoever waits for one is told.
  table.write(over.map((name) => table.change(name, undefined))).catch(() => undefined);

  return {
    volatile: !table.isDurable,
    read: (names) => Promise.resolve(names.map(valueOf)),
    async swap(changes) {
      // Looked at and written in one go: nobody comes in between.
      if (changes.some(({ name, before }) => valueOf(name) !== before)) return false;
      await table.write(
        changes.map(({ name, after, expiresIn }) => {
          const expires = expiresIn === undefined ? undefined : Date.now() + expiresIn;
          return table.change(name, after === undefined ? undefined : { value: after, expires });
        }),
      );
      return true;
    },
  };
}
