import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import ts from 'typescript';

/** The declarations of the package as an app sees them. */

const ROOT = process.cwd();

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  jsx: ts.JsxEmit.ReactJSX,
  types: [],
  strict: true,
  noEmit: true,
};

const RESOLUTIONS: Readonly<Record<string, ts.CompilerOptions>> = {
  bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  nodenext: { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
};

/** A server has types of Node, and none of the DOM. */
const ON_A_SERVER: ts.CompilerOptions = { lib: ['lib.es2023.d.ts'], types: ['node'] };

/** Creates programs from files of test/system/package/types. Global declarations of one file apply to all files of a program. */
function createReader(resolution: ts.CompilerOptions) {
  const options = { ...OPTIONS, ...resolution };
  const host = ts.createCompilerHost(options);
  const sources = new Map<string, ts.SourceFile | undefined>();
  const parse = host.getSourceFile.bind(host);
  host.getSourceFile = (path, ...rest) => {
    if (!sources.has(path)) sources.set(path, parse(path, ...rest)); // shared by programs: most are those of the DOM and of libraries
    return sources.get(path);
  };
  return (...files: string[]) => {
    const paths = files.map((file) => join(ROOT, 'test/system/package/types', file));
    return ts.createProgram(paths, options, host);
  };
}

/** Errors in files of test/system/package/types and in the declarations that they import. */
function errors(program: ts.Program): string[] {
  const ours = program.getSourceFiles().filter(({ fileName }) => /\/(test|dist)\/types\//.test(fileName));
  assert.ok(ours.length > 1, 'the types of the package are not found: npm run build');
  const found = ours.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ]);
  return [...program.getOptionsDiagnostics(), ...found].map(({ file, start = 0, messageText }) => {
    const line = file ? `${file.fileName}:${file.getLineAndCharacterOfPosition(start).line + 1} ` : '';
    return line + ts.flattenDiagnosticMessageText(messageText, '\n');
  });
}

for (const [name, resolution] of Object.entries(RESOLUTIONS)) {
  describe(`declarations with moduleResolution ${name}`, () => {
    const read = createReader(resolution);

    for (const entry of ['index', 'define']) {
      it(`type the tag and the events for ${entry === 'index' ? 'payment-widget' : 'payment-widget/define'}`, () => {
        assert.deepEqual(errors(read(`${entry}.ts`)), []);
      });
    }

    it('of the proxy need no types of the DOM', () => {
      assert.deepEqual(errors(createReader({ ...resolution, ...ON_A_SERVER })('server.ts')), []);
    });

    it('accept correct JSX of React 19, and reject mistakes', () => {
      assert.deepEqual(errors(read('react.tsx')), []);
    });
  });
}

it('payment-widget/react exports nothing at runtime', async () => {
  const script = "console.log(Object.keys(await import('payment-widget/react')))";
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: ROOT });
  assert.equal(stdout.trim(), '[]');
});
