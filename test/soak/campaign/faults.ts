import { Relay } from '../../../src/testing/relay.js';
import { POINTS, type Fault } from '../faults/faults.js';
import type { FaultRequest } from '../faults/fault-proxy.js';
import { until } from '../../support/until.js';
import type { MortalProxy } from './mortal-proxy.js';
import type { Seeded } from './seeded.js';
import type { StoreServer } from './stores.js';

/** Replaces the fault of a request. */
export type Rule = (request: FaultRequest) => Fault;

const page = (status: number): Fault => ({
  kind: 'replace',
  status,
  headers: { 'Content-Type': 'text/html' },
  body: `<!doctype html><h1>${status}</h1>`,
});

/** One request of three meets a fault. Behind the proxy, none is duplicated: nothing could prevent the second charge. */
export function randomRule(random: Seeded, where: 'before' | 'behind'): Rule {
  const at = () => random.one(POINTS);
  const faults: [() => Fault, ...(() => Fault)[]] = [
    () => ({ kind: 'refuse', down: random.between(0, 300) }),
    () => ({ kind: 'reset', at: at() }),
    () => ({ kind: 'close', at: at() }),
    () => ({ kind: 'garbage' }),
    () => ({ kind: 'cut', bytes: Math.round(random.between(0, 40)) }),
    () => ({ kind: 'delay', by: random.between(0, 500) }),
    () => ({ kind: 'stall', at: at(), for: random.between(0, 1000) }),
    () => ({ kind: 'stall', at: at() }),
    () => page(random.one([200, 500, 502, 503, 504])),
    ...(where === 'before' ? [(): Fault => ({ kind: 'duplicate', when: 'together', answer: 'second' })] : []),
  ];
  return () => (random.chance(0.3) ? random.one(faults)() : { kind: 'pass' });
}

interface Targets {
  readonly proxies: readonly MortalProxy[];
  readonly server: StoreServer | undefined;
  /** Between each proxy and the store. */
  readonly links: readonly Relay[];
  readonly random: Seeded;
  /** How many requests the service has got. */
  readonly progress: () => number;
}

/** Kills and cuts, one after another. */
export class Killer {
  readonly counts: Record<string, number> = {};
  readonly #kinds: Readonly<Record<string, () => Promise<void>>>;
  readonly #random: Seeded;
  readonly #progress: () => number;
  #isOver = false;

  constructor({ proxies, server, links, random, progress }: Targets) {
    this.#random = random;
    this.#progress = progress;
    const kill = async (proxy: MortalProxy) => {
      await proxy.restarted();
      await proxy.kill();
    };
    const cut = (how: (relay: Relay) => void) => async () => {
      const some = random.chance(0.3) ? links : [random.one(links as [Relay])];
      for (const relay of some) how(relay);
      await random.pause(100, 2000);
      for (const relay of some) relay.restore();
    };
    this.#kinds = {
      'a proxy killed': () => kill(random.one(proxies as [MortalProxy])),
      'all proxies killed': async () => {
        await Promise.all(proxies.map(kill));
      },
      ...(server && {
        'the store killed': async () => {
          await server.kill();
          await random.pause(0, 1500);
          await server.startAgain();
        },
        'connections to the store reset': cut((relay) => {
          relay.down();
        }),
        'connections to the store that hang': cut((relay) => {
          relay.hang();
        }),
        'connections to the store that are slow': cut((relay) => {
          relay.slowDown(random.between(50, 500));
        }),
      }),
    };
  }

  /** Whether each kind of fault has occurred. */
  get hasDoneAll(): boolean {
    return Object.keys(this.#kinds).every((kind) => this.counts[kind]);
  }

  /** Each kind as often as the others, in a random order, until `stop()`. */
  async run(): Promise<void> {
    for (let kinds: string[] = []; ;) {
      if (kinds.length === 0) kinds = this.#random.shuffle(Object.keys(this.#kinds));
      const kind = kinds.pop() ?? '';
      const next = this.#progress() + this.#random.between(1, 25); // as often on a slow machine as on a fast one
      await until(() => this.#isOver || this.#progress() >= next);
      if (this.#isOver) return;
      await this.#random.pause(0, 300);
      await this.#kinds[kind]?.();
      this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    }
  }

  stop(): void {
    this.#isOver = true;
  }
}
