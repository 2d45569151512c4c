import { cpSync } from 'node:fs';
import { transform } from 'lightningcss';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { TRUSTED_TYPES_POLICY } from './tools/strict-page.js';

/** Chunks are named after their source files, the languages with their folder. */
const chunkName =
  (folder: string) =>
  ({ name, facadeModuleId }: { readonly name: string; readonly facadeModuleId: string | null }) =>
    `${/\/src\/i18n\/(locales\/.+)\.ts$/.exec(facadeModuleId ?? '')?.[1] ?? `${folder}${name}`}.js`;

/** Minifies the style sheets in templates, which saves half a kilobyte. */
const minifyStyles: Plugin = {
  name: 'minify-styles',
  transform(code, id) {
    if (!id.includes('/src/') || !code.includes('css`')) return undefined;
    const minify = (css: string) => transform({ filename: id, code: Buffer.from(css), minify: true }).code.toString();
    return { code: code.replace(/\bcss`([^`]*)`/g, (_, css: string) => `css\`${minify(css)}\``), map: null };
  },
};

const LIT_POLICY = 's?s.createPolicy("lit-html",';
const OWN_POLICY = `s&&!customElements.get("payment-widget")?s.createPolicy("${TRUSTED_TYPES_POLICY}",`;

/**
 * Gives the bundled Lit a Trusted Types policy of its own: a page that lists its policies allows each name once, and may
 * use Lit itself. A second copy of the script renders nothing, and creates no policy.
 */
function ownPolicy(): Plugin {
  let isFound = false;
  return {
    name: 'own-policy',
    transform(code, id) {
      if (!id.includes('/lit-html/') || !code.includes(LIT_POLICY)) return undefined;
      isFound = true;
      return { code: code.replace(LIT_POLICY, OWN_POLICY), map: null };
    },
    buildEnd() {
      if (!isFound) this.error(`Lit lacks ${LIT_POLICY} Adapt vite.config.ts to this version.`);
    },
  };
}

/** What script tags load: the element with Lit inside, and beside it what it imports on demand. */
const browser: UserConfig = {
  plugins: [minifyStyles, ownPolicy()],
  build: {
    target: 'es2022',
    sourcemap: true,
    outDir: 'dist/browser',
    lib: { entry: { 'payment-widget': 'src/define.ts' }, formats: ['es'] },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension', // shared modules stay in the entry: no request more before the form
      output: { minify: true, comments: false, entryFileNames: '[name].js', chunkFileNames: chunkName('') },
    },
  },
};

const stores = ['lmdb', 'memory', 'redis'];

/** ES modules for bundlers and for Node. Dependencies stay outside, so that a page has them once. */
const npm: UserConfig = {
  build: {
    target: 'es2022',
    sourcemap: true,
    minify: false,
    emptyOutDir: false,
    lib: {
      entry: {
        index: 'src/index.ts',
        define: 'src/define.ts',
        'server-stub': 'src/server-stub.ts',
        proxy: 'src/proxy/index.ts',
        react: 'src/react.ts',
        ...Object.fromEntries(stores.map((name) => [`stores/${name}`, `src/proxy/attempts/stores/${name}.ts`])),
      },
      formats: ['es'],
    },
    rolldownOptions: {
      external: [/^lit($|\/)/, /^zod($|\/)/, 'jose', 'lmdb', 'rate-limiter-flexible'],
      // Docs are in the declarations, other comments in the source maps.
      output: { entryFileNames: '[name].js', chunkFileNames: chunkName('chunks/'), comments: { jsdoc: false } },
    },
  },
};

/** The package says that only its own entries have effects, and so the modules that define the elements of a page had none. */
const pagesHaveEffects: Plugin = {
  name: 'pages-have-effects',
  transform: (_code, id) => (/\/demo\/|\/src\/define\.ts$/.test(id) ? { moduleSideEffects: true } : undefined),
};

/** Copies the published files unchanged, so that their hashes are those of the package. */
const copyBrowserFiles: Plugin = {
  name: 'copy-browser-files',
  closeBundle() {
    cpSync('dist/browser', 'dist-demo/public/payment-widget', { recursive: true });
    cpSync('dist/integrity.json', 'dist-demo/public/integrity.json');
  },
};

/** The demo's pages, and beside them the files that a merchant would have copied from the package. */
const demo: UserConfig = {
  root: 'demo',
  plugins: [pagesHaveEffects, copyBrowserFiles],
  build: {
    target: 'es2022',
    outDir: '../dist-demo/public',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [
        'shop/index.html',
        'shop/donate.html',
        'console/index.html',
        'check/index.html',
        'qa/index.html',
        'qa/stage.html',
      ].map((page) => `demo/${page}`),
    },
  },
};

/** The demo's server as one file: with those pages it is all that a machine with Node needs. */
const demoServer: UserConfig = {
  build: {
    target: 'node20',
    ssr: 'demo/start.ts',
    outDir: 'dist-demo',
    emptyOutDir: false,
    copyPublicDir: false,
    // A program of the machine itself, and taken only where a Live key is: see `createShopServer`.
    rolldownOptions: { external: ['lmdb'], output: { entryFileNames: 'server.js', codeSplitting: false } },
  },
  ssr: { noExternal: true },
};

/** `npx payment-widget`: one file for Node, with nothing from outside but what encrypts cards. */
const program: UserConfig = {
  build: {
    target: 'node20',
    sourcemap: true,
    ssr: 'src/check-proxy/cli.ts',
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      external: ['jose'],
      output: { entryFileNames: 'cli.js', codeSplitting: false, banner: '#!/usr/bin/env node' },
    },
  },
  ssr: { noExternal: true },
};

export default defineConfig(({ mode }) => ({ npm, program, demo, 'demo-server': demoServer })[mode] ?? browser);
