import { tsImport } from 'tsx/esm/api';

const { PARTS } = await tsImport('./src/contract/parts.ts', import.meta.url);
/** The modules that start a part of the script. English, and the list of the files, are no part. */
const ON_DEMAND = Object.values(PARTS).map(({ module }) => module.replace(/[A-Z]+$/, '(?!(en|files)\\.)[^/]+'));

/** The folders of the widget, and the other folders that each may import. */
const LAYERS = {
  element: ['isolated', 'form', 'payment', 'settings', 'i18n', 'hints', 'contract'],
  isolated: ['element', 'form', 'payment', 'settings', 'i18n', 'hints', 'contract'],
  form: ['i18n', 'contract'],
  payment: ['contract'],
  settings: ['i18n', 'contract'],
  i18n: ['contract'],
  hints: ['contract'],
  contract: [],
};

const only = (name, from, to, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: to, pathNot: allowed },
});

const WIDGET = '^src/(contract/index|internal)\\.ts$';
/** The folders of the proxy, and the other folders that each may import. */
const PROXY_LAYERS = {
  command: ['http', 'limits', 'order', 'settlement', 'options', 'attempts', 'stores', 'log', 'base'],
  http: ['payment', 'limits', 'order', 'options', 'attempts', 'log', 'base'],
  payment: ['limits', 'order', 'service', 'settlement', 'options', 'attempts', 'stores', 'log', 'base'],
  limits: ['options', 'stores', 'log', 'base'],
  order: ['options', 'attempts', 'base'],
  service: ['attempts', 'log', 'base'],
  settlement: ['attempts', 'log', 'base'],
  options: ['settlement', 'stores', 'log', 'base'],
  attempts: ['base'],
  log: ['base'],
  stores: [],
  base: [],
};

const PROXY = '^packages/proxy/src/(index|internal|stores/\\w+)\\.ts$';

export default {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(LAYERS).map(([folder, others]) =>
      only(`layer-${folder}`, `^src/${folder}/`, '^src/', `^src/(${[folder, ...others].join('|')})/`),
    ),
    only('entries-are-imported-by-nothing', '^src/', '^src/[^/]+\\.ts$', '^$'),
    ...Object.entries(PROXY_LAYERS).map(([folder, others]) => {
      const root = '^packages/proxy/src/';
      const besides = { command: '|index\\.ts', attempts: '|stores/store\\.ts' }[folder] ?? '';
      return only(
        `proxy-${folder}`,
        `${root}${folder}/`,
        root,
        `${root}((${[folder, ...others].join('|')})/${besides})`,
      );
    }),
    {
      name: 'parts-are-loaded-by-import()',
      severity: 'error',
      // The page's side of isolated mode has copies of its own, and a server has all of the contract.
      from: { path: '^src/', pathNot: '^src/(isolated/page/|contract/index\\.ts)' },
      to: {
        path: `^src/(${ON_DEMAND.join('|')})\\.ts$`,
        dynamic: false,
        dependencyTypesNot: ['type-only', 'type-import'],
      },
    },
    only('widget-alone', '^src/', '^packages/', '^$'),
    only('proxy-on-widget', '^packages/proxy/', '^(src|packages/testing)/', WIDGET),
    only('testing-on-both', '^packages/testing/', '^(src|packages/proxy)/', `${WIDGET}|${PROXY}`),
    only('published-alone', '^(src|packages)/', '^(bench|tools|demo|test)/', '^$'),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '(^|/)dist/'] },
    tsPreCompilationDeps: true, // imports of types count
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
