import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, leavePort } from '../../support/free-port.js';
import { startProcess } from '../../support/processes.js';
import type { Scope } from '../../support/scope.js';
import type { MerchantProxy } from './merchants.js';
import type { OrderPlan } from './plan.js';

interface MortalOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly storePath: string;
  readonly restart: OrderPlan['restart'];
}

/** A merchant's proxy that others follow. */
export interface MortalProxy extends MerchantProxy {
  /** How many of its processes have died of SIGKILL. */
  readonly kills: number;
  /** Resolves when there is another one after the last that was killed. */
  restarted(): Promise<void>;
}

/** How long such a process can be busy with a payment, in ms; as in `test/support/processes/campaign-proxy.ts`. */
const LONGEST_PAYMENT = 4000;

async function firstLine(child: ReturnType<typeof startProcess>): Promise<string> {
  const said = once(child.stdout, 'data');
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`The merchant's process has ended by itself: ${String(code)}.`);
  });
  const [line] = (await Promise.race([said, exited])) as [Buffer];
  exited.catch(() => undefined); // later it is meant to end
  return line.toString().trim();
}

/** Starts a proxy in a process of its own. Each time that it is killed another one follows, at the same address. */
export async function startMortalProxy(t: Scope, options: MortalOptions): Promise<MortalProxy> {
  const { baseUrl, apiKey, storePath, restart } = options;
  let ended = false;
  let child: ReturnType<typeof startProcess>;
  let origin = '';
  let ahead = 0;

  async function start(port: number): Promise<void> {
    child = startProcess('campaign-proxy.ts', [baseUrl, apiKey, storePath, String(port), String(ahead)]);
    origin = await firstLine(child);
  }

  /** @returns whether it was this that has ended it */
  async function end(): Promise<boolean> {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    const [, signal] = (await exit) as [unknown, string | null];
    return signal === 'SIGKILL';
  }

  /** Somebody else may have the port for a moment. */
  async function startAgain(): Promise<void> {
    await sleep(restart.after);
    const wanted = origin;
    ahead += restart.ahead;
    while (!ended) {
      await start(Number(new URL(wanted).port));
      if (origin === wanted) return;
      await end();
    }
  }

  const port = await freePort();
  await start(port);
  let alive = Promise.resolve();
  let isUp = true;
  let kills = 0;
  t.after(async () => {
    ended = true;
    await alive;
    await end();
    leavePort(port);
  });
  return {
    origin,
    get kills() {
      return kills;
    },
    restarted: () => alive,
    async kill() {
      if (!isUp || ended) return; // who is dead cannot be killed
      isUp = false;
      if (await end()) kills++;
      alive = startAgain().then(() => {
        isUp = true;
      });
    },
    async settled() {
      await alive;
      await sleep(LONGEST_PAYMENT);
      await alive;
    },
  };
}
