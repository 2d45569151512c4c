import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import packageJson from '../../../package.json' with { type: 'json' };
import { listPages } from '../../../tools/docs/pages.js';
import { slugify } from '../../../tools/slugify.js';

/** Documents that also link to files of the repository. */
const UNPUBLISHED = ['CONTRIBUTING.md'];

/** Documents of the package, whose links must lead to published files. npm adds README.md. */
const DOCUMENTS = ['CHANGELOG.md', ...listPages('.').filter((path) => !UNPUBLISHED.includes(path))];
const PUBLISHED = ['README.md', 'LICENSE', 'package.json', ...packageJson.files];

/** The Markdown without code. */
const textOf = (file: string) => readFileSync(file, 'utf8').replace(/^( *)(```+)[^]*?^\1\2$/gm, '');

/** Anchors of headings, which are counted if they are the same, and explicit ones. */
function anchorsOf(file: string): Set<string> {
  const anchors = new Set<string>();
  const text = textOf(file);
  for (const [, heading = ''] of text.matchAll(/^#+ (.+)$/gm)) {
    const anchor = slugify(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  for (const [, id = ''] of text.matchAll(/<\w+ (?:id|name)="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

/** Links to files or headings that do not exist. */
function brokenLinks(document: string, isAllowed: (file: string) => boolean): string[] {
  const text = textOf(document).replace(/`[^`\n]+`/g, '');
  const links = Array.from(text.matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g), ([, link = '']) => link);
  return links.filter((link) => {
    const [path = '', anchor] = link.split('#');
    const file = path === '' ? document : join(dirname(document), decodeURI(path));
    if (!isAllowed(file) || !existsSync(file)) return true;
    return anchor !== undefined && !anchorsOf(file).has(anchor);
  });
}

const isPublished = (file: string) =>
  PUBLISHED.some((one) => file === one || file.startsWith(`${one}/`)) && !file.startsWith('docs/site/');

describe('links in published documents', () => {
  for (const document of DOCUMENTS) {
    it(`lead to published files and to headings: ${document}`, () => {
      assert.deepEqual(brokenLinks(document, isPublished), []);
    });
  }
});

describe('links in documents of the repository', () => {
  for (const document of UNPUBLISHED) {
    it(`lead to files and to headings: ${document}`, () => {
      assert.deepEqual(
        brokenLinks(document, () => true),
        [],
      );
    });
  }
});

describe('the README', () => {
  it('has at most 10 kB: a registry shows the first 64 kB', () => {
    assert.ok(readFileSync('README.md').length <= 10_000);
  });

  it('shows pictures of the package only', () => {
    const pictures = Array.from(textOf('README.md').matchAll(/src(?:set)?="([^"]+)"/g), ([, path = '']) => path);
    assert.ok(pictures.length > 0);
    assert.deepEqual(
      pictures.filter((path) => !isPublished(path) || !existsSync(path)),
      [],
    );
  });
});
