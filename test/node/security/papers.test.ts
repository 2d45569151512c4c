import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const security = read('SECURITY.md');

/** A row of the tables of ASVS requirements. */
interface Requirement {
  readonly id: string;
  readonly here: string;
  readonly heldBy: string;
}

const requirements: Requirement[] = [...security.matchAll(/^\| (\d[\d.]*) +\| (.+?) +\| (.*?) +\|$/gm)].map(
  ([, id = '', here = '', heldBy = '']) => ({ id, here, heldBy }),
);

/** A file of tests, and words of the names of some in it. */
const citations = [...security.matchAll(/`(test\/[\w./-]+\.test\.ts)`((?:,? “[^”]+”)*)/g)].map(
  ([, file = '', words = '']) => ({ file, words: [...words.matchAll(/“([^”]+)”/g)].map(([, one = '']) => one) }),
);

/** Names of the tests and suites in a file, as they are written there. */
function testNames(file: string): string[] {
  if (!existsSync(join(ROOT, file))) return [];
  return [...read(file).matchAll(/\b(?:it|describe)\(\s*(['"`])((?:\\.|(?!\1)[^])+)\1/g)].map(
    ([, , name = '']) => name,
  );
}

/** Of something such as "1.2.10", numbers to sort by. */
const numbers = (id: string) => id.split('.').map(Number);

describe('SECURITY.md', () => {
  it('is where the README leads', () => {
    assert.match(read('README.md'), /\]\(SECURITY\.md\)/);
  });

  it('names no file that is not there', () => {
    const named = [...security.matchAll(/`((?:src|build|demo|test)\/[\w./-]+)`/g)].map(([, path = '']) => path);
    assert.deepEqual(
      named.filter((path) => !existsSync(join(ROOT, path))),
      [],
    );
  });

  it('names no script that is not there', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...security.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    assert.deepEqual(
      named.filter((name) => !(name in scripts)),
      [],
    );
  });

  it('leads to no heading that is not there', () => {
    const headings = [...security.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
      text
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const links = [...security.matchAll(/\]\(#([\w-]+)\)/g)].map(([, name = '']) => name);
    assert.deepEqual(
      links.filter((name) => !headings.includes(name)),
      [],
    );
  });
});

describe('the requirements of ASVS in SECURITY.md', () => {
  it('are called as ASVS 5.0 calls them: chapter, section, number', () => {
    const wrong = requirements.filter(({ id }) => !/^([1-9]|1[0-7])\.[1-9]\.([1-9]|1\d)$/.test(id));
    assert.deepEqual(wrong, []);
  });

  it('are there once each, in their order', () => {
    const ids = requirements.map(({ id }) => id);
    const sorted = [...new Set(ids)].sort((one, other) => {
      const [a, b] = [numbers(one), numbers(other)];
      const at = a.findIndex((part, index) => part !== b[index]);
      return (a[at] ?? 0) - (b[at] ?? 0);
    });
    assert.deepEqual(ids, sorted);
  });

  it('are all read by these tests', () => {
    assert.equal(requirements.length, security.match(/^\| \d/gm)?.length);
  });

  it('each name the test that holds it, or say that none does', () => {
    const neither = requirements.filter(
      ({ heldBy }) => !/^(`test\/[\w./-]+\.test\.ts`,? “|No test|Yours)/.test(heldBy),
    );
    assert.deepEqual(neither, []);
  });

  for (const file of new Set(citations.map((citation) => citation.file))) {
    it(`quote names of tests that are in ${file}`, () => {
      const names = testNames(file);
      const quoted = citations.filter((citation) => citation.file === file).flatMap(({ words }) => words);
      assert.deepEqual(
        quoted.filter((words) => !names.some((name) => name.includes(words))),
        [],
      );
    });
  }

  it('name no file without saying which test in it', () => {
    assert.deepEqual(
      citations.filter(({ words }) => words.length === 0),
      [],
    );
  });
});
