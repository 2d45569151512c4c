import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { IMPORT_MAP_BASE, MINIMAL_CSP } from '../../../tools/strict-page.js';
import type { IntegrityPack } from '../../../tools/write-integrity.js';
import { withShop } from '../../support/shop.js';
import { listenForComplaints, typeCard } from '../../support/shopper.js';

const ROOT = process.cwd();
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const pack = JSON.parse(read('dist/integrity.json')) as IntegrityPack;

/** The hash of a built file, as a browser computes it. */
const hashOf = (file: string) =>
  `sha384-${createHash('sha384')
    .update(readFileSync(join(ROOT, 'dist/browser', file)))
    .digest('base64')}`;
const scripts = pack.files.filter(({ file }) => file.endsWith('.js'));
const rowOf = (file: string) => pack.files.find((row) => row.file === file);

describe('dist/integrity.json', () => {
  it('has the hash and the size of every file', () => {
    assert.deepEqual(
      pack.files.map(({ file, integrity, bytes }) => [file, integrity, bytes]),
      pack.files.map(({ file }) => [file, hashOf(file), readFileSync(join(ROOT, 'dist/browser', file)).length]),
    );
  });

  it('lists every script and style sheet of dist/browser', () => {
    const built = readdirSync(join(ROOT, 'dist/browser'), { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /\.(js|css)$/.test(file));
    assert.deepEqual(
      pack.files.map(({ file }) => file),
      built.sort(),
    );
  });
});

describe('a script tag with an integrity attribute', () => {
  const context = withShop();
  let orders = 0;

  /** Opens a page whose script comes from `origin` and must have a hash. */
  async function open(origin: string, integrity: string | undefined) {
    const { browser, shop } = context;
    const reference = `hash-${++orders}`;
    const page = await browser.newPage();
    const complaints = await listenForComplaints(page);
    const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width" />
      <script type="module" src="${origin}/payment-widget.js" integrity="${integrity ?? ''}" crossorigin="anonymous"></script>
      <payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="${reference}">
        The form could not be loaded.
      </payment-widget></html>`;
    const csp = MINIMAL_CSP.replace("script-src 'self'", `script-src 'self' ${origin}`);
    await page.goto(shop.url + shop.show({ html, csp }));
    return { page, complaints, reference };
  }

  for (const [what, place] of [
    ['the page’s own origin', (url: string) => url],
    ['another origin', (url: string) => url.replace('localhost', '127.0.0.1')],
  ] as const) {
    it(`charges a card with the script from ${what}`, async () => {
      const { page, complaints, reference } = await open(
        place(context.shop.url),
        rowOf('payment-widget.js')?.integrity,
      );
      await typeCard(page, '4242424242424242');
      await page.keyboard.press('Enter');
      await page.getByText('You paid €49.99.').waitFor();
      await page.close();
      assert.deepEqual([context.shop.charges(reference).length, complaints], [1, []]);
    });
  }

  it('does not run a script with another hash, and shows the fallback text', async () => {
    const { page } = await open(context.shop.url, hashOf('locales/de.js'));
    const isShown = await page.getByText('The form could not be loaded.').isVisible();
    const isDefined = await page.evaluate(() => customElements.get('payment-widget') !== undefined);
    await page.close();
    assert.deepEqual([isShown, isDefined], [true, false]);
  });
});

describe('a page with the import map of dist/integrity.json', () => {
  const context = withShop();
  let orders = 0;

  /** The import map for the shop, which serves the files from its root. */
  const map = JSON.stringify(pack.importmap).replaceAll(IMPORT_MAP_BASE, '/');
  const mapHash = createHash('sha256').update(map).digest('base64');
  const csp = MINIMAL_CSP.replace("script-src 'self'", `script-src 'self' 'sha256-${mapHash}'`);

  /** Opens a page in a language. The shop serves the files for which `isChanged` is true with another content. */
  async function open(lang: string, isChanged: (file: string) => boolean = () => false) {
    const { browser, shop } = context;
    const page = await browser.newPage();
    const complaints = await listenForComplaints(page);
    await page.route('**/*.js', async (route) => {
      if (!isChanged(new URL(route.request().url()).pathname.slice(1))) return route.continue();
      const response = await route.fetch();
      return route.fulfill({ response, body: `${await response.text()}\n// changed` });
    });
    const html = `<!doctype html><html lang="${lang}"><meta name="viewport" content="width=device-width" /><script type="importmap">${map}</script>
      <script type="module" src="/payment-widget.js"></script>
      <payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="map-${++orders}">
        The form could not be loaded.
      </payment-widget></html>`;
    await page.goto(shop.url + shop.show({ html, csp }));
    return { page, complaints };
  }

  it('charges a card in German without a violation', async () => {
    const { page, complaints } = await open('de');
    await page.getByText('Kartennummer').waitFor();
    await typeCard(page, '4242424242424242');
    await page.keyboard.press('Enter');
    await page.getByText('Sie haben 49,99').waitFor();
    await page.close();
    assert.deepEqual(complaints, []);
  });

  it('shows English if the German file has changed', async () => {
    const { page } = await open('de', (file) => file === 'locales/de.js');
    await page.getByText('Card number').waitFor();
    await page.close();
  });

  it('shows the fallback text if payment-widget.js has changed', async () => {
    const { page } = await open('en', (file) => file === 'payment-widget.js');
    const isShown = await page.getByText('The form could not be loaded.').isVisible();
    const isDefined = await page.evaluate(() => customElements.get('payment-widget') !== undefined);
    await page.close();
    assert.deepEqual([isShown, isDefined], [true, false]);
  });

  /** Imports each file. @returns those that were blocked */
  async function blockedFiles(page: Page) {
    const files = scripts.map(({ file }) => file).filter((file) => file !== 'payment-widget.js');
    return page.evaluate(async (files) => {
      const results = await Promise.allSettled(files.map((file) => import(`/${file}`)));
      return files.filter((_, index) => results[index]?.status === 'rejected');
    }, files);
  }

  it('loads every other file unchanged, and none of them changed', async () => {
    const onDemand = scripts.map(({ file }) => file).filter((file) => file !== 'payment-widget.js');
    const { page: unchanged } = await open('en');
    const { page: changed } = await open('en', (file) => onDemand.includes(file));
    const blocked = [await blockedFiles(unchanged), await blockedFiles(changed)];
    await Promise.all([unchanged.close(), changed.close()]);
    assert.deepEqual(blocked, [[], onDemand]);
  });
});
