import { readFile } from 'node:fs/promises';
import { startNginx } from '../../support/nginx.js';
import { WEBHOOK_SECRET } from '../../support/program.js';
import type { Scope } from '../../support/scope.js';
import { startMortalProxy, type MortalProxy } from '../faults/campaign/mortal-proxy.js';
import type { Database } from '../faults/database-campaign/databases.js';
import { startRelays, type RemoteRelay } from './remote-relays.js';

/** The connections that can fail, one of each per proxy. */
export type Links = Readonly<
  Record<'nginx and proxy' | 'proxy and database' | 'proxy and service', readonly RemoteRelay[]>
>;

export interface Deployment {
  /** The address of nginx. */
  readonly origin: string;
  readonly proxies: readonly MortalProxy[];
  readonly links: Links;
}

interface DeploymentOptions {
  readonly database: Database;
  readonly service: string;
  /** For `SETTLED_URL`. */
  readonly shop: string;
  /** Requests per minute. */
  readonly limit: number;
  /** Replaces settings of a proxy, by its index. */
  readonly settings?: (index: number) => Readonly<Record<string, string>>;
}

const COUNT = 3;
/** Time-outs of the programs, in ms. */
const TIMES = { upstream: 4000, total: 12_000, patience: 4000, store: 4000, finish: 2000, sentLimit: 15_000 };

/** Three programs over one database, behind the documented nginx, with a relay on each connection. */
export async function deploy(t: Scope, options: DeploymentOptions): Promise<Deployment> {
  const { database, service, shop, limit, settings = () => ({}) } = options;
  const eachTo = (port: number) =>
    startRelays(
      t,
      Array.from({ length: COUNT }, () => port),
    );
  const toDatabase = await eachTo(database.port);
  const toService = await eachTo(Number(new URL(service).port));
  const starts = Array.from({ length: COUNT }, (_, index) =>
    startMortalProxy(t, {
      settings: {
        PAYMENTS_BASE_URL: `http://127.0.0.1:${toService[index]?.port}`,
        PAYMENTS_API_KEY: 'sk_test',
        PAYMENTS_STORE: database.url.replace(`:${database.port}`, `:${toDatabase[index]?.port}`),
        SETTLED_URL: shop,
        SETTLED_SECRET: WEBHOOK_SECRET,
        LIMIT_REQUESTS_PER_MINUTE: String(limit),
        ...settings(index),
      },
      times: TIMES,
      restart: { after: 0, ahead: 0 },
    }),
  );
  const proxies = await Promise.all(starts);
  const toProxies = await startRelays(
    t,
    proxies.map(({ origin }) => Number(new URL(origin).port)),
  );
  return {
    origin: await startNginx(t, await documentedNginx(toProxies.map(({ port }) => port))),
    proxies,
    links: { 'nginx and proxy': toProxies, 'proxy and database': toDatabase, 'proxy and service': toService },
  };
}

/** The configuration in docs/deployment.md with these upstreams, and without TLS. */
async function documentedNginx(ports: readonly number[]): Promise<(port: number) => string> {
  const documented = await readFile('docs/examples/program/containers/nginx.conf', 'utf8');
  const servers = ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' ');
  const http = documented
    .replace(/^ *server payments-1:3000 .*\n/m, `${servers}\n`)
    .replace(/^ *server payments-2:3000 .*\n/m, '')
    .replace(/^ *ssl_.*\n/gm, '')
    .replace('http://shop:8000', 'http://127.0.0.1:9');
  return (port) => http.replace('listen 443 ssl', `listen 127.0.0.1:${port}`);
}
