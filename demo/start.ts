import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ProxyConfigurationError } from 'payment-widget-proxy';
import { settingOf } from 'payment-widget-proxy/command/settings';
import { portProblem } from 'payment-widget-proxy/options/unusable-values';
import { portsFrom, SHOP_PORT, startDemo, type Demo } from './demo.js';

/**
 * Copies the built pages, so that a build does not delete files of a running demo. The copy is removed when the process exits.
 * @returns the folder of the copy
 */
function copyPages(pages: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'payment-widget-demo-'));
  process.once('exit', () => {
    rmSync(copy, { recursive: true, force: true });
  });
  cpSync(pages, copy, { recursive: true });
  return copy;
}

/** Says that a port is in use, if a server has another one. */
function explainPort(wanted: number, address: string): string[] {
  const { port } = new URL(address);
  return port === String(wanted) ? [] : [`${wanted} is in use, using ${port}.`];
}

function announce({ shopUrl, payUrl, serviceUrl, mode, sandbox }: Demo, ports: ReturnType<typeof portsFrom>): void {
  const lines = [
    ...explainPort(ports.shop, shopUrl),
    ...(sandbox ? explainPort(ports.sandbox, serviceUrl) : []),
    ...explainPort(ports.pay, payUrl),
    `Shop           ${shopUrl}/`,
    `QA page        ${shopUrl}/qa/`,
    `Script tag     ${shopUrl}/script-tag/`,
    `Proxy          ${shopUrl}/pay (${mode})`,
    `Payment origin ${payUrl} (isolated mode)`,
    `Service        ${serviceUrl}${sandbox ? ' (sandbox)' : ' (from PAYMENTS_BASE_URL)'}`,
    ...(sandbox
      ? [
          `Console        ${serviceUrl}/console/`,
          `Ledger         ${serviceUrl}/sandbox/ledger`,
          `Requests       ${serviceUrl}/sandbox/requests`,
          `Test key       ${sandbox.keys.test}`,
        ]
      : []),
    '',
    'Press Ctrl+C to stop.',
  ];
  console.log(`\n${lines.join('\n')}\n`);
}

/** `--port` of the command line. */
function readPort(): number {
  const { port = String(SHOP_PORT) } = parseArgs({ options: { port: { type: 'string' } } }).values;
  const isPort = /^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_532;
  if (!isPort) throw new Error(`--port is ${JSON.stringify(port)}. Expected an integer from 1 to 65532.`);
  const [blocked] = Object.values(portsFrom(Number(port))).flatMap(
    (used) => portProblem(new URL(`http://localhost:${used}`)) ?? [],
  );
  if (blocked) throw new Error(`--port is ${port}: the demo ${blocked}`);
  return Number(port);
}

try {
  const ports = portsFrom(readPort());
  const demo = await startDemo(process.env, copyPages(join(import.meta.dirname, 'public')), ports);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void demo.close().then(() => process.exit(0));
    });
  }
  announce(demo, ports);
} catch (error) {
  const setting = error instanceof ProxyConfigurationError && settingOf(error.option);
  console.error(`The demo could not start: ${(error as Error).message}${setting ? ` Correct ${setting}.` : ''}`);
  process.exit(1);
}
