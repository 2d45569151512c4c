import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { installPackages, type Project } from '../../support/installed-package.js';
import { startPostgresServer } from '../../support/postgres-server.js';

const EXAMPLES = ['server/own-store.mjs', 'testing/open-store.mjs', 'testing/store.test.mjs'];

describe('payment-widget-testing/store in a project with the package', () => {
  let project: Project;
  before(async () => {
    project = await installPackages();
    await symlink(join(process.cwd(), 'node_modules/pg'), join(project.folder, 'node_modules/pg'), 'junction');
    for (const file of EXAMPLES) await cp(join('docs/examples', file), join(project.folder, file));
    const open = await readFile('docs/examples/testing/open-store.mjs', 'utf8');
    const patient = open.replace(/(connectionTimeoutMillis|query_timeout): \d+/g, '$1: 20_000'); // for a machine that is busy
    await writeFile(join(project.folder, 'testing/open-store.mjs'), patient);
  });
  after(() => project.remove());

  /** Runs `node --test`. */
  function nodeTest(file: string, more: Readonly<Record<string, string>> = {}) {
    const { PATH } = process.env; // without the variables of the outer test runner
    const args = ['--test', '--test-reporter=tap', file];
    return promisify(execFile)(process.execPath, args, { cwd: project.folder, env: { PATH, ...more } }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: unknown) => error as { code: number; stdout: string },
    );
  }

  it('passes for the store of the documentation', async (t) => {
    const server = await startPostgresServer();
    t.after(() => server.stop());
    const { code, stdout } = await nodeTest('testing/store.test.mjs', {
      TEST_DATABASE_PORT: String(server.port),
      TEST_DATABASE_USER: 'postgres',
      TEST_DATABASE: 'postgres',
    });
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^# fail 0\n# cancelled 0\n# skipped 0$/m);
  });

  it('fails for a store that ignores conflicts, and says that connections were not tested', async () => {
    await project.write(
      'open-map.mjs',
      `const map = new Map();
       const store = {
         volatile: true,
         read: async (names) => names.map((name) => map.get(name)),
         swap: async (changes) => {
           for (const { name, after, expiresIn } of changes) {
             map.set(name, after);
             if (expiresIn) setTimeout(() => map.delete(name), expiresIn).unref();
           }
           return true;
         },
         list: async function* (prefix) {
           for (const entry of map) if (entry[0].startsWith(prefix)) yield entry;
         },
       };
       export const open = () => ({ store });`,
    );
    await project.write(
      'map.test.mjs',
      `import { testStore } from 'payment-widget-testing/store';
       testStore({ module: import.meta.resolve('./open-map.mjs'), processes: 1 });`,
    );
    const { code, stdout } = await nodeTest('map.test.mjs');
    assert.equal(code, 1);
    assert.match(stdout, /40 writers won the same swap\. Compare and write in one atomic step\./);
    assert.match(stdout, /# SKIP Not tested: no option `connection`/);
  });
});
