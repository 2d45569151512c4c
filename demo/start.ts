import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAY_PORT, SANDBOX_PORT, SHOP_PORT, startDemo, type Demo } from './demo.js';

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

function announce({ shopUrl, payUrl, serviceUrl, mode, sandbox }: Demo): void {
  const lines = [
    ...explainPort(SHOP_PORT, shopUrl),
    ...(sandbox ? explainPort(SANDBOX_PORT, serviceUrl) : []),
    ...explainPort(PAY_PORT, payUrl),
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

try {
  const demo = await startDemo(process.env, copyPages(join(import.meta.dirname, 'public')));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void demo.close().then(() => process.exit(0));
    });
  }
  announce(demo);
} catch (error) {
  console.error(`The demo could not start: ${(error as Error).message}`);
  process.exit(1);
}
