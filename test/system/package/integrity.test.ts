import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { IMPORT_MAP_BASE, MINIMAL_CSP } from '../../../tools/strict-page.js';
import type { IntegrityPack } from '../../../tools/write-integrity.js';
import { builtFile } from '../../support/built-file.js';
import { withShop } from '../../support/shop.js';
import { listenForComplaints, typeCard } from '../../support/shopper.js';

const pack = JSON.parse(readFileSync('dist/integrity.json', 'utf8')) as IntegrityPack;
const integrityOf = (file: string) => builtFile(file).integrity;

describe('dist/integrity.json', () => {
  const context = withShop();
  let orders = 0;

  /** The import map for the shop, which serves the files from its root. */
  const map = JSON.stringify(pack.importmap).replaceAll(IMPORT_MAP_BASE, '/');
  const mapHash = createHash('sha256').update(map).digest('base64');
  const onDemand = pack.files.map(({ file }) => file).filter((file) => /(?<!^payment-widget)\.js$/.test(file));

  /** Opens a page with the import map, whose script comes from another origin and must have a hash. */
  async function open(integrity: string, isChanged: (file: string) => boolean = () => false) {
    const { browser, shop } = context;
    const reference = `order-${++orders}`;
    const origin = shop.url.replace('localhost', '127.0.0.1');
    const page = await browser.newPage();
    const complaints = await listenForComplaints(page);
    await page.route('**/*.js', async (route) => {
      if (!isChanged(new URL(route.request().url()).pathname.slice(1))) return route.continue();
      const response = await route.fetch();
      return route.fulfill({ response, body: `${await response.text()}\n// changed` });
    });
    const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width" />
      <script type="importmap">${map}</script>
      <script type="module" src="${origin}/payment-widget.js" integrity="${integrity}" crossorigin="anonymous"></script>
      <payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="${reference}">
        The form could not be loaded.
      </payment-widget></html>`;
    const csp = MINIMAL_CSP.replace("script-src 'self'", `script-src 'self' 'sha256-${mapHash}' ${origin}`);
    await page.goto(shop.url + shop.show({ html, csp }));
    return { page, complaints, reference };
  }

  it('lets a page load the script, and charge a card', async () => {
    const { page, complaints, reference } = await open(integrityOf('payment-widget.js'));
    await typeCard(page, '4242424242424242');
    await page.keyboard.press('Enter');
    await page.getByText('You paid €49.99.').waitFor();
    await page.close();
    assert.deepEqual([context.shop.charges(reference).length, complaints], [1, []]);
  });

  it('blocks a script with another hash, and the fallback text is shown', async () => {
    const { page } = await open(integrityOf('locales/de.js'));
    const isShown = await page.getByText('The form could not be loaded.').isVisible();
    const isDefined = await page.evaluate(() => customElements.get('payment-widget') !== undefined);
    await page.close();
    assert.deepEqual([isShown, isDefined], [true, false]);
  });

  it('lets a page load every other file unchanged, and none of them changed', async () => {
    const blocked = [];
    for (const isChanged of [false, true]) {
      const { page } = await open(integrityOf('payment-widget.js'), (file) => isChanged && onDemand.includes(file));
      const results = await page.evaluate(
        (files) => Promise.allSettled(files.map((file) => import(`/${file}`).then(() => undefined))),
        onDemand,
      );
      blocked.push(onDemand.filter((_, index) => results[index]?.status === 'rejected'));
      await page.close();
    }
    assert.deepEqual(blocked, [[], onDemand]);
  });
});
