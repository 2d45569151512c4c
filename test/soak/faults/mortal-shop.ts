import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { freePort } from '../../support/free-port.js';
import { startProcess } from '../../support/processes.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import type { FaultProxy } from './fault-proxy.js';
import { startLab, startService, type ServiceScene } from './scene.js';

/** By how much the clock is ahead after a restart, in ms: an attempt sent before it counts as abandoned. */
const OVERDUE = 60_000;

/** A shop whose proxy can be killed. Its attempts are in a database on disk. */
export interface MortalScene extends ServiceScene {
  /** Between the browser and the shop. */
  readonly shop: FaultProxy;
  /** Kills the process of the proxy, as `kill -9` does. */
  kill(): Promise<void>;
  /** Restarts it with the same address and database. */
  restart(): Promise<void>;
}

/** Starts a payments service, and a shop that has the proxy in its own process. */
export async function startMortalShop(t: TestContext): Promise<MortalScene> {
  const { sandbox, service } = await startService(t);
  const folder = await temporaryFolder(t);
  const port = String(await freePort());
  let shop: ReturnType<typeof startProcess> | undefined;

  const start = async (ahead = 0) => {
    shop = startProcess('shop-over-lmdb.ts', [port, service.url, sandbox.keys.test, folder, String(ahead)]);
    await once(shop.stdout, 'data');
  };
  const kill = async () => {
    if (!shop || shop.exitCode !== null || shop.signalCode !== null) return;
    const ended = once(shop, 'exit');
    shop.kill('SIGKILL');
    await ended;
  };
  await start();
  t.after(kill);
  return {
    sandbox,
    service,
    shop: await startLab(t, `http://127.0.0.1:${port}`),
    kill,
    restart: () => start(OVERDUE),
  };
}
