import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { runCli } from '../../support/program.js';
import { samplePayment } from '../../support/sample-payment.js';
import type { Scope } from '../../support/scope.js';

const CLI = 'packages/testing/dist/cli.js';

interface Ready {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly consoleUrl: string;
}

/** Starts the command with `--json`, and waits for its line. */
async function startCommand(t: Scope, ...args: readonly string[]) {
  const options = [CLI, 'sandbox', '--port', '0', '--json', ...args];
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  while (!output.includes('\n') && child.exitCode === null) await Promise.race([once(child.stdout, 'data'), exited]);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [code] = (await exited) as [number | null];
    return code;
  };
  return { ready: JSON.parse(output) as Ready, end };
}

async function pay({ baseUrl, apiKey }: Ready): Promise<number> {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify(samplePayment());
  return (await fetch(`${baseUrl}/v1/payments`, { method: 'POST', headers, body })).status;
}

describe('payment-widget-testing sandbox', () => {
  it('applies its options to every payment, and exits with 0 after SIGTERM', async (t) => {
    const { ready, end } = await startCommand(t, '--scenario', 'declined', '--rate-limit', '1');
    const members = Object.keys(ready);
    assert.deepEqual([members, await pay(ready), await pay(ready)], [['baseUrl', 'apiKey', 'consoleUrl'], 402, 429]);
    assert.equal(await end('SIGTERM'), 0);
  });

  it('serves its console', async (t) => {
    const { ready } = await startCommand(t);
    const { status, headers } = await fetch(ready.consoleUrl);
    assert.deepEqual([status, headers.get('Content-Type')?.startsWith('text/html')], [200, true]);
  });

  it('reports a port that is in use', async (t) => {
    const { ready } = await startCommand(t);
    const { port } = new URL(ready.baseUrl);
    const { code, error } = await runCli(CLI, {}, ['sandbox', '--port', port]);
    assert.deepEqual([code, error.includes(`Port ${port} is in use.`)], [1, true]);
  });
});
