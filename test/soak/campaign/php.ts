import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { API_KEY } from '../../support/node-proxy.js';
import { PHP_PACKAGE, startFpm } from '../../support/php.js';
import { WEBHOOK_SECRET } from '../../support/program.js';
import type { RecordedAttempt } from './parties.js';
import type { MortalOptions, MortalProxy, ProxyProgram } from './proxies.js';
import type { Scope } from '../../support/scope.js';
import { until } from '../../support/until.js';

/** Requests that php-fpm handles at a time. */
const WORKERS = 12;

const SHOP = 'test/support/php';

const isSqlite = (url: string) => url.startsWith('sqlite:');

const settingsOf = (url: string): NodeJS.Dict<string> => ({
  PATH: process.env.PATH,
  PHP_PROXY: PHP_PACKAGE,
  PAYMENTS_API_KEY: API_KEY,
  PAYMENTS_STORE: url,
  ...(!isSqlite(url) && { PAYMENTS_STORE_USER: url.startsWith('mysql:') ? 'root' : 'postgres' }),
  SETTLED_SECRET: WEBHOOK_SECRET,
  TRUST_BROWSER_AMOUNT: '1',
  QUIET: '1',
});

/** The proxy in PHP. The clock that counts is that of the database, so no proxy has a wrong one. */
export async function phpProgram(url: string, shopUrl: string): Promise<ProxyProgram> {
  const times = { sentLimit: 6000, deliveryLease: 3000 };
  const own = { PAYMENTS_BASE_URL: 'http://127.0.0.1:2', SETTLED_URL: shopUrl, TIMES: JSON.stringify(times) };
  const env = { ...settingsOf(url), ...own };
  const migrated = await runPhp(['command.php', 'migrate'], env);
  if (migrated.code !== 0) throw new Error(migrated.output);
  return {
    startProxy: startPhpProxy,
    async settleOpen(_url, isCharged) {
      const { output } = await runPhp(['command.php', 'attempts', '--json'], env);
      const keys = [...output.matchAll(/"key":"([\w-]+)"/g)].map(([, key = '']) => key).filter(isCharged);
      let settled = { code: 1, output: '' };
      await until(async () => {
        settled = await runPhp(['settle.php'], env, JSON.stringify(keys));
        return settled.code === 0; // else a response may still arrive
      });
      return JSON.parse(settled.output) as RecordedAttempt[];
    },
    deliver: async () => {
      await runPhp(['command.php', 'deliver'], env);
    },
  };
}

async function runPhp([file = '', ...args]: readonly string[], env: NodeJS.Dict<string>, input = '') {
  const child = spawn('php', [`${SHOP}/${file}`, ...args], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>]);
  return { output, code };
}

/** php-fpm behind nginx. Each second kill spares the master, as the kernel does when memory is short. */
async function startPhpProxy(t: Scope, { settings, times }: MortalOptions): Promise<MortalProxy> {
  const { deliveryLease: _, finish: __, ...limits } = { deliveryLease: 0, finish: 0, ...times };
  const TIMES = JSON.stringify({ ...limits, deliveryLease: 3000 });
  const url = settings['PAYMENTS_STORE'] ?? '';
  const fpm = await startFpm(t, { ...settingsOf(url), ...settings, TIMES }, WORKERS);
  let alive = Promise.resolve();
  let kills = 0;
  return {
    origin: fpm.origin,
    restarted: () => alive,
    async kill() {
      if (kills++ % 2 === 0) {
        await fpm.killWorkers(); // the master starts others
        return;
      }
      await fpm.kill();
      alive = fpm.start();
    },
    async stop() {
      await alive;
      await fpm.stop();
    },
    start: () => fpm.start(),
  };
}
