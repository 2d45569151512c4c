import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { TOKEN_SECRET } from './checked-proxy.js';
import { createOrderToken } from 'payment-widget-proxy';
import { API_KEY, newKey, post } from './node-proxy.js';
import { samplePayment } from './sample-payment.js';
import type { Scope } from './scope.js';
import { temporaryFolder } from './temporary-folder.js';
import { until } from './until.js';

/** For `SETTLED_SECRET`. */
export const WEBHOOK_SECRET = `whsec_${Buffer.from('the secret of webhooks in tests.').toString('base64')}`;

/** A line of the program's log. */
export type LogLine = Readonly<Record<string, string | number | undefined>>;

/** `payment-widget-proxy start` in a process of its own. */
export interface Program {
  readonly child: ChildProcess;
  /** Its address, such as `http://127.0.0.1:3000`. */
  readonly address: string;
  /** The address of the paths for operations, if the settings have one. */
  readonly operations: string;
  /** The address for pages. */
  readonly proxyUrl: string;
  readonly lines: () => LogLine[];
  /** Sends a signal, and waits for the end. Returns the exit code. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

type Values = Readonly<Record<string, string>>;

/** Settings for a fake service, with order tokens and a store in a folder that is deleted. */
export async function programSettings(t: Scope, baseUrl: string): Promise<Record<string, string>> {
  return {
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_API_KEY: API_KEY,
    PAYMENTS_MODE: 'test',
    PAYMENTS_STORE: `lmdb:${await temporaryFolder(t)}`,
    ORDER_TOKEN_SECRET: TOKEN_SECRET,
    LISTEN: '127.0.0.1:0',
    OPERATIONS_LISTEN: '127.0.0.1:0',
  };
}

const environment = (values: Values) => ({ PATH: process.env['PATH'], HOME: process.env['HOME'], ...values });

/** Runs a command of the built proxy to its end. */
export const runCommand = (values: Values, ...args: readonly string[]) =>
  runCli('packages/proxy/dist/cli.js', values, args);

/** Runs a built command to its end. */
export async function runCli(
  cli: string,
  values: Values,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly out: string; readonly error: string }> {
  const child = spawn(process.execPath, [cli, ...args], { env: environment(values) });
  let [out, error] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (error += text.toString()));
  await once(child, 'close');
  return { code: child.exitCode, out, error };
}

/** Starts the built program, and waits until it listens. It is killed with its scope. */
export async function startProgram(t: Scope, values: Values, ...args: readonly string[]): Promise<Program> {
  const child = spawn(process.execPath, ['packages/proxy/dist/cli.js', 'start', ...args], {
    env: environment(values),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, error] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (error += text.toString()));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const end = async (signal: NodeJS.Signals) => {
    if (!hasEnded()) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  t.after(() => end('SIGKILL'));
  const lines = () =>
    out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as LogLine);
  const addressOf = (name: string) => lines().find(({ event }) => event === name)?.['address'];
  const last = values['OPERATIONS_LISTEN'] === undefined ? 'listening' : 'operations_listening';
  await until(() => hasEnded() || addressOf(last) !== undefined);
  const address = addressOf('listening');
  if (typeof address !== 'string') throw new Error(`The program has not started:\n${out}${error}`);
  const operations = String(addressOf('operations_listening'));
  return { child, address, operations, proxyUrl: `${address}/pay`, lines, end };
}

interface Paying {
  readonly key?: string;
  readonly secret?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Pays an order with its token. */
export async function payOrder(
  { proxyUrl }: { readonly proxyUrl: string },
  reference: string,
  { key = newKey(), secret = TOKEN_SECRET, headers = {} }: Paying = {},
): Promise<Response> {
  const { amount, currency } = samplePayment();
  const token = await createOrderToken({ reference, amount, currency }, secret);
  return post(
    proxyUrl,
    { ...samplePayment(), reference },
    { 'Idempotency-Key': key, 'Order-Token': token, ...headers },
  );
}
