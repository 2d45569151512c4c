import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../faults/database-campaign/databases.js';
import type { Deployment, Links } from './deployment.js';
import type { RemoteRelay } from './remote-relays.js';
import type { Seeded } from './seeded.js';

/** Which part fails, and how. */
type Target = 'proxy' | 'database' | keyof Links;
type Fault = readonly [target: Target, how: string];

const CUTS: Readonly<Record<string, (relay: RemoteRelay, ms: number) => void>> = {
  reset: (relay) => {
    relay.down();
  },
  'black hole': (relay) => {
    relay.hang();
  },
  delay: (relay, ms) => {
    relay.slowDown(ms);
  },
};

const LINKS = ['nginx and proxy', 'proxy and database', 'proxy and service'] as const;

/** All faults. Kills are more frequent than each kind of cut. */
const FAULTS: readonly Fault[] = [
  ...Array.from({ length: 3 }, (): Fault => ['proxy', 'kill']),
  ...Array.from({ length: 3 }, (): Fault => ['database', 'kill']),
  ...LINKS.flatMap((link) => Object.keys(CUTS).map((how): Fault => [link, how])),
];

const describe = ([target, how]: Fault): string => `faults: ${how}, ${target}`;

/** The names of all faults. */
export const FAULT_NAMES: readonly string[] = [...new Set(FAULTS.map(describe))];

interface FaultOptions extends Deployment {
  readonly database: Database;
  readonly random: Seeded;
  readonly onFault: (name: string) => void;
}

/** Injects one fault after another, each as often as the others, until it is stopped. Then everything works again. */
export function injectFaults(options: FaultOptions): { stop(): Promise<void> } {
  const { proxies, links, database, random, onFault } = options;
  const stopped = new AbortController();
  const isOver = () => stopped.signal.aborted;

  async function killProxy(): Promise<void> {
    const proxy = random.one(proxies as [(typeof proxies)[number]]);
    await proxy.restarted();
    await proxy.kill(); // and it is started again meanwhile
  }

  async function killDatabase(): Promise<void> {
    await database.kill();
    await sleep(random.between(50, 2000));
    await database.startAgain();
  }

  async function cut(link: keyof Links, how: string): Promise<void> {
    const all = links[link];
    const relays = random.chance(0.3) ? all : [random.one(all as [RemoteRelay])];
    const [pause, delay] = [random.between(100, 2500), random.between(50, 700)];
    for (const relay of relays) CUTS[how]?.(relay, delay);
    await sleep(pause);
    for (const relay of relays) relay.restore();
  }

  async function run(): Promise<void> {
    for (let faults: Fault[] = []; !isOver();) {
      if (faults.length === 0) faults = random.shuffle(FAULTS);
      const [target, how] = faults.pop() as Fault;
      await sleep(random.between(200, 2000));
      if (isOver()) break;
      onFault(describe([target, how]));
      if (target === 'proxy') await killProxy();
      else if (target === 'database') await killDatabase();
      else await cut(target, how);
    }
    await Promise.all(proxies.map((proxy) => proxy.restarted()));
  }

  const running = run();
  return {
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
