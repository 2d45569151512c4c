import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import ts from 'typescript';
import { LANGUAGES } from '../../src/languages.js';
import { entriesOf, installPackage, type Project } from '../support/installed-package.js';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Runs a program of an npm package, and answers what it says and how it ended. */
function check(name: string, bin: string, ...args: string[]) {
  const script = join(ROOT, 'node_modules', name, bin);
  return run(process.execPath, [script, ...args], { env: { ...process.env, NO_COLOR: '1' } }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, text: stdout + stderr };
    },
  );
}

describe('the package, packed and installed in an empty project,', () => {
  let project: Project;
  let entries: readonly string[] = [];

  before(async () => {
    project = await installPackage();
    entries = entriesOf(project.manifest, Object.keys(LANGUAGES));
  });
  after(() => project.remove());

  it('has nothing that publint would change', async () => {
    const { code, text } = await check('publint', 'src/cli.js', project.tarball, '--strict');
    assert.equal(code, 0, text);
  });

  it('has types that are found by every way of resolution that can import it', async () => {
    const { code, text } = await check('@arethetypeswrong/cli', 'dist/index.js', project.tarball, '--profile=esm-only');
    assert.equal(code, 0, text);
  });

  it('can be imported by every entry in plain Node, which prints nothing and ends by itself', async () => {
    const imports = entries.map((entry) =>
      entry.endsWith('.json') ? `import '${entry}' with { type: 'json' };` : `import '${entry}';`,
    );
    const file = await project.write('import-all.js', imports.join('\n'));
    const { stdout, stderr } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', file]);
    assert.deepEqual([stdout, stderr], ['', '']);
  });

  it('leaves nothing global behind in plain Node, but what zod notes down for the proxy', async () => {
    const code = `const before = Object.getOwnPropertyNames(globalThis);
      await Promise.all(${JSON.stringify(entries.filter((entry) => !entry.endsWith('.json')))}.map((entry) => import(entry)));
      console.log(Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name)).join());`;
    const { stdout } = await run(process.execPath, [await project.write('globals.js', code)]);
    const ours = stdout
      .trim()
      .split(',')
      .filter((name) => name && !name.startsWith('__zod_'));
    assert.deepEqual(ours, []);
  });

  for (const [entry, names] of [
    ['payment-widget', ['PaymentWidget', 'PaymentError', 'isPaymentError', 'PaymentFailureEvent']],
    ['payment-widget/proxy', ['createPaymentProxy', 'ProxyConfigurationError']],
    ['payment-widget/stores/lmdb', ['openLmdbStore']],
    ['payment-widget/stores/memory', ['createMemoryStore']],
    ['payment-widget/stores/redis', ['createRedisStore']],
  ] as const) {
    it(`gives ${names.join(', ')} from ${entry}`, async () => {
      const code = `import * as all from '${entry}';
        console.log(${JSON.stringify(names)}.filter((name) => typeof all[name] !== 'function').join());`;
      const { stdout } = await run(process.execPath, [await project.write('names.js', code)]);
      assert.equal(stdout.trim(), '');
    });
  }

  it('gives the texts of every language', async () => {
    const code = Object.keys(LANGUAGES).flatMap((tag) => [
      `if (!(await import('payment-widget/locales/${tag}')).default.pay) console.log('${tag}');`,
      `if (!(await import('payment-widget/locales/extras/${tag}')).default.label_email) console.log('extras/${tag}');`,
    ]);
    const { stdout } = await run(process.execPath, [await project.write('languages.js', code.join('\n'))]);
    assert.equal(stdout, '');
  });

  describe('has declarations', () => {
    before(async () => {
      // What some of them speak of, and whoever uses those has: Node's own types, and React's.
      const types = join(project.folder, 'node_modules/@types');
      await mkdir(types, { recursive: true });
      for (const name of ['node', 'react']) {
        await symlink(join(ROOT, 'node_modules/@types', name), join(types, name), 'junction');
      }
    });

    /** A project that takes everything from the package, as strictly as there is. */
    async function complaints(compilerOptions: ts.CompilerOptions): Promise<string[]> {
      const modules = entries.filter((entry) => !entry.endsWith('.json'));
      const code = [
        ...modules.map((entry, index) => `import * as entry${String(index)} from '${entry}';`),
        `export const all = [${modules.map((_entry, index) => `entry${String(index)}`).join()}];`,
        `import { isPaymentError, type PaymentOutcome } from 'payment-widget';`,
        `import german from 'payment-widget/locales/de';`,
        `import germanExtras from 'payment-widget/locales/extras/de';`,
        `const element = document.createElement('payment-widget');`,
        `element.messages = { ...german, ...germanExtras };`,
        `element.addEventListener('payment-success', ({ detail }) => { const paid: number | undefined = detail.amount; void paid; });`,
        `export const outcome: Promise<PaymentOutcome> = element.submit();`,
        `export const failure = (error: unknown) => (isPaymentError(error) ? error.outcome satisfies 'not_charged' | 'unknown' : undefined);`,
        `// @ts-expect-error -- an amount is a number`,
        `element.amount = '4999';`,
      ].join('\n');
      const file = await project.write('types.ts', code);
      const options: ts.CompilerOptions = {
        target: ts.ScriptTarget.ES2022,
        lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
        types: [],
        strict: true,
        skipLibCheck: false,
        skipDefaultLibCheck: true, // but TypeScript's own, which is the slowest part
        noEmit: true,
        ...compilerOptions,
      };
      const program = ts.createProgram([file], options);
      return ts
        .getPreEmitDiagnostics(program)
        .map((one) => `${one.file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(one.messageText, ' ')}`);
    }

    for (const [name, options] of [
      ['nodenext', { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext }],
      ['bundler', { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }],
    ] as const) {
      it(`that are right without skipLibCheck, by moduleResolution "${name}"`, async () => {
        assert.deepEqual(await complaints(options), []);
      });
    }
  });
});
