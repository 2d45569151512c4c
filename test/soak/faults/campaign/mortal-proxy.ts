import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { TIMES } from '../../../../src/proxy/timeouts.js';
import { freePort, leavePort } from '../../../support/free-port.js';
import { startProcess } from '../../../support/processes.js';
import type { Scope } from '../../../support/scope.js';
import type { MerchantProxy } from './merchants.js';
import type { OrderPlan } from './plan.js';
import type { shortenTimes } from './short-times.js';

interface MortalOptions {
  /** The program's settings, without its address. */
  readonly settings: Readonly<Record<string, string>>;
  /** Default: those of the program. */
  readonly times?: Parameters<typeof shortenTimes>[0];
  readonly restart: OrderPlan['restart'];
}

/** The proxy as a program, which is restarted after each kill. */
export interface MortalProxy extends MerchantProxy {
  /** Number of processes ended by SIGKILL. */
  readonly kills: number;
  /** Resolves when it runs again after the last kill. */
  restarted(): Promise<void>;
}

/** Time-outs that end a payment soon, in ms. */
export const SHORT_TIMES = { upstream: 1500, total: 4000, patience: 1000 };

async function firstLine(child: ReturnType<typeof startProcess>): Promise<string> {
  const said = once(child.stdout, 'data');
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`The merchant's process has exited: ${String(code)}.`);
  });
  const [line] = (await Promise.race([said, exited])) as [Buffer];
  exited.catch(() => undefined); // expected at the end
  return line.toString().trim();
}

/** Starts the program. It is restarted on the same port after each kill. */
export async function startMortalProxy(t: Scope, options: MortalOptions): Promise<MortalProxy> {
  const { settings, times, restart } = options;
  const port = await freePort();
  const args = [JSON.stringify(settings), times ? JSON.stringify(times) : ''];
  let ended = false;
  let child: ReturnType<typeof startProcess>;
  let origin = '';
  let ahead = 0;

  async function start(): Promise<void> {
    child = startProcess('mortal-program.ts', [...args, String(port), String(ahead)]);
    origin = await firstLine(child);
  }

  /** @returns whether this has ended it */
  async function end(): Promise<boolean> {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    const [, signal] = (await exit) as [unknown, string | null];
    return signal === 'SIGKILL';
  }

  /** Retries, since another program may use the port for a moment. */
  async function startAgain(): Promise<void> {
    await sleep(restart.after);
    ahead += restart.ahead;
    while (!ended) {
      const hasStarted = await start().then(
        () => true,
        () => sleep(100, false),
      );
      if (hasStarted) return;
    }
  }

  await start();
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
      if (!isUp || ended) return; // it is not running
      isUp = false;
      if (await end()) kills++;
      alive = startAgain().then(() => {
        isUp = true;
      });
    },
    async settled() {
      await alive;
      await sleep(times?.total ?? TIMES.total);
      await alive;
    },
  };
}
