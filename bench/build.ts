import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { transform } from 'lightningcss';

const SOURCES = join(import.meta.dirname, 'contenders');
const DIST = join(import.meta.dirname, '../dist/browser');
export const BUILT = join(import.meta.dirname, '../node_modules/.cache/bench');

const PREBUILT: Readonly<Record<string, () => readonly [from: string, to: string][]>> = {
  widget: () => [[DIST, '.']],
  moyasar: () =>
    ['moyasar.umd.js', 'moyasar.css'].map((file) => [join(packageFolder('moyasar-payment-form'), 'dist', file), file]),
};

/** `import text from './x.css?text'` imports minified CSS as a string, for use in a shadow root. */
const stylesAsText: Plugin = {
  name: 'styles-as-text',
  setup(building) {
    building.onResolve({ filter: /\.css\?text$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(/\?text$/, '')),
      namespace: 'styles-as-text',
    }));
    building.onLoad({ filter: /.*/, namespace: 'styles-as-text' }, ({ path }) => ({
      contents: transform({ filename: path, code: readFileSync(path), minify: true }).code.toString(),
      loader: 'text',
    }));
  },
};

export async function buildContenders(): Promise<void> {
  if (!existsSync(join(DIST, 'payment-widget.js'))) throw new Error('dist/browser is missing. Run npm run build.');
  rmSync(BUILT, { recursive: true, force: true });
  for (const id of readdirSync(SOURCES)) {
    if (id !== 'shared') await buildContender(id);
  }
}

async function buildContender(id: string): Promise<void> {
  const folder = join(SOURCES, id);
  const built = join(BUILT, id);
  mkdirSync(built, { recursive: true });
  for (const [from, to] of PREBUILT[id]?.() ?? []) cpSync(from, join(built, to), { recursive: true });
  for (const page of readdirSync(folder).filter((file) => /^(page|mount|in-html)\.html$/.test(file))) {
    writeFileSync(join(built, page), withIncludes([folder, built], page));
  }
  await build({
    entryPoints: ['page.ts', 'mount.ts'].map((file) => join(folder, file)).filter((path) => existsSync(path)),
    outdir: built,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    mainFields: ['browser', 'module', 'main'],
    conditions: ['production', 'browser'],
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    plugins: [stylesAsText],
    logLevel: 'error',
  });
}

function withIncludes(folders: readonly string[], page: string): string {
  const read = (file: string) => {
    const path = folders.map((folder) => join(folder, file)).find((path) => existsSync(path)) ?? file;
    return readFileSync(path, 'utf8').trim();
  };
  return `${read(page).replace(/<!-- include (\S+) -->/g, (_, file: string) => read(file))}\n`;
}

function packageFolder(name: string): string {
  return join(import.meta.dirname, 'node_modules', name);
}

export function versionOf(name: string): string {
  const folders = [packageFolder(name), join(import.meta.dirname, '../node_modules', name)];
  const path = folders.map((folder) => join(folder, 'package.json')).find((path) => existsSync(path));
  return path === undefined ? 'unknown' : (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
