import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, type BuildOptions } from 'esbuild';

/** Inside node_modules, where bundled tests find their packages. One folder per run, so that two do not meet. */
export const OUTPUT = `node_modules/.cache/tests/${process.pid}`;

process.once('exit', () => {
  rmSync(OUTPUT, { recursive: true, force: true });
});

/** The path of a bundled file, and back. */
export const bundled = (file: string): string => join(OUTPUT, file.replace(/\.ts$/, '.js'));
export const sourceOf = (path: string): string => relative(OUTPUT, path).replace(/\.js$/, '.ts');

/** Bundles files with esbuild: Node 20 cannot run TypeScript, and a page would load 300 modules. */
export async function bundle(files: readonly string[], options: BuildOptions = {}): Promise<void> {
  await build({
    entryPoints: [...files],
    outdir: OUTPUT,
    outbase: '.',
    bundle: true,
    splitting: true,
    ignoreAnnotations: true, // "sideEffects" in package.json is about dist/, and would drop src/define.ts
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    logLevel: 'error',
    ...options,
  });
}
