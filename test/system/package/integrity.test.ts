import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { MINIMAL_CSP, TRUSTED_TYPES_POLICY } from '../../../tools/strict-page.js';
import type { IntegrityPack } from '../../../tools/write-integrity.js';
import { withBuiltShop } from '../../support/built-shop.js';
import { listenForComplaints, typeCard } from '../../support/shopper.js';

const ROOT = process.cwd();
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const pack = JSON.parse(read('dist/integrity.json')) as IntegrityPack;
const { version } = JSON.parse(read('package.json')) as { version: string };

/** The hash of a built file, as a browser computes it. */
const hashOf = (file: string) =>
  `sha384-${createHash('sha384')
    .update(readFileSync(join(ROOT, 'dist/browser', file)))
    .digest('base64')}`;
const rowOf = (file: string) => pack.files.find((row) => row.file === file);

describe('dist/integrity.json', () => {
  it('has the hash and the size of every file', () => {
    assert.deepEqual(
      pack.files.map(({ file, integrity, bytes }) => [file, integrity, bytes]),
      pack.files.map(({ file }) => [file, hashOf(file), readFileSync(join(ROOT, 'dist/browser', file)).length]),
    );
  });

  it('lists every script of dist/browser', () => {
    const built = readdirSync(join(ROOT, 'dist/browser'), { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.js'));
    assert.deepEqual(
      pack.files.map(({ file }) => file),
      built.sort(),
    );
  });

  it('gives version, purpose and connections of every file', () => {
    const lacking = pack.files.filter((row) => row.version !== version || !row.purpose || !row.connects_to);
    assert.deepEqual(lacking, []);
  });

  it('names the policy of the strictest page', () => {
    assert.deepEqual([pack.content_security_policy, pack.trusted_types_policy], [MINIMAL_CSP, TRUSTED_TYPES_POLICY]);
  });
});

describe('a script tag with an integrity attribute', () => {
  const context = withBuiltShop();
  let orders = 0;

  /** Opens a page whose script comes from `origin` and must have a hash. */
  async function open(
    origin: string,
    integrity: string | undefined,
    { head = '', lang = 'en', csp = MINIMAL_CSP } = {},
  ) {
    const { browser, shop } = context;
    const reference = `hash-${++orders}`;
    const page = await browser.newPage();
    page.setDefaultTimeout(15_000);
    const complaints = await listenForComplaints(page);
    const html = `<!doctype html><html lang="${lang}">${head}
      <script type="module" src="${origin}/payment-widget.js" integrity="${integrity ?? ''}" crossorigin="anonymous"></script>
      <payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="${reference}">
        The form could not be loaded.
      </payment-widget></html>`;
    await page.goto(
      shop.url + shop.show({ html, csp: csp.replace("script-src 'self'", `script-src 'self' ${origin}`) }),
    );
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
      assert.deepEqual([context.shop.sandbox.ledger.entries(reference).length, complaints], [1, []]);
    });
  }

  it('does not run a script with another hash, and shows the fallback text', async () => {
    const { page } = await open(context.shop.url, hashOf('locales/de.js'));
    const isShown = await page.getByText('The form could not be loaded.').isVisible();
    const isDefined = await page.evaluate(() => customElements.get('payment-widget') !== undefined);
    await page.close();
    assert.deepEqual([isShown, isDefined], [true, false]);
  });

  describe('and an import map with hashes of the languages', () => {
    /** Opens a page in German that accepts the German texts with this hash only. */
    async function openInGerman(integrity: string) {
      const map = JSON.stringify({ integrity: { '/locales/de.js': integrity } });
      const hash = createHash('sha256').update(map).digest('base64');
      return open(context.shop.url, rowOf('payment-widget.js')?.integrity, {
        head: `<script type="importmap">${map}</script>`,
        lang: 'de',
        csp: MINIMAL_CSP.replace("script-src 'self'", `script-src 'self' 'sha256-${hash}'`),
      });
    }

    it('shows the form in German', async () => {
      const { page, complaints } = await openInGerman(rowOf('locales/de.js')?.integrity ?? '');
      await page.getByText('Kartennummer').waitFor();
      await page.close();
      assert.deepEqual(complaints, []);
    });

    it('shows English when the German file has another hash', async () => {
      const { page } = await openInGerman(hashOf('locales/fr.js'));
      await page.getByText('Card number').waitFor();
      const label = await page.locator('payment-widget label').first().textContent();
      await page.close();
      assert.equal(label, 'Card number');
    });
  });
});
