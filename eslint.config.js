import { defineConfig } from 'eslint/config';
import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import regexp from 'eslint-plugin-regexp';
import wc from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

/** Libraries that only named files of src may import. */
const LIBRARIES = ['jose', 'lit', 'lmdb', 'zod'];

/** Lets files import some of the libraries, and no other. */
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
          ],
        },
      ],
    },
  };
};

export default defineConfig(
  {
    ignores: [
      '**/dist/',
      'dist-demo/',
      'coverage/',
      'release/',
      'test/system/package/types/',
      'demo/frameworks/',
      'demo/testing/',
      'docs/site/.vitepress/dist/',
    ],
  },
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
      // A third of the time: what tsc does not prove of them, nobody writes here.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
    },
  },
  { files: ['**/*.js', '**/*.mjs'], extends: [tseslint.configs.disableTypeChecked] },
  {
    // Of the rules that need types, tests keep what would make them racy: promises that nothing awaits.
    files: ['test/**/*.ts'],
    rules: {
      ...tseslint.configs.disableTypeChecked.rules,
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
    },
  },
  {
    files: ['src/**/*.ts', 'packages/*/src/**/*.ts', 'bench/**/*.ts', 'tools/**/*.ts', 'demo/**/*.ts', 'test/**/*.ts'],
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
    files: [
      'src/{contract,element,form,hints,i18n,isolated,payment,settings}/**/*.ts',
      'packages/testing/src/steps/**',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.object.name="Array"][callee.property.name="from"]',
          message: 'Old libraries of the page replace it. Use [...list].',
        },
      ],
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
    },
  },
  {
    // Tests wait for events and conditions: how long something takes depends on the machine.
    files: ['test/**/*.ts'],
    ignores: [
      'test/support/until.ts',
      'test/soak/campaign/seeded.ts', // faults, some of which are slow
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'CallExpression[callee.name="setTimeout"]', message: 'Wait for an event or with until().' },
        { selector: 'MemberExpression[property.name="waitForTimeout"]', message: 'Wait for an event or with until().' },
        {
          selector: ':matches(CallExpression[callee.object.name="Date"][callee.property.name="now"]):not(:function *)',
          message: 'Read the clock in the test: those before it take time.',
        },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'node:timers/promises',
              importNames: ['setTimeout'],
              message: 'Wait for an event or with until().',
            },
            {
              name: '@open-wc/testing',
              importNames: ['aTimeout', 'waitUntil'],
              message: 'They have limits. Use until().',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['{bench,demo,test,tools}/**/*.ts'],
    // vite.config.ts imports the last one, and Vite loads it without the paths of tsconfig.json.
    ignores: ['demo/{frameworks,testing}/**', 'tools/files.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^(\\.\\./)+(src|packages/.*/src)/', message: 'Import a package by its name.' }] },
      ],
    },
  },
  {
    // They see texts of strangers on a server, where one slow regular expression stops all payments.
    files: ['src/contract/**/*.ts', 'packages/*/src/**/*.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  mayImport(['src/**/*.ts']),
  {
    files: ['packages/testing/src/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^(jose|lit|lmdb)(/|$)', message: 'The test kit runs without it.' }] },
      ],
    },
  },
  mayImport(['src/element/**/*.ts', 'src/react.ts'], 'lit'),
  {
    // They run on servers. A library is imported when it is needed, such as a store when it is opened.
    files: ['packages/proxy/src/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^lit(/|$)', message: 'The proxy runs without it.' },
            { regex: '^zod(?!/mini$)', message: 'zod/mini is smaller.' },
            { regex: '^(jose|lmdb)$', allowTypeImports: true, message: 'Load it by import().' },
          ],
        },
      ],
    },
  },
);
