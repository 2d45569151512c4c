import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { freePort } from '../../support/free-port.js';
import { startProcess } from '../../support/processes.js';
import { temporaryFolder } from '../../support/stores.js';
import type { FaultProxy } from './fault-proxy.js';
import { startLab, startService, type ServiceScene } from './scene.js';

/** A shop in its own process, which can be killed. Its attempts are in a database on disk. */
export interface MortalScene extends ServiceScene {
  /** Between the browser and the shop. */
  readonly shop: FaultProxy;
  /** Kills the shop's process, as `kill -9` does. */
  kill(): Promise<void>;
  /**
   * Restarts it with the same address and database.
   * @param ahead by how much its clock is ahead, in ms
   */
  start(ahead?: number): Promise<void>;
}

/** Starts a payments service, and such a shop. */
export async function startMortalScene(t: TestContext): Promise<MortalScene> {
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
  return { sandbox, service, shop: await startLab(t, `http://127.0.0.1:${port}`), kill, start };
}
