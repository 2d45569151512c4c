import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { Redis } from 'ioredis';
import pg from 'pg';
import { newKey } from '../support/node-proxy.js';
import { answer, startRecorder } from '../support/node-servers.js';
import { programSettings, startProgram, type Program } from '../support/program.js';
import { samplePayment } from '../support/sample-payment.js';
import { OwnScope, type Scope } from '../support/scope.js';
import { PAYMENTS_PATH } from '../../src/contract/protocol.js';
import { createOrderToken } from '../../src/proxy/index.js';
import { TOKEN_SECRET } from '../support/checked-proxy.js';
import { STORES as SHARED, type SharedStore } from './campaign/stores.js';

/**
 * Measures the built program with each store: payments per second, and bytes per payment. The service answers at once. Run it with
 * `npm run build && node --import tsx test/soak/throughput.ts`.
 */

const STORES = ['LMDB', 'PostgreSQL', 'Redis'] as const;
/** Payments at a time. */
const CONCURRENCY = 32;
const PAYMENTS = 5000;
const WARM_UP = 500;

interface Row {
  readonly store: string;
  readonly processes: number;
  readonly perSecond: number;
  /** In ms. */
  readonly median: number;
  readonly p99: number;
  /** Of the proxies, per payment, in ms. */
  readonly cpu: number;
  /** Of one proxy, in MB. */
  readonly memory: number;
  readonly bytes: string;
}

const rows: Row[] = [];
for (const store of STORES) {
  for (const processes of [1, 3]) {
    const scope = new OwnScope();
    rows.push(await measure(scope, store, processes).finally(() => scope.end()));
    console.log(rows.at(-1));
  }
}
console.table(rows);

async function measure(t: Scope, store: (typeof STORES)[number], processes: number): Promise<Row> {
  const service = await startRecorder(t, answer(200, '{"id":"pay_1","status":"succeeded"}'));
  const database = store === 'LMDB' ? undefined : await SHARED[store](t);
  const settings = {
    ...(await programSettings(t, service.url)),
    ...(database && { PAYMENTS_STORE: database.url }),
    LIMIT_REQUESTS_PER_MINUTE: '10000000', // never reached, but counted
    LIMIT_ATTEMPTS_PER_CLIENT: 'none', // all payments come from one address
  };
  const programs: Program[] = [];
  for (let index = 0; index < processes; index++) programs.push(await startProgram(t, settings));
  const urls = programs.map(({ proxyUrl }) => proxyUrl);
  const metric = async (name: string) => {
    const texts = await Promise.all(
      programs.map(({ operations }) => fetch(`${operations}/metrics`).then((got) => got.text())),
    );
    return texts.reduce((sum, text) => sum + Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]), 0);
  };
  const agent = new Agent({ keepAlive: true });
  t.after(() => {
    agent.destroy();
  });
  await payAll(agent, urls, WARM_UP);
  const before = await sizeOf(database);
  const cpuBefore = await metric('process_cpu_seconds_total');
  const start = performance.now();
  const durations = (await payAll(agent, urls, PAYMENTS)).sort((one, other) => one - other);
  const seconds = (performance.now() - start) / 1000;
  const cpu = (await metric('process_cpu_seconds_total')) - cpuBefore;
  const memory = (await metric('process_resident_memory_bytes')) / processes;
  const bytes = await sizeOf(database).then((after) =>
    after.map(([what, size], index) => {
      return `${what} ${Math.round((size - (before[index]?.[1] ?? 0)) / PAYMENTS)}`;
    }),
  );
  const at = (share: number) => Math.round((durations[Math.floor(durations.length * share)] ?? 0) * 10) / 10;
  return {
    store,
    processes,
    perSecond: Math.round(PAYMENTS / seconds),
    median: at(0.5),
    p99: at(0.99),
    cpu: Math.round((cpu / PAYMENTS) * 1e5) / 100,
    memory: Math.round(memory / 1e6),
    bytes: bytes.join(', '),
  };
}

/** Pays with several at a time. Returns the durations in ms. */
async function payAll(agent: Agent, urls: readonly string[], count: number): Promise<number[]> {
  const payments = await Promise.all(Array.from({ length: count }, prepare));
  const durations: number[] = [];
  let turn = 0;
  async function lane(): Promise<void> {
    for (let payment = payments.pop(); payment; payment = payments.pop()) {
      const start = performance.now();
      const status = await send(agent, urls[turn++ % urls.length] ?? '', payment);
      if (status !== 200) throw new Error(`A payment was answered with ${status}.`);
      durations.push(performance.now() - start);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  return durations;
}

interface Prepared {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function prepare(): Promise<Prepared> {
  const reference = crypto.randomUUID();
  const payment = samplePayment({ reference });
  const token = await createOrderToken({ reference, amount: payment.amount, currency: payment.currency }, TOKEN_SECRET);
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': newKey(), 'Order-Token': token };
  return { body: JSON.stringify(payment), headers };
}

function send(agent: Agent, proxyUrl: string, { body, headers }: Prepared): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(proxyUrl + PAYMENTS_PATH, { method: 'POST', agent, headers }, (response) => {
      json(response).then(() => {
        resolve(response.statusCode);
      }, reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Bytes in the database, by what they are in. */
async function sizeOf(database: SharedStore | undefined): Promise<[string, number][]> {
  if (!database) return [];
  return database.url.startsWith('redis') ? sizeInRedis(database) : sizeInPostgres(database);
}

async function sizeInRedis({ url }: SharedStore): Promise<[string, number][]> {
  const redis = new Redis(url);
  const info = `${await redis.info('memory')}\n${await redis.info('persistence')}`;
  redis.disconnect();
  const read = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1]);
  return [
    ['memory', read('used_memory_dataset')],
    ['append-only file', read('aof_current_size')],
  ];
}

async function sizeInPostgres({ url }: SharedStore): Promise<[string, number][]> {
  const client = new pg.Client(url);
  await client.connect();
  const {
    rows: [sizes],
  } = await client.query<{ table: string; indexes: string; live: string; wal: string }>(
    `SELECT pg_table_size('payment_attempts') AS table, pg_indexes_size('payment_attempts') AS indexes,
      (SELECT sum(pg_column_size(entry.*)) FROM payment_attempts AS entry) AS live, pg_current_wal_lsn() - '0/0' AS wal`,
  );
  await client.end();
  return (['table', 'indexes', 'live', 'wal'] as const).map((what) => [what, Number(sizes?.[what])]);
}
