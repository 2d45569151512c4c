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
const PROXY = '^packages/proxy/src/(index|internal|stores/\\w+)\\.ts$';

export default {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(LAYERS).map(([folder, others]) =>
      only(`layer-${folder}`, `^src/${folder}/`, '^src/', `^src/(${[folder, ...others].join('|')})/`),
    ),
    only('entries-are-imported-by-nothing', '^src/', '^src/[^/]+\\.ts$', '^$'),
    only(
      'attempts-without-http',
      '^packages/proxy/src/attempts/',
      '^packages/proxy/',
      '/(attempts/|stores/store\\.ts)',
    ),
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
