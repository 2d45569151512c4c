import type { FrameOptions } from './frame-options.js';

interface Modules {
  readonly 'node:fs/promises': { readonly readFile: (path: string) => Promise<Uint8Array<ArrayBuffer>> };
  readonly 'node:module': { readonly createRequire: (url: string) => { readonly resolve: (id: string) => string } };
}

/** The parts of Node that it needs. Not imported: bundles for other runtimes would fail. */
interface Runtime {
  readonly process?: { getBuiltinModule?<Name extends keyof Modules>(name: Name): Modules[Name] };
}

let integrity: string | undefined;

/**
 * Reads a file that this package was built with. The package names itself, so it does not matter which file this code is in.
 * @throws in a runtime without a file system, and if the package is not built
 */
export const readBuiltFile: NonNullable<FrameOptions['files']> = async (name) => {
  const { process } = globalThis as unknown as Runtime;
  if (!process?.getBuiltinModule) throw new Error('This runtime has no file system.');
  const { createRequire } = process.getBuiltinModule('node:module');
  const { readFile } = process.getBuiltinModule('node:fs/promises');
  integrity ??= createRequire(import.meta.url).resolve('payment-widget/integrity.json');
  const path = name === 'integrity.json' ? integrity : integrity.replace(/integrity\.json$/, `browser/${name}`);
  try {
    return new Response(await readFile(path));
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  }
};
