import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { before, describe, it } from 'node:test';
import { Script } from 'node:vm';
import { PARTS, SCRIPT_FILE } from '../../build/script-files.js';

const ROOT = join(import.meta.dirname, '../..');

interface Manifest {
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly sideEffects: readonly string[];
}

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;

/** What a module imports, as it is written there. */
function importsOf(file: string, { dynamic: withDynamic = true, types = true } = {}): string[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const code = types ? source : source.replace(/^(import|export) type\b[^;]*;/gm, '');
  const imports =
    /^(?:import|export)\s[^;'"]*?from\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
  return Array.from(
    code.matchAll(imports),
    ([, from, bare, dynamic]) => from ?? bare ?? (withDynamic ? dynamic : undefined) ?? '',
  ).filter(Boolean);
}

const isRelative = (name: string) => name.startsWith('.');
const packageOf = (name: string) => name.split('/')[0] ?? '';

describe('who imports whom in src', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replaceAll('\\', '/'));

  /** Imports of a file: those of src by their path there, others as they are. */
  const resolved = (file: string, { types = true } = {}): string[] =>
    importsOf(`src/${file}`, { types }).map((name) =>
      isRelative(name) ? posix.join(posix.dirname(file), name).replace(/\.js$/, '.ts') : name,
    );

  /** Files of src that come with one, by way of others. */
  function reachable(file: string, withTypes: boolean, seen = new Set<string>()): Set<string> {
    for (const next of resolved(file, { types: withTypes })) {
      if (!files.includes(next) || seen.has(next)) continue;
      seen.add(next);
      reachable(next, withTypes, seen);
    }
    return seen;
  }

  const outsiders = (folder: string, allowed: RegExp): string[] =>
    files
      .filter((file) => file.startsWith(folder))
      .flatMap((file) => resolved(file).map((name) => `${file} imports ${name}`))
      .filter((line) => !allowed.test(line.split(' imports ')[1] ?? ''));

  for (const [folder, what, allowed] of [
    ['errors.ts', 'nothing', /^$/],
    ['payment/', 'itself, errors, and a library for schemas', /^(payment\/|errors\.ts$|zod\/mini$)/],
    [
      'check-proxy/',
      'itself, the protocol, what an answer is, the mask of the proxy, errors and what encrypts cards',
      /^(check-proxy\/|node:|transport\/|payment\/(answers|encryption-key|money|schema|test-numbers)\.ts$|proxy\/mask\.ts$|encryption\.ts$|errors\.ts$)/,
    ],
    ['transport/', 'itself, payment and errors', /^(transport\/|payment\/|errors\.ts$)/],
    [
      'proxy/',
      'itself, the schema, its limits and serialization, the rules for keys and digits, the protocol, errors, an embedded database and limits',
      /^(proxy\/|payment\/(schema|limits|serialize|encryption-key|digits)\.ts$|transport\/(protocol|retry|answer)\.ts$|errors\.ts$|lmdb$|rate-limiter-flexible$)/,
    ],
  ] as const) {
    it(`${folder} imports ${what}`, () => {
      assert.deepEqual(outsiders(folder, allowed), []);
    });
  }

  it('only the element, its templates, its styles, its drawings and its types for React import lit', () => {
    assert.deepEqual(files.filter((file) => resolved(file).some((name) => packageOf(name) === 'lit')).sort(), [
      'drawings.ts',
      'payment-widget.styles.ts',
      'payment-widget.template.ts',
      'payment-widget.ts',
      'react.ts',
      'result-panel.template.ts',
    ]);
  });

  it('only the store over lmdb imports it, and only when it is opened', () => {
    const importers = files.filter((file) => resolved(file).includes('lmdb'));
    const atOnce = importers.filter((file) =>
      /^(?:import|export)\s[^;'"]*from 'lmdb'/m.test(readFileSync(join(ROOT, 'src', file), 'utf8')),
    );
    assert.deepEqual([importers, atOnce], [['proxy/stores/lmdb.ts'], []]);
  });

  it('only what encrypts cards imports its library', () => {
    assert.deepEqual(
      files.filter((file) => resolved(file).includes('jose')),
      ['encryption.ts'],
    );
  });

  for (const part of PARTS) {
    it(`nothing that every page loads needs ${part}.ts at once`, () => {
      const atOnce = files.filter((file) =>
        new RegExp(`^(?:import|export)\\s(?!type)[^;'"]*from '\\.{1,2}\\/${part}\\.js'`, 'm').test(
          readFileSync(join(ROOT, 'src', file), 'utf8'),
        ),
      );
      assert.deepEqual(atOnce, []);
    });
  }

  it('only the schema imports zod, the small one, and nothing that a browser loads imports the schema', () => {
    const importers = files.filter((file) => resolved(file).some((name) => packageOf(name) === 'zod'));
    const loaded = [...reachable('define.ts', false), ...reachable('index.ts', false)];
    assert.deepEqual(
      [importers, resolved('payment/schema.ts').includes('zod/mini'), loaded.includes('payment/schema.ts')],
      [['payment/schema.ts'], true, false],
    );
  });

  it('only the entries import the element, and nothing imports the entries', () => {
    const importers = (name: string) => files.filter((file) => resolved(file).includes(name)).sort();
    assert.deepEqual(
      [importers('payment-widget.ts'), importers('define.ts'), importers('index.ts'), importers('react.ts')],
      [['define.ts', 'index.ts', 'react.ts'], [], [], []],
    );
  });

  it('no module imports itself by way of others', () => {
    assert.deepEqual(
      files.filter((file) => reachable(file, true).has(file)),
      [],
    );
  });
});

