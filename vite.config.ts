import { readdirSync } from 'node:fs';
import { parse } from 'node:path';
import { transform } from 'lightningcss';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { browserFilesBeside } from './build/demo-files.js';
import { integrityPack } from './build/integrity.js';
import { privateLit } from './build/private-lit.js';
import { PARTS } from './build/script-files.js';

/** Minifies the style sheets in templates, which saves half a kilobyte. */
const minifyStyles: Plugin = {
  name: 'minify-styles',
  transform(code, id) {
    if (!/\/src\/.*\.styles\.ts$/.test(id)) return undefined;
    const minify = (css: string) => transform({ filename: id, code: Buffer.from(css), minify: true }).code.toString();
    return { code: code.replace(/\bcss`([^`]*)`/g, (_, css: string) => `css\`${minify(css)}\``), map: null };
  },
};

/** The one way to what lies beside the script. The page is asked by its prototypes: a picture with such a name would be found first. */
const BESIDE = `
  const here = Reflect.get(Document.prototype, 'currentScript', document)?.src || Reflect.get(Node.prototype, 'baseURI', document);
  export const beside = (path) => import(/* @vite-ignore */ new URL(path, here).href);
`;

/**
 * The languages lie beside the script, and all else that not every form needs. `import()` would look for them there by itself, but not
 * when a page has the script from another origin; then it has to be told where that is.
 */
const besideScript: Plugin = {
  name: 'beside-script',
  resolveId: (source) => (source === 'beside-script' ? source : undefined),
  load: (id) => (id === 'beside-script' ? BESIDE : undefined),
  transform(code, id) {
    if (!/\/src\/(i18n\/languages|on-demand|form\/card-data-loader|transport\/attempt-status)\.ts$/.test(id)) return undefined;
    const folder = id.replace(/^.*\/(src\b.*)\/[^/]+$/, '$1');
    const nameOf = (path: string) =>
      Object.keys(PARTS).find((name) => PARTS[name] === path.replace(/^\.(.*)js$/, `${folder}$1ts`));
    const calls = code
      .replace(/import\((?:\/\* @vite-ignore \*\/ )?(["`][^"`]+["`])\)/g, 'beside($1)')
      .replace(/beside\("([^"]+)"\)/g, (call, path: string) =>
        nameOf(path) ? `beside("./${nameOf(path)}.js")` : call,
      );
    return { code: `import { beside } from 'beside-script';${calls}`, map: null };
  },
};

/**
 * A page may load the script twice, or two versions of it: the first one stays, and the others do nothing at all. Nor does
 * it on a server.
 */
const ONCE = "typeof document>'u'||customElements.get('payment-widget')||";

/** One classic script with everything that a card payment in English needs: what a script tag loads. */
const script: UserConfig = {
  plugins: [minifyStyles, privateLit(), besideScript],
  build: {
    target: 'es2022',
    sourcemap: true,
    emptyOutDir: false, // npm run build does it; npm start only renews the script
    lib: { entry: 'src/define.ts', formats: ['iife'], name: 'PaymentWidget' },
    rolldownOptions: {
      output: {
        entryFileNames: 'payment-widget.js',
        minify: true,
        comments: false,
        banner: ONCE,
      },
    },
  },
};

/** Each part is one file, with its own copy of what another one has, too. No module of theirs has effects. */
const ownCopies: Plugin = {
  name: 'own-copies',
  enforce: 'pre',
  async resolveId(source, importer) {
    const part = importer
      ? importer.split('?')[1]
      : Object.keys(PARTS).find((name) => source.endsWith(PARTS[name] ?? ''));
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && { ...found, id: `${found.id}?${part ?? ''}`, moduleSideEffects: false };
  },
};

/** What that script loads when it is needed, each file with its libraries inside: a page without a bundler has no other way to them. */
const parts: UserConfig = {
  plugins: [ownCopies],
  build: {
    target: 'es2022',
    sourcemap: true,
    emptyOutDir: false,
    lib: { entry: PARTS, formats: ['es'] },
    rolldownOptions: {
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/parts/[name].js',
        minify: true,
        comments: false,
        sourcemapPathTransform: (source) => source.replace(/\?.*/, ''), // whose copy it is
      },
    },
  },
};

const locales = Object.fromEntries(
  [
    ['src/i18n/locales', 'locales'],
    ['src/i18n/locales/optional', 'locales/extras'],
  ].flatMap(([source, target]) =>
    readdirSync(`${source}`)
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [`${target}/${parse(file).name}`, `${source}/${file}`]),
  ),
);

const stores = ['lmdb', 'memory', 'redis'];

/** ES modules for bundlers: lit, jose and what the proxy needs stay outside, so that a page has them once. And the languages, for everybody. */
const modules: UserConfig = {
  plugins: [integrityPack(import.meta.dirname)],
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
        ...locales,
      },
      formats: ['es'],
    },
    rolldownOptions: {
      external: [/^lit($|\/)/, /^zod($|\/)/, 'jose', 'lmdb', 'rate-limiter-flexible'],
      // What comments say to those who use it is in the declarations, and the rest in the source maps.
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js', comments: { jsdoc: false } },
    },
  },
};

/** The package says that only its own entries have effects, and so the modules that define the elements of a page had none. */
const pagesHaveEffects: Plugin = {
  name: 'pages-have-effects',
  transform: (_code, id) => (/\/demo\/|\/src\/define\.ts$/.test(id) ? { moduleSideEffects: true } : undefined),
};

/** The demo's pages, and beside them the files that a merchant would have copied from the package. */
const demo: UserConfig = {
  root: 'demo',
  plugins: [pagesHaveEffects, browserFilesBeside(import.meta.dirname)],
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

export default defineConfig(
  ({ mode }) => ({ modules, parts, program, demo, 'demo-server': demoServer })[mode] ?? script,
);
