import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { siteLink, urlOf } from '../../../docs/site/generator/pages.js';
import { createLlms, readPages } from '../../../tools/llms.js';

const pages = readPages();

describe('the pages of the documentation', () => {
  for (const { path, title, description, order } of pages) {
    it(`have a title, a description of one sentence and an order: ${path}`, () => {
      assert.notEqual(title, '');
      assert.match(description, /^\S.*[^.]\.$/);
      assert.equal(order >= 100 && order < 900 && order !== 899, true, `order: ${order}`);
    });
  }

  it('have different orders', () => {
    const orders = pages.map(({ order }) => order);
    assert.deepEqual(
      pages.filter(({ order }, index) => orders.indexOf(order) !== index).map(({ path }) => path),
      [],
    );
  });
});

describe('llms.txt', () => {
  const { list, full } = createLlms(pages, (path) => `../${path}`);

  it('lists every page with its description', () => {
    const lines = list.split('\n').filter((line) => line.startsWith('- '));
    assert.equal(lines.length, pages.length);
    assert.match(list, /^- \[Quick start\]\(\.\.\/docs\/quick-start\.md\): \S/m);
  });

  it('comes with the text of every page, without front matter', () => {
    assert.deepEqual(
      pages.filter(({ text }) => !full.includes(text)),
      [],
    );
    assert.doesNotMatch(full, /^order: \d+$/m);
  });
});

describe('a link of a Markdown file on the site', () => {
  for (const [link, from, expected] of [
    ['errors.md#not_loaded', 'docs/element.md', '/docs/errors/#not_loaded'],
    ['../proxy.md', 'docs/recipes/donation.md', '/docs/proxy/'],
    ['index.md', 'docs/recipes/donation.md', '/docs/recipes/'],
    ['recipes/', 'docs/index.md', '/docs/recipes/'],
    ['../README.md', 'docs/faq.md', '/docs/'],
    ['images/payment-path.svg', 'docs/how-it-works.md', '/docs/images/payment-path.svg'],
    ['examples/thanks.html', 'docs/faq.md', '/docs/examples/thanks.html'],
    ['#limits', 'docs/proxy.md', '#limits'],
    ['https://www.w3.org/TR/CSP3/', 'docs/csp.md', 'https://www.w3.org/TR/CSP3/'],
    ['../src/proxy/index.ts', 'docs/proxy.md', undefined],
  ] as const) {
    it(`leads to the page: ${link} in ${from}`, () => {
      assert.equal(siteLink(link, from), expected);
    });
  }

  it('leads to the folder of an index', () => {
    assert.deepEqual(['docs/index.md', 'docs/recipes/index.md'].map(urlOf), ['/docs/', '/docs/recipes/']);
  });
});
