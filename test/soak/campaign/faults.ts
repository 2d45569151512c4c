import { Relay } from 'payment-widget-testing/store-tests/relay';
import { never, POINTS, type Fault, type Rule } from '../fault-proxy.js';
import { until } from '../../support/until.js';
import type { StoreServer } from './parties.js';
import type { MortalProxy } from './proxies.js';
import type { Seeded } from './seeded.js';

/** One request of three meets a fault. Behind the proxy, none is duplicated: nothing could prevent the second charge. */
export function randomRule(random: Seeded, where: 'before' | 'behind'): Rule {
  const at = () => random.one(POINTS);
  const headers = { 'Content-Type': 'text/html' };
  const faults: [() => Fault, ...(() => Fault)[]] = [
    () => ({ kind: 'reset', at: at() }),
    () => ({ kind: 'close', at: at() }),
    () => ({ kind: 'garbage' }),
    () => ({ kind: 'hold', at: at(), until: () => random.pause(0, 1000) }),
    () => ({ kind: 'hold', at: at(), until: never }),
    () => ({ kind: 'replace', status: random.one([200, 500, 502, 503, 504]), headers, body: '<!doctype html>' }),
    ...(where === 'before' ? betweenPageAndProxy(random) : []),
  ];
  return () => (random.chance(0.3) ? random.one(faults)() : undefined);
}

/** Caches, service workers and gateways answer in the place of the proxy. A browser repeats a request. */
function betweenPageAndProxy(random: Seeded): (() => Fault)[] {
  const json = { 'Content-Type': 'application/json' };
  const html = { 'Content-Type': 'text/html' };
  return [
    () => ({ kind: 'duplicate' }),
    () => ({ kind: 'cached' }),
    () => ({ kind: 'replace', status: 200, headers: json, body: random.one(['[]', '{}', '{"state":"succeeded"}']) }),
    () => ({ kind: 'replace', status: random.one([400, 403, 404, 409, 429]), headers: html, body: '<!doctype html>' }),
  ];
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

/** Kills and cuts, one after another: each kind as often as the others, in a random order, until `stop()`. */
export function startKiller({ proxies, server, links, random, progress }: Targets) {
  const counts: Record<string, number> = {};
  let isOver = false;
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
  const kinds: Readonly<Record<string, () => Promise<unknown>>> = {
    'a proxy killed': () => kill(random.one(proxies as [MortalProxy])),
    'all proxies killed': () => Promise.all(proxies.map(kill)),
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
    }),
  };

  async function run(): Promise<void> {
    for (let left: string[] = []; ;) {
      if (left.length === 0) left = random.shuffle(Object.keys(kinds));
      const kind = left.pop() ?? '';
      const next = progress() + random.between(1, 25); // as often on a slow machine as on a fast one
      await until(() => isOver || progress() >= next);
      if (isOver) return;
      await kinds[kind]?.();
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
  }

  let hasFailed = false;
  const running = run();
  running.catch(() => {
    hasFailed = true; // stop() says why
  });
  return {
    counts,
    /** Whether each kind of fault has occurred, or none will any more. */
    hasDoneAll: () => hasFailed || Object.keys(kinds).every((kind) => counts[kind]),
    stop: () => {
      isOver = true;
      return running;
    },
  };
}
