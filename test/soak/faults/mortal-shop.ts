import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import { freePort } from '../../support/free-port.js';
import { startNginx } from '../../support/nginx.js';
import { startProcess } from '../../support/processes.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { startMortalProxy } from './campaign/mortal-proxy.js';
import type { FaultProxy } from './fault-proxy.js';
import { startLab, startService, type ServiceScene } from './scene.js';
import { SHOP_FILES } from './shop.js';

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

/** Starts a payments service, and the proxy as a program behind nginx, which has the shop's files and is never killed. */
export async function startMortalProgram(t: TestContext): Promise<MortalScene> {
  const { sandbox, service } = await startService(t);
  const settings = {
    PAYMENTS_BASE_URL: service.url,
    PAYMENTS_API_KEY: sandbox.keys.test,
    PAYMENTS_STORE: `lmdb:${await temporaryFolder(t)}`,
  };
  const program = await startMortalProxy(t, { settings, restart: { after: 0, ahead: OVERDUE } });
  const documented = await readFile('docs/examples/program/nginx.conf', 'utf8');
  const locations = documented.replace('http://127.0.0.1:3000', program.origin);
  const shop = await startNginx(t, (port) => {
    const files = Object.entries(SHOP_FILES).map(([path, folder]) => `location = ${path} { root ${folder}; }`);
    return `server { listen 127.0.0.1:${port}; ${files.join(' ')} ${locations} }`;
  });
  return {
    sandbox,
    service,
    shop: await startLab(t, shop),
    kill: () => program.kill(),
    restart: () => program.restarted(),
  };
}
