import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';

const HERE = 'docs/site';

/** Bundles the scripts and styles of the site and the sandbox. */
export async function bundle(outdir: string): Promise<void> {
  const common = { bundle: true, minify: true, target: 'es2022', logLevel: 'error' } satisfies BuildOptions;
  await Promise.all([
    build({
      ...common,
      entryPoints: { site: `${HERE}/client/site.ts` },
      outdir: join(outdir, 'assets'),
      format: 'esm',
      splitting: true,
      chunkNames: '[name]-[hash]',
    }),
    build({
      ...common,
      target: 'esnext', // keeps light-dark()
      entryPoints: { site: `${HERE}/styles/site.css` },
      outdir: join(outdir, 'assets'),
    }),
    build({
      ...common,
      entryPoints: { 'sandbox-worker': `${HERE}/worker/sandbox-worker.ts` },
      outdir, // a worker cannot answer for pages above its own folder
      format: 'iife',
      alias: Object.fromEntries(['node:crypto', 'node:http'].map((name) => [name, `./${HERE}/worker/node-modules.ts`])),
      external: ['jose', 'lmdb', 'rate-limiter-flexible'], // not used with the options of the sandbox
    }),
  ]);
}