describe('on a server, where there is no DOM', () => {
  it('src/index.ts can be imported', async () => {
    assert.equal('document' in globalThis, false);
    const { PaymentError } = await import('../../src/index.js');
    assert.equal(new PaymentError('declined', 'text').outcome, 'not_charged');
  });

  it('src/proxy/proxy.ts can be imported', async () => {
    const { createPaymentProxy } = await import('../../src/proxy/proxy.js');
    assert.equal(typeof createPaymentProxy, 'function');
  });
});

describe('the package as built by "npm run build"', () => {
  before(() => {
    assert.ok(existsSync(join(ROOT, 'dist/index.js')), 'dist is not built: npm run build');
  });

  /** Everything that a module of dist imports from outside, chunks included. */
  function packagesOf(file: string, seen = new Set<string>(), { dynamic = true } = {}): string[] {
    if (seen.has(file)) return [];
    seen.add(file);
    return importsOf(file, { dynamic }).flatMap((name) =>
      isRelative(name) ? packagesOf(join(dirname(file), name), seen, { dynamic }) : name,
    );
  }

  for (const [entry, conditions] of Object.entries(manifest.exports)) {
    for (const [condition, pattern] of Object.entries(conditions)) {
      const path = pattern.replace('*', 'de'); // each language is imported in package-entries.test.ts
      it(`"${entry}" has its ${condition}: ${path}`, () => {
        assert.ok(existsSync(join(ROOT, path)));
      });
    }
  }

  it('has side effects in the two files that define the element, and in no other', () => {
    assert.deepEqual(manifest.sideEffects, ['./dist/define.js', './dist/payment-widget.js']);
  });

  for (const path of manifest.sideEffects) {
    it(`${path}, which has side effects, is there`, () => {
      assert.ok(existsSync(join(ROOT, path)));
    });
  }

  for (const entry of ['dist/index.js', 'dist/define.js']) {
    it(`${entry} takes lit from outside, so that a page has it once, and nothing else but what encrypts`, () => {
      assert.deepEqual(new Set(packagesOf(entry).map(packageOf)), new Set(['lit', 'jose']));
    });
  }

  const stores = ['dist/stores/lmdb.js', 'dist/stores/memory.js', 'dist/stores/redis.js'];
  for (const entry of ['dist/index.js', 'dist/define.js', 'dist/proxy.js', ...stores]) {
    it(`${entry} takes nothing from outside that is no dependency`, () => {
      const declared = { ...manifest.dependencies, ...manifest.optionalDependencies };
      const undeclared = packagesOf(entry).filter((name) => !(packageOf(name) in declared));
      assert.deepEqual(undeclared, []);
    });
  }

  it('the proxy takes zod, and a database and a counter when it needs them: it runs without lit', () => {
    const packages = new Set(packagesOf('dist/proxy.js'));
    assert.deepEqual(packages, new Set(['zod/mini', 'lmdb', 'rate-limiter-flexible']));
  });

  it('the proxy loads zod alone before its first payment: what it may not need can be missing', () => {
    const atOnce = packagesOf('dist/proxy.js', new Set(), { dynamic: false });
    assert.deepEqual(new Set(atOnce), new Set(['zod/mini']));
  });

  describe('the script for a script tag', () => {
    let code = '';
    before(() => {
      code = readFileSync(join(ROOT, 'dist/payment-widget.js'), 'utf8');
    });

    it('is a classic script with everything inside but the languages and what not every form needs', () => {
      assert.doesNotThrow(() => new Script(code)); // a module would be a syntax error
      const files = Array.from(code.matchAll(/["'`]\.\/([^"'`]*)/g), ([, file = '']) => file.replace('${t}', 'de'));
      assert.deepEqual(
        [code.match(/\bimport\b/g)?.length, files.filter((file) => !SCRIPT_FILE.test(file))],
        [1, []], // one way to all of them
      );
    });

    for (const part of PARTS) {
      it(`finds ${part}.js beside it, with all that it needs inside`, () => {
        assert.ok(code.includes(`"./${part}.js"`));
        const imports = readFileSync(join(ROOT, `dist/${part}.js`), 'utf8').match(/\b(from|import)\s*[("'`].{18}/g);
        assert.deepEqual(imports, part === 'extras' ? ['import(`./locales/extras/'] : null);
      });
    }

    it('holds nothing of the fields beyond the card', () => {
      assert.doesNotMatch(code, /0000 aa|AD376/); // postal codes, calling codes
    });

    it('holds nothing of what encrypts', () => {
      assert.doesNotMatch(code, /RSA-OAEP|ECDH-ES|A256GCM/);
    });

    it('holds no language but English, nor does what the fields beyond the card need', () => {
      assert.doesNotMatch(code, /Kartennummer|\\u5361\\u53f7/);
      assert.doesNotMatch(readFileSync(join(ROOT, 'dist/extras.js'), 'utf8'), /Telefonnummer/);
    });

    it('is ASCII, since the page decides in which encoding it is read', () => {
      assert.match(code, /^[\x20-\x7e\s]*$/);
    });

    it('defines the element', () => {
      assert.match(code, /customElements\.define\(["'`]payment-widget["'`]/);
    });

    for (const [what, text] of [
      ['the proxy', 'createPaymentProxy'],
      ['anything that sends a key', 'Bearer '],
      ['code made from text, which a strict page forbids', 'new Function'],
      ['eval, which a strict page forbids', 'eval('],
      ['markup made from text', 'unsafeHTML'],
    ] as const) {
      it(`holds nothing of ${what}`, () => {
        assert.equal(code.includes(text), false);
      });
    }
  });
});
