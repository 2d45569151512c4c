import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import ts from 'typescript';

/** The declarations of the package as an app sees them. */

const ROOT = process.cwd();

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  jsx: ts.JsxEmit.ReactJSX,
  types: [],
  strict: true,
  noEmit: true,
};

/** A server has types of Node, and none of the DOM. */
const ON_A_SERVER: ts.CompilerOptions = { lib: ['lib.es2023.d.ts'], types: ['node'] };

/** Programs from files of test/system/package/types. Global declarations of one file apply to all files of a program. */
function read(file: string, options: ts.CompilerOptions = {}) {
  return ts.createProgram([join(ROOT, 'test/system/package/types', file)], { ...OPTIONS, ...options });
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

describe('declarations', () => {
  it('of the proxy need no types of the DOM', () => {
    assert.deepEqual(errors(read('server.ts', ON_A_SERVER)), []);
  });

  it('know the tag and its events', () => {
    assert.deepEqual(errors(read('page.ts')), []);
  });

  it('accept correct JSX of React 19, and reject mistakes', () => {
    assert.deepEqual(errors(read('react.tsx')), []);
  });
});
