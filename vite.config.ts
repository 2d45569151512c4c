import { readdirSync } from 'node:fs';
import { parse } from 'node:path';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { bareObjects } from './build/bare-objects.js';
import { browserFilesBeside } from './build/demo-files.js';
import { integrityPack } from './build/integrity.js';
import { privateLit } from './build/private-lit.js';
import { smallerTemplates } from './build/smaller-templates.js';

/** A classic script is read in the page's own encoding, so it has ASCII only. */
const ascii: Plugin = {
  name: 'ascii',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escape);
    }
  },
};

function escape(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * The languages lie beside the script, and what encrypts cards. `import()` would look for them there by itself, but not
 * when a page has the script from another origin; then it has to be told where that is.
 */
const besideScript: Plugin = {
  name: 'beside-script',
  transform(code, id) {
    if (!/\/src\/(languages|card-encryption)\.ts$/.test(id)) return undefined;
    // Asked of the prototypes: a picture with such a name would be found in their place.
    const here =
      "const here = Reflect.get(Document.prototype, 'currentScript', document)?.src" +
      " || Reflect.get(Node.prototype, 'baseURI', document);";
    const absolute = code.replace(/import\(("[^"]+")\)/g, 'import(/* @vite-ignore */ new URL($1, here).href)');
    return { code: here + absolute, map: null };
  },
};

/** A page may load the script twice, or two versions of it: the first one stays, and the others do nothing at all. */
const ONCE = "customElements.get('payment-widget')||";

/** One classic script with everything inside but the languages and what encrypts: what a script tag loads. */
const script: UserConfig = {
  plugins: [smallerTemplates(), privateLit(), besideScript, bareObjects(), ascii],
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

/** What that script loads to encrypt cards, its library inside: a page without a bundler has no other way to it. */
const encryption: UserConfig = {
  plugins: [bareObjects()],
  build: {
    target: 'es2022',
    sourcemap: true,
    emptyOutDir: false,
    lib: { entry: 'src/encryption.ts', formats: ['es'] },
    rolldownOptions: { output: { entryFileNames: 'encryption.js', minify: true, comments: false } },
  },
};

const locales = readdirSync('src/locales').map((file) => `locales/${parse(file).name}`);

const stores = ['lmdb', 'memory', 'redis'];

/** ES modules for bundlers: lit, zod and jose stay outside, so that a page has them once. And the languages, for everybody. */
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
        proxy: 'src/proxy/proxy.ts',
        ...Object.fromEntries(stores.map((name) => [`stores/${name}`, `src/proxy/stores/${name}.ts`])),
        ...Object.fromEntries(locales.map((name) => [name, `src/${name}.ts`])),
      },
      formats: ['es'],
    },
    rolldownOptions: {
      external: [/^lit($|\/)/, /^zod($|\/)/, 'jose', 'lmdb', 'rate-limiter-flexible'],
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
    },
  },
};

/** The package says that only its own entries have effects, and so the modules that define the elements of a page had none. */
const pagesHaveEffects: Plugin = {
  name: 'pages-have-effects',
  transform: (_code, id) => (id.includes('/demo/') ? { moduleSideEffects: true } : undefined),
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
      input: ['shop/index.html', 'shop/donate.html', 'console/index.html', 'qa/index.html', 'qa/stage.html'].map(
        (page) => `demo/${page}`,
      ),
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

export default defineConfig(({ mode }) => ({ modules, encryption, demo, 'demo-server': demoServer })[mode] ?? script);
