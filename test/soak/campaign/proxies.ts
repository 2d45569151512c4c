import { once } from 'node:events';
import type { ATTEMPT_TIMES } from 'payment-widget-proxy/attempts/attempts';
import type { TIMES } from 'payment-widget-proxy/payment/store-steps';
import { freePort, leavePort } from '../../support/free-port.js';
import { startFedProcess } from '../../support/processes.js';
import type { Scope } from '../../support/scope.js';
import type { RecordedAttempt } from './parties.js';

export interface MortalOptions {
  /** The program's settings, without its address. */
  readonly settings: Readonly<Record<string, string>>;
  /** In ms. */
  readonly times: Partial<typeof TIMES & Pick<typeof ATTEMPT_TIMES, 'sentLimit' | 'deliveryLease'>>;
  /** By how much its clock is ahead after a kill, in ms. */
  readonly ahead: () => number;
}

/** The proxy as a program, which is started again after each kill, on the same port. */
export interface MortalProxy {
  /** `http://host:port`; the proxy is below `/pay`. */
  readonly origin: string;
  /** Kills the process, if it is running. */
  kill(): Promise<void>;
  /** Resolves when it runs again after the last kill. */
  restarted(): Promise<void>;
  /** Stops the process, which first ends its payments. Until `start()`, it sends nothing. */
  stop(): Promise<void>;
  /** @param later - by how much its clock is further ahead, in ms */
  start(later: number): Promise<void>;
}

/** A proxy, and what its operator does at the end. */
export interface ProxyProgram {
  readonly startProxy: (t: Scope, options: MortalOptions) => Promise<MortalProxy>;
  readonly settleOpen: (url: string, isCharged: (key: string) => boolean) => Promise<RecordedAttempt[]>;
  /** Tells the shop what it does not know. Default: the proxies do it. */
  readonly deliver?: () => Promise<void>;
}

export async function startMortalProxy(t: Scope, { settings, times, ahead }: MortalOptions): Promise<MortalProxy> {
  const port = await freePort();
  let child: ReturnType<typeof startFedProcess>;
  let origin = '';
  let clock = 0;
  let ended = false;
  let alive = Promise.resolve();
  let isUp = false;

  async function start(): Promise<void> {
    child = startFedProcess(
      'mortal-program.ts',
      [settings, times, port, clock].map((value) => JSON.stringify(value)),
    );
    const exited = once(child, 'exit').then(([code]) => {
      throw new Error(`The proxy has exited: ${String(code)}.`);
    });
    const [line] = (await Promise.race([once(child.stdout, 'data'), exited])) as [Buffer];
    exited.catch(() => undefined); // expected at the end
    origin = line.toString().trim();
    isUp = true;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    isUp = false;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }

  /** It does not start without its store. */
  async function startAgain(): Promise<void> {
    clock += ahead();
    while (!isUp && !ended) await start().catch(() => undefined);
  }

  await start();
  t.after(async () => {
    ended = true;
    await alive;
    await end('SIGKILL');
    leavePort(port);
  });
  return {
    origin,
    restarted: () => alive,
    async kill() {
      if (!isUp || ended) return;
      await end('SIGKILL');
      alive = startAgain();
    },
    async stop() {
      await alive;
      await end('SIGTERM');
    },
    start(later) {
      clock += later;
      return start();
    },
  };
}
