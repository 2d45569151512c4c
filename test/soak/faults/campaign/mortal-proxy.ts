import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, leavePort } from '../../../support/free-port.js';
import { startProcess } from '../../../support/processes.js';
import type { Scope } from '../../../support/scope.js';
import type { MerchantProxy } from './merchants.js';
import type { OrderPlan } from './plan.js';

interface MortalOptions {
  /** A file of `test/support/processes`. */
  readonly program: string;
  /** Its arguments, before port and advance of the clock. */
  readonly args: readonly string[];
  readonly restart: OrderPlan['restart'];
}

/** A proxy whose process is restarted after each kill. */
export interface MortalProxy extends MerchantProxy {
  /** Number of processes ended by SIGKILL. */
  readonly kills: number;
  /** Resolves when it runs again after the last kill. */
  restarted(): Promise<void>;
}

/** The longest that a payment takes, in ms; as in `test/support/processes/campaign-proxy.ts`. */
const LONGEST_PAYMENT = 4000;

async function firstLine(child: ReturnType<typeof startProcess>): Promise<string> {
  const said = once(child.stdout, 'data');
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`The merchant's process has exited: ${String(code)}.`);
  });
  const [line] = (await Promise.race([said, exited])) as [Buffer];
  exited.catch(() => undefined); // expected at the end
  return line.toString().trim();
}

/** Starts a proxy in its own process. It is restarted on the same port after each kill. */
export async function startMortalProxy(t: Scope, options: MortalOptions): Promise<MortalProxy> {
  const { program, args, restart } = options;
  let ended = false;
  let child: ReturnType<typeof startProcess>;
  let origin = '';
  let ahead = 0;

  async function start(port: number): Promise<void> {
    child = startProcess(program, [...args, String(port), String(ahead)]);
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
      if (!isUp || ended) return; // it is not running
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
