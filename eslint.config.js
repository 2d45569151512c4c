import { defineConfig } from 'eslint/config';
import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

export default defineConfig(
  { ignores: ['dist/', 'dist-demo/', 'coverage/', 'release/', 'test/types/', 'demo/frameworks/'] },
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', 'demo/public/*/*.js', 'test/*.js'] },
        tsconfigRootDir: import.meta.dirname,
      },
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
);
