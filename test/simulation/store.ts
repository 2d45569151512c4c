import type { Machine, Way, World } from './world.js';
import type { AttemptRecord } from 'payment-widget-proxy/attempts/record';
import type { AttemptStore, Change } from 'payment-widget-proxy/stores/store';

interface Entry {
  readonly value: string;
  readonly expires: number;
}

/** Read before a payment, and never changed later. */
const isConstant = (name: string) => name.endsWith(':secret') || name.endsWith(':outbox');

/** One store that all processes share. Each operation is a step. Values expire by the clock of the store. */
export class SharedStore {
  readonly entries = new Map<string, Entry>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  of(machine: Machine): AttemptStore {
    return {
      read: (names) => this.#read(machine, names),
      swap: (changes) => this.#swap(machine, changes),
      list: (prefix, options) => this.#list(machine, prefix, options?.lasting ?? false),
    };
  }

  recordOf(key: string): AttemptRecord | undefined {
    const text = this.#valueOf(`test:attempt:${key}`);
    return text === undefined ? undefined : (JSON.parse(text) as AttemptRecord);
  }

  get records(): { readonly key: string; readonly record: AttemptRecord }[] {
    const prefix = 'test:attempt:';
    return [...this.entries.keys()].flatMap((name) => {
      const key = name.slice(prefix.length);
      const record = name.startsWith(prefix) ? this.recordOf(key) : undefined;
      return record ? [{ key, record }] : [];
    });
  }

  #valueOf(name: string): string | undefined {
    const entry = this.entries.get(name);
    return entry && entry.expires > this.#world.now ? entry.value : undefined;
  }

  #read(machine: Machine, names: readonly string[]): Promise<(string | undefined)[]> {
    const get = () => names.map((name) => this.#valueOf(name));
    if (names.every(isConstant)) return Promise.resolve(get());
    return this.#operation(machine, `read ${names.map(nameOf).join(', ')}`, get, []);
  }

  #swap(machine: Machine, changes: readonly Change[]): Promise<boolean> {
    const write = () => this.#write(changes);
    if (changes.every(({ name }) => isConstant(name))) return Promise.resolve(write());
    const what = changes.map(({ name, after }) => `${nameOf(name)}${describe(after)}`).join(', ');
    return this.#operation(machine, `write ${what}`, write, [
      ['is executed twice', () => write() && write()],
      ['is executed, then fails', () => (write(), new Error('The connection broke.'))],
    ]);
  }

  async *#list(machine: Machine, prefix: string, isLasting: boolean) {
    const all = () =>
      [...this.entries].filter(
        ([name, { expires }]) =>
          name.startsWith(prefix) && (isLasting ? expires === Infinity : expires > this.#world.now),
      );
    for (const [name, { value }] of await this.#operation(machine, `list ${prefix}`, all, []))
      yield [name, value] as const;
  }

  #write(changes: readonly Change[]): boolean {
    if (changes.some(({ name, before }) => this.#valueOf(name) !== before)) return false;
    for (const { name, after, expiresIn = Infinity } of changes) {
      if (after === undefined) this.entries.delete(name);
      else this.entries.set(name, { value: after, expires: this.#world.now + expiresIn });
      if (expiresIn < Infinity) this.#checkExpiring(name, after);
    }
    return true;
  }

  #checkExpiring(name: string, after: string | undefined): void {
    const key = name.startsWith('test:order:') ? after : name.slice('test:attempt:'.length);
    const state = key === undefined ? undefined : this.recordOf(key)?.state;
    const isOpen = state === 'claimed' || state === 'sent' || state === 'unknown';
    if (isOpen && /^test:(order|attempt):/.test(name)) this.#world.violated(`an open record expires: ${name}`);
  }

  #operation<T>(machine: Machine, what: string, act: () => T, more: readonly [string, () => T | Error][]): Promise<T> {
    return new Promise((resolve, reject) => {
      const way = ([how, run]: readonly [string, () => T | Error]): Way => ({
        label: `the store: ${machine.name} ${what} ${how}`.trim(),
        run: () => {
          const result = run();
          if (machine.isDead) return;
          if (result instanceof Error) reject(result);
          else resolve(result);
        },
      });
      const fails = way(['fails', () => new Error('The store is not available.')]);
      this.#world.later([way(['', act]), fails, ...more.map(way)]);
    });
  }
}

const nameOf = (name: string): string => name.replace('test:', '').replace(/([\w-]{4})[\w-]{39}/, '$1');

function describe(after: string | undefined): string {
  if (after === undefined) return '=nothing';
  const state = /"state":"(\w+)"/.exec(after)?.[1];
  return state ? `=${state}` : '';
}
