import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, type BuildOptions } from 'esbuild';

/** A folder in node_modules, where bundled tests find their packages. Each run has its own. */
const OUTPUT = resolve(`node_modules/.cache/tests/${process.pid}`);
process.once('exit', () => rmSync(OUTPUT, { recursive: true, force: true }));

/** Path of the bundle of a test file. */
export const bundled = (file: string): string => resolve(OUTPUT, file.replace(/\.ts$/, '.js'));

/**
 * Bundles files: a page would load 300 modules, and Node 20 has no TypeScript. tsx would translate each file in each process, and
 * adds a helper to functions that a page lacks when they run there.
 */
export async function bundle(files: readonly string[], options: BuildOptions = {}): Promise<void> {
  await build({
    entryPoints: [...files],
    outdir: OUTPUT,
    outbase: '.',
    bundle: true,
    splitting: true,
    ignoreAnnotations: true, // "sideEffects" in package.json is about dist/, and would drop src/define.ts
    format: 'esm',
    conditions: ['production'],
    target: 'es2022',
    loader: { '.css': 'text' },
    sourcemap: 'linked',
    logLevel: 'error',
    ...options,
  });
}
