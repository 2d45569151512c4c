import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import ts from 'typescript';
import { LANGUAGES } from 'payment-widget/i18n/languages';
import { entriesOf, installPackages, PACKAGES, type Project } from '../../support/installed-package.js';

const ROOT = process.cwd();
const run = promisify(execFile);

/** Runs the command of an npm package. */
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

describe('the packages, installed in an empty project', () => {
  let project: Project;
  let entries: readonly string[] = [];
  /** Without what Node cannot import: a style sheet and SQL. */
  let loadable: readonly string[] = [];

  before(async () => {
    project = await installPackages();
    entries = entriesOf(project.manifests, Object.keys(LANGUAGES));
    loadable = entries.filter((entry) => !/\.(css|sql)$/.test(entry));
  });
  after(() => project.remove());

  for (const name of Object.keys(PACKAGES)) {
    it(`passes publint: ${name}`, async () => {
      const tarball = join(project.folder, `${name}.tgz`);
      const { code, text } = await check('publint', 'src/cli.js', tarball, '--strict');
      assert.equal(code, 0, text);
    });

    it(`passes arethetypeswrong: ${name}`, async () => {
      const tarball = join(project.folder, `${name}.tgz`);
      const options = ['--profile=esm-only', '--exclude-entrypoints', './stores/postgres.sql'];
      const { code, text } = await check('@arethetypeswrong/cli', 'dist/index.js', tarball, ...options);
      assert.equal(code, 0, text);
    });
  }

  it('brings nothing but Lit into a page', () => {
    assert.deepEqual(Object.keys(project.manifests['payment-widget'].dependencies ?? {}), ['lit']);
  });

  it('imports every entry in Node without output, and lets the process exit', async () => {
    const imports = loadable.map((entry) =>
      entry.endsWith('.json') ? `import '${entry}' with { type: 'json' };` : `import '${entry}';`,
    );
    const file = await project.write('import-all.js', imports.join('\n'));
    const { stdout, stderr } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', file]);
    assert.deepEqual([stdout, stderr], ['', '']);
  });

  it('starts a proxy without the packages that only some proxies need', async () => {
    const code = `import { createPaymentProxy } from 'payment-widget-proxy';
      import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
      const logger = () => undefined;
      const resolvePayment = () => null;
      const options = { baseUrl: 'https://service.example', apiKey: 'sk_1', mode: 'test', resolvePayment, logger };
      const proxy = createPaymentProxy({ ...options, store: createMemoryStore(), allowMemoryStore: true });
      const answer = await proxy(new Request('https://shop.example/pay/config'));
      console.log(answer.status);`;
    const file = await project.write('proxy.js', code);
    const { stdout } = await project.without(['lit', 'jose', 'lmdb'], () => run(process.execPath, [file]));
    assert.equal(stdout.trim(), '200');
  });

  describe('has declarations that', () => {
    before(async () => {
      // Peer types that declarations refer to.
      const types = join(project.folder, 'node_modules/@types');
      await mkdir(types, { recursive: true });
      for (const name of ['node', 'react']) {
        await symlink(join(ROOT, 'node_modules/@types', name), join(types, name), 'junction');
      }
      // Its own types need more than these options. The example projects compile with them.
      const playwright = ['Frame', 'FrameLocator', 'Locator', 'Page'].map((name) => `export interface ${name} {}\n`);
      await project.write('node_modules/@playwright/test/package.json', '{ "types": "./index.d.ts" }');
      await project.write('node_modules/@playwright/test/index.d.ts', playwright.join(''));
    });

    /** Type errors of a strict project that imports every entry. */
    async function complaints(compilerOptions: ts.CompilerOptions): Promise<string[]> {
      const modules = entries.filter((entry) => !/\.(json|sql)$/.test(entry));
      const code = [
        ...modules.map((entry, index) => `import * as entry${String(index)} from '${entry}';`),
        `export const all = [${modules.map((_entry, index) => `entry${String(index)}`).join()}];`,
        `import { isPaymentError, type PaymentOutcome } from 'payment-widget';`,
        `import german from 'payment-widget/locales/de';`,
        `const element = document.createElement('payment-widget');`,
        `element.messages = german;`,
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
        skipDefaultLibCheck: true, // TypeScript's own are the slowest part
        noEmit: true,
        ...compilerOptions,
      };
      const program = ts.createProgram([file], options);
      return ts
        .getPreEmitDiagnostics(program)
        .map((one) => `${one.file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(one.messageText, ' ')}`);
    }

    it('compile without skipLibCheck', async () => {
      assert.deepEqual(
        await complaints({ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext }),
        [],
      );
    });
  });
});
