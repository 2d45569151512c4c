import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { startMariadbServer } from '../../support/mariadb-server.js';
import { hasPhp, NO_PHP, PHP_PACKAGE } from '../../support/php.js';
import { startPostgresServer } from '../../support/postgres-server.js';
import type { Scope } from '../../support/scope.js';

type Store = Readonly<Record<'STORE' | 'STORE_USER', string>>;

const STORES: Readonly<Record<string, (t: Scope) => Promise<Store | undefined>>> = {
  SQLite: () => Promise.resolve(undefined),
  MariaDB: async (t) => {
    const server = await startMariadbServer();
    t.after(() => server.stop());
    return { STORE: `mysql:host=127.0.0.1;port=${server.port};dbname=shop;charset=gbk`, STORE_USER: 'root' };
  },
  PostgreSQL: async (t) => {
    const server = await startPostgresServer({ default_transaction_isolation: 'serializable' });
    t.after(() => server.stop());
    return { STORE: `pgsql:host=127.0.0.1;port=${server.port};dbname=postgres`, STORE_USER: 'postgres' };
  },
};

if (await hasPhp()) {
  describe('the tests of packages/php pass', () => {
    for (const [name, start] of Object.entries(STORES)) {
      it(`over ${name}`, async (t) => {
        const store = await start(t);
        const options = { cwd: PHP_PACKAGE, env: { ...process.env, ...store } };
        const { stdout } = await promisify(execFile)('phpunit', store ? ['tests/AttemptsTest.php'] : [], options).catch(
          (error: unknown) => error as { stdout: string },
        );
        assert.match(stdout, /^OK \(/m);
      });
    }
  });
} else {
  it(NO_PHP, () => undefined);
}
