import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { plainName } from '../../../tools/files.js';
import { withShop } from '../../support/shop.js';
import { listenForComplaints, typeCard } from '../../support/shopper.js';

/** The page that docs/csp.md shows. */

interface Example {
  readonly headers: Readonly<Record<string, string>>;
  readonly renderPage: (order: { reference: string; amount: number; currency: string }, token: string) => string;
}

const EXAMPLE = pathToFileURL(join(process.cwd(), 'docs/examples/strict-page.mjs')).href;
const TOKEN = 'e30.e30.e30';

describe('docs/examples/strict-page.mjs', () => {
  const context = withShop();

  /** Opens the page. The files for which `isChanged` is true have another content than when they were built. */
  async function open(reference: string, isChanged: (file: string) => boolean = () => false) {
    const { headers, renderPage } = (await import(EXAMPLE)) as Example;
    const page = await context.browser.newPage();
    const complaints = await listenForComplaints(page);
    await page.route('**/checkout', (route) =>
      route.fulfill({ headers, body: renderPage({ reference, amount: 4999, currency: 'EUR' }, TOKEN) }),
    );
    await page.route('**/payment-widget/**', (route) => {
      const [, file = ''] = new URL(route.request().url()).pathname.split('/payment-widget/');
      const body = readFileSync(join('dist/browser', file), 'utf8');
      const contentType = file.endsWith('.css') ? 'text/css' : 'text/javascript';
      return route.fulfill({ contentType, body: isChanged(file) ? `${body}\n// changed` : body });
    });
    await page.goto(`${context.shop.url}/checkout`);
    return { page, complaints };
  }

  it('charges a card without a violation', async () => {
    const { page, complaints } = await open('strict-example');
    await typeCard(page, '4242424242424242');
    await page.keyboard.press('Enter');
    await page.getByText('You paid €49.99.').waitFor();
    await page.close();
    const charges = context.shop.charges('strict-example');
    assert.deepEqual([charges, complaints], [[4999], []]);
  });

  it('shows the fallback text if payment-widget.js has changed', async () => {
    const { page } = await open('strict-changed', (file) => file === 'payment-widget.js');
    await page.getByText('The payment form could not be loaded.').waitFor();
    const isDefined = await page.evaluate(() => customElements.get('payment-widget') !== undefined);
    await page.close();
    assert.equal(isDefined, false);
  });

  it('charges nothing if card-form.js has changed, and reports not_loaded', async () => {
    const { page } = await open('strict-card-form', (file) => plainName(file) === 'card-form.js');
    await page.evaluate(() => {
      addEventListener('payment-failure', (event) => {
        document.title = (event as CustomEvent<{ error: { code: string } }>).detail.error.code;
      });
    });
    await typeCard(page, '4242424242424242');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.title === 'not_loaded');
    await page.close();
    assert.deepEqual(context.shop.sandbox.ledger('strict-card-form'), []);
  });
});
