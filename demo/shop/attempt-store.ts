import type { AttemptStore } from '../../src/proxy/index.js';
import type { Table } from '../../src/sandbox/database.js';

interface Entry {
  readonly value: string;
  /** In ms since 1970; `undefined` means never. */
  readonly expires?: number | undefined;
}

/**
 * Stores payment attempts in the shop's database. Single-process, and good enough for a demo: data survives `kill -9`,
 * but not a power failure.
 */
export function createTableStore(table: Table<Entry>): AttemptStore {
  const isExpired = ({ expires }: Entry) => expires !== undefined && expires <= Date.now();

  function valueOf(name: string): string | undefined {
    const entry = table.get(name);
    return entry && !isExpired(entry) ? entry.value : undefined;
  }

  const expired = table.keys().filter((name) => valueOf(name) === undefined);
  // If this write fails, all later writes fail, too, and report the error.
  table.write(expired.map((name) => table.change(name, undefined))).catch(() => undefined);

  return {
    volatile: !table.isDurable,
    read: (names) => Promise.resolve(names.map(valueOf)),
    async swap(changes) {
      // Compares and writes synchronously, so no other change can come in between.
      if (changes.some(({ name, before }) => valueOf(name) !== before)) return false;
      await table.write(
        changes.map(({ name, after, expiresIn }) => {
          const expires = expiresIn === undefined ? undefined : Date.now() + expiresIn;
          return table.change(name, after === undefined ? undefined : { value: after, expires });
        }),
      );
      return true;
    },
    // eslint-disable-next-line @typescript-eslint/require-await -- other stores wait
    async *list(prefix, { lasting } = {}) {
      for (const name of table.keys()) {
        const value = lasting && table.get(name)?.expires !== undefined ? undefined : valueOf(name);
        if (value !== undefined && name.startsWith(prefix)) yield [name, value];
      }
    },
  };
}
