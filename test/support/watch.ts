import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { context, type BuildResult } from 'esbuild';
import { bundlesIn, bundling } from './node-tests.js';

/** Calls `run` with all test files, by their bundles, and after each change with the affected ones. */
export async function watch(
  files: readonly string[],
  run: (changed: ReadonlyMap<string, string>) => Promise<void>,
): Promise<never> {
  let previous = new Map<string, string>();
  let running = Promise.resolve();
  const rerun = ({ metafile, outputFiles = [], errors }: BuildResult) => {
    if (errors.length > 0 || !metafile) return;
    // esbuild itself would delete earlier bundles, which a run in progress may still load.
    for (const { path, contents } of outputFiles.filter((file) => !existsSync(file.path))) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, contents);
    }
    const bundles = bundlesIn(metafile);
    const changed = [...bundles].filter(([bundle]) => !previous.has(bundle)); // a bundle is named by its hash
    previous = bundles;
    if (changed.length > 0) running = running.then(() => run(new Map(changed)));
  };
  const watcher = await context({
    ...bundling(files),
    metafile: true,
    write: false,
    plugins: [
      {
        name: 'rerun',
        setup: (build) => {
          build.onEnd(rerun);
        },
      },
    ],
  });
  await watcher.watch();
  return new Promise(() => undefined);
}
