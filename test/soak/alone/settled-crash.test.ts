import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { newKey, payAs } from '../../support/node-proxy.js';
import { answer, startRecorder } from '../../support/node-servers.js';
import { startProcess } from '../../support/processes.js';
import { samplePayment } from '../../support/sample-payment.js';
import { temporaryFolder } from '../../support/stores.js';
import { until } from '../../support/until.js';
import { times } from '../effort.js';

const KILLS = times(10);
/** Processes of the proxy at a time, over one store. */
const PROXIES = 2;
/** Shoppers at a time. */
const LANES = 4;
/** Longest life of a process after it listens, in ms. */
const LIFE = 600;
/** Longer than a lease, in ms. */
const AHEAD = 60_000;

/** A proxy that is killed and started again, with the same store. */
class MortalProxy {
  #child: ReturnType<typeof startProcess> | undefined;
  url = '';

  async start(args: readonly string[]): Promise<void> {
    const child = startProcess('settled-over-lmdb.ts', args);
    this.#child = child;
    const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
    this.url = url;
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

const linesOf = async (file: string) => (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);

it(`calls onSettled for each paid attempt when proxies are killed ${KILLS} times`, async (t: TestContext) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'settled.txt');
  const service = await startRecorder(t, answer(200, '{"id":"pay_1"}'));
  const args = [service.url, join(folder, 'attempts'), file, 'slow'];
  const proxies = Array.from({ length: PROXIES }, () => new MortalProxy());
  t.after(() => Promise.all(proxies.map((proxy) => proxy.kill())));
  await Promise.all(proxies.map((proxy) => proxy.start(args)));

  const paid: string[] = [];
  let isOver = false;
  const lane = async (number: number): Promise<void> => {
    for (let order = 0; !isOver; order++) {
      const reference = `order-${number}-${order}`;
      const { url } = proxies[order % PROXIES] as MortalProxy;
      const response = await payAs(url, newKey(), samplePayment({ reference })).catch(() => undefined);
      if (response?.status === 200) paid.push(reference);
      else await wait(20);
    }
  };
  const lanes = Array.from({ length: LANES }, (_, number) => lane(number));
  for (let kill = 0; kill < KILLS; kill++) {
    const proxy = proxies[kill % PROXIES] as MortalProxy;
    await wait(Math.random() * LIFE);
    await proxy.kill();
    await proxy.start(args);
  }
  isOver = true;
  await Promise.all(lanes);
  await Promise.all(proxies.map((proxy) => proxy.kill()));
  await (proxies[0] as MortalProxy).start([...args, String(AHEAD)]);

  const missing = async () => {
    const settled = new Set(await linesOf(file));
    return paid.filter((reference) => !settled.has(`${reference} paid`));
  };
  await until(async () => (await missing()).length === 0).catch(() => undefined);
  const lines = await linesOf(file);
  t.diagnostic(`${paid.length} paid, ${lines.length} calls, ${lines.length - new Set(lines).size} of them repeated`);
  const sent = new Set(service.requests.map(({ body }) => (JSON.parse(body) as { reference: string }).reference));
  const unfounded = lines.filter((line) => !sent.has(line.split(' ')[0] ?? ''));
  assert.deepEqual([await missing(), unfounded], [[], []]);
  assert.ok(paid.length > KILLS, `only ${paid.length} payments`);
});
