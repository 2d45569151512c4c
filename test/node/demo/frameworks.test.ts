import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { defaults } from '../../../demo/qa/address.js';
import { recipes } from '../../../demo/qa/embed.js';
import manifest from '../../../package.json' with { type: 'json' };
import workspace from '../../../demo/frameworks/package.json' with { type: 'json' };

/** What is said of frameworks, against the checkouts that `npm run test:frameworks` pays at. */

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

interface LockedPackage {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

describe('the lock of the checkouts', () => {
  const { packages } = JSON.parse(read('demo/frameworks/package-lock.json')) as Lock;
  const own = packages['node_modules/payment-widget'];

  it('names no registry', () => {
    const addresses = Object.values(packages).flatMap(({ resolved = '', link }) => (link || !resolved ? [] : resolved));
    assert.deepEqual(addresses, ['file:../../payment-widget.tgz']);
  });

  it('takes the package however it is packed', () => {
    assert.equal(own?.integrity, undefined);
  });

  it('knows what the package depends on', () => {
    assert.deepEqual(own?.dependencies, manifest.dependencies);
  });
});

describe('the table of frameworks in the README', () => {
  const rows = read('README.md').matchAll(/^\| [^|]+ \| \[[^|]+\]\((demo\/frameworks\/(\w+)\/[^|]+)\) +\|(.*)/gm);
  const lines = Array.from(rows, ([, path = '', name = '', cells = '']) => ({ path, name, cells }));

  it('has a row for each checkout', () => {
    assert.deepEqual(
      lines.map(({ name }) => name),
      workspace.workspaces,
    );
  });

  for (const { path, name, cells } of lines) {
    it(`writes for ${name} what its checkout does`, () => {
      const code = read(path);
      const missing = Array.from(cells.matchAll(/`([^`…]+)[^`]*`/g), ([, part = '']) => part).filter(
        (part) => !code.includes(part),
      );
      assert.deepEqual(missing, []);
    });
  }
});

/** Names in the first tag of the element, without what a framework writes around them. */
function namesIn(code: string): string[] {
  const [, tag = ''] = /<payment-widget\s([^]*?[^=])>/.exec(code) ?? [];
  return Array.from(
    tag.replace(/v-if="[^"]*"/, '').matchAll(/(?:^|\s)(?:[[(:@]?([\w-]+)(?:\.prop)?[\])]?=|\{(\w+)\})/g),
    ([, name, short]) => name ?? short ?? '',
  );
}

describe('the code that the QA page writes', () => {
  const values = { ...defaults, reference: 'order-1042', metadata: '{"basket":"17"}' };
  const written = recipes(values, { version: '1.2.3', integrity: 'sha384-abc' });
  for (const [id, path] of [
    ['react', 'react/src/checkout.tsx'],
    ['vue', 'vue/src/Checkout.vue'],
    ['angular', 'angular/src/checkout.component.ts'],
    ['svelte', 'svelte/src/Checkout.svelte'],
  ] as const) {
    it(`for ${id} names properties and events as its checkout does`, () => {
      const code = written.find((recipe) => recipe.id === id)?.files[0]?.code ?? '';
      assert.deepEqual(namesIn(code).sort(), namesIn(read(`demo/frameworks/${path}`)).sort());
    });
  }
});
