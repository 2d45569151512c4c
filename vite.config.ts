import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { changeLit } from './tools/build/change-lit.js';
import { isolatedCopies } from './tools/build/isolated-copies.js';
import { releaseMark } from './tools/build/release-mark.js';
import { partOf } from './tools/files.js';

/** Chunks are named as the parts of the script, or as rolldown names them, and have a suffix. */
const chunkName =
  (folder: string, suffix = '') =>
  ({ name, facadeModuleId }: { readonly name: string; readonly facadeModuleId: string | null }) => {
    const part = partOf(facadeModuleId ?? '') ?? name;
    return `${part.includes('/') ? '' : folder}${part}${suffix}.js`;
  };

/** Each of them is one file: otherwise what it shares with files loaded later would be a file of its own. */
const FIRST_FILES = [
  { name: 'payment-widget', test: /\/src\/define\.ts$/, priority: 2 },
  { name: 'card-form', test: /\/src\/element\/card-form\.ts$/, priority: 1 },
];

/** Chromium then compiles all functions in the background while the file loads, not each of them at its first call. */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad';

/** Style sheets are minified, and stay as modern as they are. */
const STYLES = { cssMinify: 'lightningcss', cssTarget: 'esnext' } as const;

const PACKAGES =
  /^(node:.*|(lit|zod|payment-widget|payment-widget-proxy)(\/.*)?|@remix-run\/node-fetch-server|ioredis|jose|lmdb|pg|prom-client)$/;

/** ES modules for bundlers and Node. Dependencies stay outside, so that an app has them once. */
function modules(
  folder: string,
  entry: Record<string, string>,
  { external = [PACKAGES], chunks = 'chunks/' } = {},
): UserConfig {
  return {
    root: folder,
    build: {
      ...STYLES,
      target: 'es2022',
      sourcemap: true,
      minify: false,
      emptyOutDir: false,
      outDir: 'dist',
      copyPublicDir: false,
      lib: { entry, formats: ['es'] },
      rolldownOptions: {
        external,
        // Docs are in the declarations, other comments in the source maps.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: chunkName(chunks),
          comments: { jsdoc: false },
          minifyInternalExports: false,
        },
      },
    },
  };
}

/** `sideEffects` in package.json is about published files; modules of the demo define elements, too. */
const demoHasEffects: Plugin = {
  name: 'demo-has-effects',
  transform: (_code, id) => (/\/demo\/|\/src\/define\.ts$/.test(id) ? { moduleSideEffects: true } : undefined),
};

function pages(outDir: string, names: readonly string[], build: UserConfig['build'] = {}): UserConfig {
  return {
    root: 'demo',
    plugins: [demoHasEffects],
    resolve: { tsconfigPaths: true },
    build: {
      target: 'es2022',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // light-dark() follows the color-scheme that a page sets
      outDir,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: names.map((name) => `demo/${name}.html`) },
      ...build,
    },
  };
}

/** `vite build --mode …` */
const builds: Readonly<Record<string, UserConfig>> = {
  /** What script tags load: the element with Lit inside, and beside it what it imports on demand. */
  browser: {
    plugins: [isolatedCopies, changeLit(), releaseMark()],
    build: {
      ...STYLES,
      target: 'es2022',
      sourcemap: true,
      outDir: 'dist/browser',
      license: { fileName: 'THIRD-PARTY.txt' },
      lib: { entry: { 'payment-widget': 'src/define.ts', frame: 'src/isolated/frame/frame.ts' }, formats: ['es'] },
      rolldownOptions: {
        optimization: { inlineConst: { mode: 'all' } },
        preserveEntrySignatures: 'allow-extension', // shared modules stay in the entry: no request more before the form
        output: {
          minify: true,
          comments: false,
          postBanner: ({ name }) => (FIRST_FILES.some((file) => file.name === name) ? COMPILE_ALL : ''),
          entryFileNames: '[name].js',
          chunkFileNames: chunkName('', '-[hash:8]'), // so that two releases have no file in common by its name alone
          hashCharacters: 'hex',
          codeSplitting: { groups: FIRST_FILES },
        },
      },
    },
  },
  widget: modules('.', {
    index: 'src/index.ts',
    contract: 'src/contract/index.ts',
    define: 'src/define.ts',
    internal: 'src/internal.ts',
    react: 'src/react.ts',
    'server-stub': 'src/server-stub.ts',
    'server-define': 'src/server-define.ts',
  }),
  /** With the templates of Lit inside, in its build for servers: the one for browsers fails without a document, as at the edge. */
  'server-form': {
    ...modules('.', { 'form-html': 'src/form-html.ts' }, { external: [], chunks: 'form-html/' }),
    resolve: { conditions: ['node'] },
  },
  proxy: modules('packages/proxy', {
    index: 'src/index.ts',
    cli: 'src/command/cli.ts',
    internal: 'src/internal.ts',
    'stores/lmdb': 'src/stores/lmdb.ts',
    'stores/memory': 'src/stores/memory.ts',
    'stores/postgres': 'src/stores/postgres.ts',
    'stores/redis': 'src/stores/redis.ts',
  }),
  testing: modules('packages/testing', {
    index: 'src/index.ts',
    cli: 'src/command/cli.ts',
    cypress: 'src/cypress.ts',
    element: 'src/element.ts',
    playwright: 'src/playwright.ts',
    init: 'src/command/init.ts', // beside the files of the shop
    'open-sandbox': 'src/sandbox/open-sandbox.ts', // beside its pages
    store: 'src/store.ts',
    'store-process': 'src/store-tests/store-process.ts',
  }),
  /** The console of the sandbox that the package has. */
  'sandbox-pages': pages('../packages/testing/dist/pages', ['console/index'], {
    copyPublicDir: false,
    license: { fileName: 'THIRD-PARTY.txt' },
  }),
  demo: pages('../dist-demo/public', ['shop/index', 'console/index', 'qa/index', 'qa/stage']),
  /** The server of the demo as one file, without `lmdb`: its binary is of the machine, and only a Live key needs it. */
  'demo-server': {
    build: {
      target: 'node20',
      ssr: 'demo/start.ts',
      outDir: 'dist-demo',
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { external: 'lmdb', output: { entryFileNames: 'server.js', codeSplitting: false } },
    },
    ssr: { noExternal: true },
    resolve: { tsconfigPaths: true },
  },
};

export default defineConfig(({ mode }) => {
  const build = builds[mode];
  if (!build) throw new Error(`Vite mode is "${mode}". Expected ${Object.keys(builds).join(', ')}.`);
  return build;
});
