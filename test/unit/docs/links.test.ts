import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import packageJson from '../../../package.json' with { type: 'json' };

/** Documents of the package. npm adds README.md; demo/ is not in the package, and only README.md links to it. */
const DOCUMENTS = [
  'SECURITY.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.startsWith('site/'))
    .map((file) => `docs/${file}`),
];
const PUBLISHED = ['README.md', 'LICENSE', 'package.json', ...packageJson.files];

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const anchorsOf = (file: string) =>
  Array.from(readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading));

describe('links in published documents', () => {
  for (const document of DOCUMENTS) {
    it(`lead to published files and to headings: ${document}`, () => {
      const links = Array.from(
        readFileSync(document, 'utf8').matchAll(/\]\((?!https?:)([^)\s]+)\)/g),
        ([, link]) => link,
      );
      const broken = links.filter((link = '') => {
        const [path = '', anchor] = link.split('#');
        const file = path === '' ? document : join(dirname(document), path);
        const isPublished = PUBLISHED.some((one) => file === one || file.startsWith(`${one}/`));
        return !isPublished || !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
      });
      assert.deepEqual(broken, []);
    });
  }
});
