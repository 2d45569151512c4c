import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ERRORS } from '../../../src/contract/errors.js';
import { ATTEMPT_NOT_FOUND } from '../../../src/contract/protocol.js';
import { FILE_PURPOSES } from '../../../tools/file-purposes.js';
import { fillBlocks } from '../../../tools/docs/blocks.js';
import { HINTS } from '../../../tools/docs/error-texts/hints.js';
import { cutRegion, tidy } from '../../../tools/docs/file.js';
import { table } from '../../../tools/docs/markdown.js';
import { listPages } from '../../../tools/docs/pages.js';
import { PROBLEMS } from '../../../tools/docs/problems.js';
import { membersOf } from '../../../tools/docs/source.js';

const pages = new Map(listPages('.').map((page) => [page, readFileSync(page, 'utf8')]));
const all = [...pages.values()].join('\n');

/** Blocks that document a public name. A page without one of them would leave names undocumented. */
const REQUIRED = [
  ...['attributes', 'properties', 'methods', 'events', 'slots', 'parts', 'states', 'css-properties', 'fields'],
  ...[
    'errors',
    'error-codes',
    'hints',
    'finding-codes',
    'proxy-options',
    'limits',
    'log-events',
    'log-entry',
    'scenarios',
    'languages',
  ],
  ...['contract outcomes', 'contract errors', 'check-proxy', 'cli', 'files', 'cards', 'benchmark'],
];

describe('generated parts of the documentation', () => {
  for (const [page, text] of pages) {
    if (!/^<!-- generated: /m.test(text)) continue;
    it(`are up to date: ${page} (else run \`npm run docs:reference\`)`, async () => {
      assert.equal(text, await fillBlocks(text, page));
    });
  }

  for (const name of REQUIRED) {
    it(`include ${name}`, () => {
      assert.ok(all.includes(`\n<!-- generated: ${name} -->\n`));
    });
  }

  it('have no open marker', () => {
    for (const [page, text] of pages) {
      const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
      assert.equal(count(/^<!-- generated: .+ -->$/gm), count(/^<!-- \/generated -->$/gm), page);
    }
  });

  it('have no block of an unknown name', async () => {
    await assert.rejects(fillBlocks('<!-- generated: atributes -->\n<!-- /generated -->', 'page.md'), /"atributes"/);
  });
});

for (const [page, codes] of [
  ['docs/errors.md', ERRORS],
  ['docs/integration-check.md', HINTS],
] as const) {
  describe(page, () => {
    it('has one heading per code, so that the console leads to it', () => {
      const headings = Array.from((pages.get(page) ?? '').matchAll(/^### `(\w+)`$/gm), ([, code]) => code);
      assert.deepEqual(headings.sort(), Object.keys(codes).sort());
    });
  });
}

describe('the files in docs/element.md', () => {
  it('are those of dist/browser, so that each has a row that says what happens if it is missing', () => {
    const page = pages.get('docs/element.md') ?? '';
    const missing = Object.keys(FILE_PURPOSES).filter((file) => !page.includes(`\`${file.replace(/\/.*$/, '/')}\``));
    assert.deepEqual(missing, []);
  });
});

describe('the problem documents in docs/contract.md', () => {
  const files = readdirSync('src/proxy', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const source = files.map((file) => readFileSync(`src/proxy/${file}`, 'utf8')).join('\n');
  const documented = PROBLEMS.map(([status, code]) => `${status} ${code}`);

  it('include every status and code that the proxy names together', () => {
    const created = source.matchAll(/\b(?:ProblemError|inDoubt)\(\s*(\d{3}),\s*'(\w+)'/g);
    const pairs = new Set(Array.from(created, ([, status = '', code = '']) => `${status} ${code}`));
    assert.ok(pairs.size > 15);
    assert.deepEqual(
      [...pairs].filter((pair) => !documented.includes(pair)),
      [],
    );
  });

  it('have no code that the proxy does not name', () => {
    const codes = PROBLEMS.map(([, code]) => code).filter((code) => code !== ATTEMPT_NOT_FOUND);
    assert.deepEqual(
      codes.filter((code) => !source.includes(`'${code}'`)),
      [],
    );
  });
});

describe('a file in a page', () => {
  it('has neither directives for tools nor region comments, and no common indentation', () => {
    const text =
      '  // eslint-disable-next-line no-console\n  // #region a\n  if (x) {\n    f();\n  }\n  // #endregion a\n';
    assert.equal(tidy(text), 'if (x) {\n  f();\n}');
  });

  it('can be a region, in comments of any language', () => {
    for (const [open, close] of [
      ['// ', ''],
      ['/* ', ' */'],
      ['<!-- ', ' -->'],
      ['# ', ''],
    ]) {
      const text = `1\n${open}#region part${close}\n2\n${open}#endregion part${close}\n3`;
      assert.equal(cutRegion(text, 'part', 'file'), '2');
    }
  });

  it('must have the region', () => {
    assert.throws(() => cutRegion('// #region parts\n// #endregion parts', 'part', 'file.js'), /file\.js .*"part"/);
  });
});

describe('a table', () => {
  it('keeps pipes within their cells, and cells on one line', () => {
    assert.equal(table(['a'], [['`x | y`\nz']]), '| a |\n| --- |\n| `x \\| y` z |');
  });
});

describe('members of a type', () => {
  it('are inherited, from the module that names the parent', () => {
    const names = membersOf('PaymentSubmitDetail').map(({ name }) => name);
    assert.deepEqual(names, ['amount', 'currency', 'reference', 'idempotencyKey']);
  });

  it('have descriptions in every table of the documentation', () => {
    const types = ['PaymentProxyOptions', 'LimitOptions', 'LogEntry', 'AttemptStore', 'Change', 'PaymentErrorDetail'];
    const bare = types.flatMap((type) =>
      membersOf(type).flatMap(({ name, description }) => (description ? [] : `${type}.${name}`)),
    );
    assert.deepEqual(bare, []);
  });
});
