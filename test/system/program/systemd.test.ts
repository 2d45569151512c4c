import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { TOKEN_SECRET } from '../../support/checked-proxy.js';
import { needProgram } from '../../support/debian-package.js';
import { API_KEY } from '../../support/node-proxy.js';
import { answer, startRecorder } from '../../support/node-servers.js';
import { payOrder } from '../../support/program-payments.js';
import { startProgram } from '../../support/program.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const run = promisify(execFile);
const EXAMPLES = join(process.cwd(), 'docs/examples/program');
/** Of 10, by `systemd-analyze security`, for a service that needs the network. */
const MAX_EXPOSURE = 2;

/** The unit with the paths of this machine. */
async function unitIn(folder: string): Promise<string> {
  const documented = await readFile(join(EXAMPLES, 'systemd/payments.service'), 'utf8');
  return documented
    .replace('/usr/bin/node', process.execPath)
    .replace('/srv/payments/node_modules/payment-widget', process.cwd())
    .replaceAll('/etc/payments', folder);
}

/** Checks the unit without starting it: tests have no systemd. */
async function analyze(t: TestContext, ...args: readonly string[]): Promise<string> {
  await needProgram('systemd-analyze', 'systemd', 'only on Linux with systemd');
  const folder = await temporaryFolder(t);
  const file = join(folder, 'payments.service');
  await writeFile(file, await unitIn(folder));
  const { stdout, stderr } = await run('systemd-analyze', [...args, file]);
  return stdout + stderr;
}

describe('the systemd unit', () => {
  it('is valid', async (t) => {
    assert.equal(await analyze(t, 'verify', '--man=no'), '');
  });

  it('gives the program few rights', async (t) => {
    const report = await analyze(t, 'security', '--offline=yes', '--no-pager');
    const [, exposure] = /exposure level .*: ([\d.]+)/.exec(report) ?? [];
    assert.ok(Number(exposure) <= MAX_EXPOSURE, exposure);
  });

  it('starts the program with the documented settings and its credentials', async (t) => {
    const service = await startRecorder(t, answer(200, '{"id":"pay_1"}'));
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'api-key'), `${API_KEY}\n`);
    await writeFile(join(folder, 'order-token-secret'), `${TOKEN_SECRET}\n`);
    const documented = await readFile(join(EXAMPLES, 'payments.env'), 'utf8');
    await writeFile(join(folder, 'payments.env'), documented.replace('/var/lib/payments', join(folder, 'store')));

    const unit = await unitIn(folder);
    const [, command = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
    const given = Array.from(unit.matchAll(/^Environment=(\w+)=(.+)$/gm), ([, name = '', value = '']) => [
      name,
      value.replace('%d', folder), // the folder of the credentials
    ]);
    const variables = Object.fromEntries(given) as Record<string, string>;
    const environment = { ...variables, PAYMENTS_BASE_URL: service.url, LISTEN: '127.0.0.1:0' };
    const [, , , ...args] = command.split(' ');
    const program = await startProgram(t, environment, ...args);
    const { status } = await payOrder(program, 'order-1');
    assert.deepEqual([given.length, status, await program.end('SIGTERM')], [2, 200, 0]);
  });
});
