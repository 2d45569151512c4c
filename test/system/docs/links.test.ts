import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SITE } from '../../../docs/site/folders.js';
import { sitePages } from '../../support/docs-site.js';

const fileOf = (path: string) => join(SITE, path.endsWith('/') ? `${path}index.html` : path);
const htmlOf = (path: string) => readFileSync(fileOf(path), 'utf8');
const valuesOf = (html: string, attribute: string) =>
  Array.from(html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g')), ([, value = '']) =>
    value.replaceAll('&amp;', '&'),
  );

const pages = sitePages();
const ids = new Map(pages.map((path) => [path, new Set(valuesOf(htmlOf(path), 'id'))]));

/** Why a link on a page leads nowhere, if it does. */
function problemOf(link: string, path: string): string | undefined {
  const { origin, pathname, hash } = new URL(link, `http://site.invalid${path}`);
  if (origin !== 'http://site.invalid') return undefined;
  const file = fileOf(decodeURIComponent(pathname));
  if (!existsSync(file) || statSync(file).isDirectory()) return `${link}: no such page`;
  const anchor = decodeURIComponent(hash.slice(1));
  if (anchor === '' || ids.get(pathname)?.has(anchor)) return undefined;
  return `${link}: no such anchor`;
}

describe('the documentation site', () => {
  for (const path of pages) {
    it(`has only links that lead somewhere, and no address twice as an ID: ${path}`, () => {
      const html = htmlOf(path);
      const links = [...valuesOf(html, 'href'), ...valuesOf(html, 'src'), ...valuesOf(html, 'data-address')];
      const all = valuesOf(html, 'id');
      assert.deepEqual(
        [links.flatMap((link) => problemOf(link, path) ?? []), all.filter((id, index) => all.indexOf(id) !== index)],
        [[], []],
      );
    });
  }
});
