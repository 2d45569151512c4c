import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { freePort } from '../../support/free-port.js';
import type { Scope } from '../../support/scope.js';

/** Starts the demo in a process of its own, and waits until it is ready or has exited. */
async function start(t: Scope, env: Record<string, string> = {}, args: readonly string[] = []) {
  const child = spawn(process.execPath, ['dist-demo/server.js', ...args], { env: { ...process.env, ...env } });
  t.after(() => {
    child.kill('SIGKILL'); // a test that fails leaves no server behind
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  while (child.exitCode === null && !output.includes('Ctrl+C'))
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  return { child, output: () => output };
}

describe('npm start', () => {
  it('listens on the chosen port, prints addresses that answer, and stops on SIGINT', async (t) => {
    const port = await freePort();
    const { child, output } = await start(t, {}, ['--port', String(port)]);
    const printed = (label: string) => new RegExp(`^${label} {2,}(\\S+)`, 'm').exec(output())?.[1] ?? '';
    const statuses = [];
    for (const label of ['Shop', 'Service', 'Console', 'Ledger']) statuses.push((await fetch(printed(label))).status);
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    const [code] = (await exited) as [number];
    assert.deepEqual([printed('Shop'), statuses, code], [`http://localhost:${port}/`, [200, 200, 200, 200], 0]);
  });

  it('exits with an error for a Live key over plain http', async (t) => {
    const service = { PAYMENTS_BASE_URL: 'http://service.example', PAYMENTS_API_KEY: 'k', PAYMENTS_MODE: 'live' };
    const { child, output } = await start(t, service);
    assert.match(output(), /baseUrl is http, which exposes a Live key.* Correct PAYMENTS_BASE_URL\./);
    assert.equal(child.exitCode, 1);
  });
});
