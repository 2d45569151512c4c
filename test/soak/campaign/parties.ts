import { realClock } from 'payment-widget/contract/clock';
import { IDEMPOTENCY_KEY } from 'payment-widget/contract/protocol';
import { startRecorder, startServer, type Behaviour } from '../../support/node-servers.js';
import { startMariadbServer } from '../../support/mariadb-server.js';
import { startPostgresServer } from '../../support/postgres-server.js';
import { WEBHOOK_SECRET } from '../../support/program.js';
import { startRedisServer } from '../../support/redis-server.js';
import type { Scope } from '../../support/scope.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { until } from '../../support/until.js';
import type { Seeded } from './seeded.js';
import { Attempts, attemptName } from 'payment-widget-proxy/attempts/attempts';
import { listAttempts } from 'payment-widget-proxy/attempts/list-attempts';
import type { AttemptRecord, AttemptState } from 'payment-widget-proxy/attempts/record';
import { openStore } from 'payment-widget-proxy/command/open-store';
import { verifyWebhook } from 'payment-widget-proxy';
import { inMode } from 'payment-widget-proxy/stores/store';
import { resetConnection } from 'payment-widget-testing/sandbox/reset-connection';

/** A request with the key of its attempt. */
export interface Charge {
  readonly key: string;
  /** In ms, on the clock of `performance.now()`. */
  readonly at: number;
}

export interface PaymentsService {
  readonly url: string;
  readonly charges: readonly Charge[];
  /** Each request, charged or not. */
  readonly arrivals: readonly Charge[];
  /** Requests that are not answered yet. */
  readonly underWay: number;
}

/** Longer than the proxies wait, in ms. */
const TOO_LATE = 2500;

/** A payments service without de-duplication: it charges for each request, or declines it. Some answers are too late. */
export async function startService(t: Scope, random: Seeded, declines: number): Promise<PaymentsService> {
  const charges: Charge[] = [];
  const arrivals: Charge[] = [];
  let underWay = 0;
  const url = await startServer(t, (request, response) => {
    const key = String(request.headers[IDEMPOTENCY_KEY.toLowerCase()]);
    arrivals.push({ key, at: performance.now() });
    underWay++;
    response.once('close', () => underWay--);
    request.resume().on('end', () => {
      void (async () => {
        await random.pause(0, 60);
        const isDeclined = random.chance(declines);
        if (!isDeclined) charges.push({ key, at: performance.now() });
        await (random.chance(0.03) ? random.pause(TOO_LATE, TOO_LATE) : random.pause(0, 100));
        response.writeHead(isDeclined ? 402 : 200, { 'Content-Type': 'application/json' });
        response.end(isDeclined ? '{"code":"card_declined"}' : '{"id":"pay_1"}');
      })();
    });
  });
  return {
    url,
    charges,
    arrivals,
    get underWay() {
      return underWay;
    },
  };
}

/** What the shop knows of each attempt: its outcomes, in the order of the webhooks that the shop has accepted. */
export type Outcomes = ReadonlyMap<string, readonly string[]>;

/** A shop that verifies webhooks, and sometimes fails or forgets to answer. */
export async function startShop(
  t: Scope,
  random: Seeded,
): Promise<{ readonly url: string; readonly outcomes: Outcomes }> {
  const outcomes = new Map<string, string[]>();
  const behave: Behaviour = (response, { headers, body }) => {
    if (random.chance(0.1)) {
      if (random.chance(0.5)) response.writeHead(500).end();
      else resetConnection(response.socket);
      return;
    }
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
    const request = new Request('http://shop.example', { method: 'POST', body, headers: signed });
    void verifyWebhook(request, WEBHOOK_SECRET, { tolerance: Infinity }).then(
      ({ payload }) => {
        const { data } = payload as { data: { idempotency_key: string; outcome: string } };
        outcomes.set(data.idempotency_key, [...(outcomes.get(data.idempotency_key) ?? []), data.outcome]);
        response.writeHead(204).end();
      },
      () => response.writeHead(401).end(),
    );
  };
  const { url } = await startRecorder(t, behave);
  return { url: `${url}/settled`, outcomes };
}

/** The server of a store, which can be killed. */
export interface StoreServer {
  readonly port: number;
  kill(): Promise<void>;
  startAgain(): Promise<void>;
}

/** A store that several proxies share. */
export interface SharedStore {
  /** As in `PAYMENTS_STORE`. */
  readonly url: string;
  /** LMDB and SQLite have none: they are in the processes of the proxies. */
  readonly server?: StoreServer;
  /** Whether the proxies are those in PHP. */
  readonly isForPhp?: true;
}

export const STORES = {
  LMDB: async (t: Scope): Promise<SharedStore> => ({ url: `lmdb:${await temporaryFolder(t)}` }),
  PostgreSQL: async (t: Scope): Promise<SharedStore> => {
    const server = await startPostgresServer();
    t.after(() => server.stop());
    return { url: server.url, server };
  },
  Redis: async (t: Scope): Promise<SharedStore> => {
    const server = await startRedisServer();
    t.after(() => server.stop());
    return { url: `redis://127.0.0.1:${server.port}`, server };
  },
  'PHP and SQLite': async (t: Scope): Promise<SharedStore> => {
    const url = `sqlite:${await temporaryFolder(t)}/payments.sqlite`;
    return { url, isForPhp: true };
  },
  'PHP and MariaDB': async (t: Scope): Promise<SharedStore> => {
    const server = await startMariadbServer();
    t.after(() => server.stop());
    return { url: `mysql:host=127.0.0.1;port=${server.port};dbname=shop`, server, isForPhp: true };
  },
  'PHP and PostgreSQL': async (t: Scope): Promise<SharedStore> => {
    const server = await startPostgresServer();
    t.after(() => server.stop());
    return { url: `pgsql:host=127.0.0.1;port=${server.port};dbname=postgres`, server, isForPhp: true };
  },
};

export type StoreName = keyof typeof STORES;

/** An attempt as recorded. */
export interface RecordedAttempt {
  readonly key: string;
  readonly state: AttemptState;
  /** Whether it was settled by a response or by the operator. Else nothing was sent, and the shop is not told. */
  readonly isSettled: boolean;
}

/** Later than an attempt that was cut off becomes unknown, in ms. */
export const LATER = 60 * 60_000;

/**
 * Does what the commands `attempts` and `resolve` of the program do, once nothing can be sent any more: looks up each open attempt at
 * the service and settles it. Returns all attempts.
 */
export async function settleOpen(url: string, isCharged: (key: string) => boolean): Promise<RecordedAttempt[]> {
  const opened = await openStore(url);
  const store = inMode('test', opened.store);
  const clock = { ...realClock, now: () => Date.now() + LATER };
  const attempts = new Attempts(store, { clock });
  const settled = new Set<string>();
  for await (const { key } of listAttempts(store, { open: true }, clock)) {
    await until(() => attempts.resolve(key, isCharged(key) ? 'succeeded' : 'failed')); // until no response may still arrive
    settled.add(key);
  }
  const all = new Map<string, RecordedAttempt>(); // a store may repeat names
  const prefix = attemptName('');
  for await (const [name, text] of store.list(prefix)) {
    const { state, answer } = JSON.parse(text) as AttemptRecord;
    const key = name.slice(prefix.length);
    if (state !== 'claimed') all.set(key, { key, state, isSettled: answer !== undefined || settled.has(key) });
  }
  await opened.store.close?.();
  return [...all.values()];
}
