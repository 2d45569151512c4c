import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { build, type Plugin } from 'vite';
import type { PaymentWidget } from 'payment-widget';
import { pageWith, withShop, type PageOptions } from '../../support/shop.js';
import { typeCard } from '../../support/shopper.js';
import { until } from '../../support/until.js';
import { stopClock } from './stopped-clock.js';

/** Pages that were opened before a deploy, or have files of two releases from a cache. */

const DECLINED = '4000000000000002';
const root = mkdtempSync(join(tmpdir(), 'test-'));
const OLD = 'dist/browser';
const NEW = join(root, 'new');
const SERVED = join(root, 'served');

/** Small changes: of two texts, and one more import of the card form, so that names between the files are others. */
const change: Plugin = {
  name: 'change',
  enforce: 'pre',
  transform(code, id) {
    if (id.endsWith('/i18n/loading-form-texts.ts')) return code.replace("'Pay {amount}'", "'Pay now {amount}'");
    if (id.endsWith('/locales/de.ts')) return code.replace('Kartennummer', 'Nummer der Karte');
    if (!id.endsWith('/card-form.ts')) return undefined;
    return `${code}\nimport { DOCS } from '../contract/errors.js';\nObject.assign(globalThis, { DOCS });`;
  },
};

before(async () => {
  await build({ mode: 'browser', logLevel: 'error', plugins: [change], build: { outDir: NEW } });
});
after(() => {
  rmSync(root, { recursive: true, force: true });
});
beforeEach(() => {
  serve(OLD);
});

const scriptsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));

function serve(folder: string): void {
  rmSync(SERVED, { recursive: true, force: true });
  cpSync(folder, SERVED, { recursive: true });
}

/** Copies the new release over the old one. */
function deploy(): void {
  cpSync(NEW, SERVED, { recursive: true });
}

const context = withShop({ folders: { files: SERVED } });
let orders = 0;

const form = () =>
  `<payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="release-${++orders}"></payment-widget>`;

async function open(query = '', { prepare }: PageOptions = {}): Promise<Page> {
  const page = await context.browser.newPage();
  await prepare?.(page);
  const script = `<script type="module" src="/files/payment-widget.js${query}"></script>`;
  await page.goto(context.shop.url + context.shop.show({ html: pageWith(form(), 'en', script) }));
  return page;
}

async function pay(page: Page, number: string): Promise<void> {
  await typeCard(page, number);
  await page.keyboard.press('Enter');
}

const speak = (page: Page, lang: string) =>
  page.locator('payment-widget').evaluate((element: PaymentWidget, it) => (element.lang = it), lang);

const isReady = (page: Page) => page.locator('payment-widget:state(ready)').waitFor();

describe('a page that was opened before a deploy which keeps the files of its release', () => {
  it('explains a decline, in another language too', async () => {
    const page = await open();
    await isReady(page);
    deploy();
    await speak(page, 'de');
    await page.getByText('Kartennummer').waitFor();
    await pay(page, DECLINED);
    await page.locator('[part=summary]').getByText('Ihre Karte wurde abgelehnt.').waitFor();
    await page.close();
  });

  it('has the new release once it is reloaded', async () => {
    const page = await open();
    await isReady(page);
    deploy();
    await page.reload();
    await page.getByRole('button', { name: 'Pay now €49.99' }).waitFor();
    await pay(page, '4242424242424242');
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await page.close();
  });
});

describe('a page that was opened before a deploy which deletes the files of its release', () => {
  it('is paid by a card that needs none of them', async () => {
    const page = await open();
    await isReady(page);
    serve(NEW);
    await pay(page, '4242424242424242');
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await page.close();
  });

  it('says of a decline that nothing was charged', async () => {
    const page = await open('', { prepare: stopClock });
    await isReady(page);
    serve(NEW);
    await pay(page, DECLINED);
    const shows = (text: string) => async () => {
      await page.clock.runFor(1000);
      return page.locator('payment-widget').getByText(text).first().isVisible();
    };
    await until(shows('You were not charged.'));
    await page.close();
    assert.equal(context.shop.sent.filter(({ reference }) => reference === `release-${orders}`).length, 1);
  });

  it('stays in English if another language cannot be loaded', async () => {
    const page = await open();
    await isReady(page);
    serve(NEW);
    const missing = page.waitForEvent('console', (line) => line.text().includes('not_loaded: languages'));
    await speak(page, 'de');
    await missing;
    await pay(page, '4242424242424242');
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await page.close();
  });
});

describe('a page with the first file of one release', () => {
  const isLost = (page: Page) =>
    page.getByText('You were not charged. Please try again, or reload the page.').waitFor();

  it('fails with not_loaded if the server has only another one, keeps what was typed, and works after a reload', async () => {
    serve(NEW);
    cpSync(join(OLD, 'payment-widget.js'), join(SERVED, 'payment-widget.js')); // as a cache has it
    const page = await open();
    await pay(page, '4242424242424242');
    await isLost(page);
    const typed = await page.getByLabel('Card number').inputValue();
    deploy();
    await page.reload();
    await pay(page, '4242424242424242');
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await page.close();
    assert.equal(typed, '4242424242424242');
  });

  it('fails with not_loaded if its other files find the first file of another one', async () => {
    serve(NEW);
    const page = await open('?v=2', {
      prepare: (page) =>
        page.route('**/payment-widget.js', (route) => route.fulfill({ path: join(OLD, 'payment-widget.js') })),
    });
    await pay(page, '4242424242424242');
    await isLost(page);
    await page.close();
  });
});

describe('files of two releases', () => {
  it('have the same name only if they have the same content', () => {
    const old = scriptsIn(OLD);
    const shared = scriptsIn(NEW).filter((file) => old.includes(file) && /-[\da-f]{8}\.js$/.test(file));
    const differs = (file: string) => !readFileSync(join(OLD, file)).equals(readFileSync(join(NEW, file)));
    assert.deepEqual(
      [shared.filter(differs), shared.includes(scriptsIn(NEW).find((file) => /^card-form-/.test(file)) ?? '')],
      [[], false],
    );
  });

  it('never bind each other', async () => {
    const page = await open();
    await isReady(page);
    deploy();
    cpSync(join(OLD, 'payment-widget.js'), join(SERVED, 'payment-widget.js'));
    const importing = scriptsIn(NEW).filter(
      (file) =>
        /-[\da-f]{8}\.js$/.test(file) && /from"\.\/payment-widget\.js"/.test(readFileSync(join(NEW, file), 'utf8')),
    );
    const bound = await page.evaluate(
      (files) =>
        Promise.all(
          files.map((file) =>
            import(`/files/${file}`).then(
              () => [file],
              () => [],
            ),
          ),
        ),
      importing,
    );
    await page.close();
    assert.deepEqual([bound.flat(), importing.length > 5], [[], true]);
  });
});
