import { defineConfig } from 'eslint/config';
import { createNodeResolver, flatConfigs } from 'eslint-plugin-import-x';
import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

/** Libraries that only named files of src may import. */
const LIBRARIES = ['jose', 'lit', 'lmdb', 'rate-limiter-flexible', 'zod'];

/** Modules that a page loads on demand: everything else imports them by `import()`. */
const ON_DEMAND = ['cards', 'doubt', 'encryption', 'explanations', 'extras'];

/** Lets files of src import some of the libraries, and no other. */
const mayImport = (files, ...allowed) => {
  const others = LIBRARIES.filter((name) => !allowed.includes(name));
  return {
    files,
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: `^(${others.join('|')})(/|$)`, message: 'Only the files named in eslint.config.js import it.' },
            { regex: '^zod(?!/mini$)', message: 'zod/mini is smaller.' },
            {
              regex: `^\\./(${ON_DEMAND.join('|')})\\.js$`,
              allowTypeImports: true,
              message: 'Load it by import() when it is needed.',
            },
            {
              regex: '/schema\\.js$',
              allowTypeImports: true,
              message: 'It brings zod, which no page loads; only the proxy needs it.',
            },
          ],
        },
      ],
    },
  };
};

/** Lets a folder or file of src import only these others of src. */
const layer = (name, ...others) => ({
  target: `src/${name}`,
  from: 'src',
  except: [name, ...others].map((path) => `./${path}`),
  message: `src/${name} may import ${others.join(', ') || 'nothing'} of src.`,
});

export default defineConfig(
  { ignores: ['dist/', 'dist-demo/', 'coverage/', 'release/', 'test/system/package/types/', 'demo/frameworks/'] },
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      // One program for all folders: the project service would check src once more for each tsconfig.json.
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  { files: ['**/*.js', '**/*.mjs'], extends: [tseslint.configs.disableTypeChecked] },
  {
    files: ['src/**/*.ts', 'build/**/*.ts', 'demo/**/*.ts', 'test/**/*.ts'],
    extends: [wc.configs['flat/best-practice'], lit.configs['flat/all'], litA11y.configs.recommended],
    settings: { litHtmlSources: ['lit'] },
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            // node:test waits for its suites and tests by itself.
            { from: 'package', name: ['suite', 'test', 'describe', 'it'], package: 'node:test' },
            // @open-wc types chai's `equal` as if it answered later; it does not.
            { from: 'package', name: 'Equal', package: '@open-wc/semantic-dom-diff' },
          ],
        },
      ],
      'lit/prefer-query-decorators': 'off', // no decorators here: every tool reads plain classes the same way
    },
  },
  {
    files: ['src/**/*.ts'],
    plugins: flatConfigs.typescript.plugins,
    settings: {
      'import-x/extensions': ['.ts'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
      'import-x/resolver-next': [
        createNodeResolver({ extensions: ['.ts'], extensionAlias: { '.js': ['.ts', '.js'] } }),
      ],
    },
    rules: {
      'import-x/no-cycle': 'error',
      'import-x/no-unresolved': 'off',
      'import-x/no-restricted-paths': [
        'error',
        {
          basePath: import.meta.dirname,
          zones: [
            { target: 'src', from: ['build', 'demo', 'test'], message: 'src is published without it.' },
            layer('errors.ts'),
            layer('payment', 'errors.ts'),
            layer('transport', 'payment', 'errors.ts'),
            layer(
              'proxy',
              ...['digits', 'encryption-key', 'limits', 'schema', 'serialize'].map((name) => `payment/${name}.ts`),
              ...['answer', 'protocol', 'retry'].map((name) => `transport/${name}.ts`),
              'errors.ts',
            ),
            layer(
              'check-proxy',
              ...['answers', 'encryption-key', 'money', 'schema', 'test-numbers'].map((name) => `payment/${name}.ts`),
              ...['transport', 'proxy/mask.ts', 'encryption.ts', 'errors.ts'],
            ),
            {
              target: ['src/*.ts', 'src/locales'],
              from: ['src/proxy', 'src/check-proxy'],
              message: 'It runs on servers only.',
            },
            {
              target: 'src',
              from: ['src/define.ts', 'src/index.ts', 'src/react.ts', 'src/without-dom.ts'],
              message: 'It is an entry of the package. Import from the module that defines the name.',
            },
            {
              target: 'src/!(define|index|react).ts',
              from: 'src/payment-widget.ts',
              message: 'Only the entries import the element.',
            },
          ],
        },
      ],
    },
  },
  mayImport(['src/**/*.ts']),
  mayImport(
    ['payment-widget', 'payment-widget.*', 'result-panel.template', 'drawings', 'react'].map(
      (name) => `src/${name}.ts`,
    ),
    'lit',
  ),
  mayImport(['src/encryption.ts'], 'jose'),
  mayImport(['src/payment/schema.ts'], 'zod'),
  {
    // They run on servers. A store is imported when it is opened, so no static import of lmdb.
    files: ['src/proxy/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^(jose|lit|zod)(/|$)', message: 'The proxy runs without it.' },
            { regex: '^(lmdb|rate-limiter-flexible)$', allowTypeImports: true, message: 'Load it by import().' },
          ],
        },
      ],
    },
  },
);
