import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { startDemo } from '../demo/demo.js';
import { findWholeChromium } from '../test/runner/chromium.js';

/**
 * `npm run build:demo && node --import tsx tools/screenshots.ts` writes the pictures of the documentation, from the demo in light
 * and dark.
 */

const ROOT = join(import.meta.dirname, '..');
const SIZE = { width: 1280, height: 860 };
/** The quality, of 100, at which text is sharp and a picture is below 70 kB. */
const QUALITY = 50;
/** The space around the form, in px. */
const MARGIN = 16;

const demo = await startDemo({}, join(ROOT, 'dist-demo/public'));
const browser = await chromium.launch({ executablePath: await findWholeChromium() });

for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ viewport: SIZE, colorScheme });
  await fillForm(page);
  const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('payment-widget').boundingBox()) ?? {};
  const clip = { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN, scale: 2 };
  await write(page, `docs/images/form-${colorScheme}`, clip);
  await payInDoubt(page);
  await write(page, `docs/images/qa-${colorScheme}`);
  await page.goto(`${demo.serviceUrl}/console/`);
  await page.getByText('POST /v1/payments').first().waitFor();
  await write(page, `docs/images/console-${colorScheme}`);
  await page.close();
}
await browser.close();
await demo.close();

/** Types a card into the form of the shop. */
async function fillForm(page: Page): Promise<void> {
  await page.goto(demo.shopUrl);
  await page.locator('payment-widget').evaluate((widget) => {
    widget.removeAttribute('test-card');
  });
  await page.getByLabel('Card number').pressSequentially('4242424242424242');
  await page.getByLabel('Expiry date').pressSequentially('1230');
  await page.getByLabel('Security code').pressSequentially('123');
  await page.getByLabel('Name on card').pressSequentially('Ada Lovelace');
  await page.getByLabel('Name on card').blur();
}

/** Pays with a card that is charged although the response is an error, and waits until the outcome is known. */
async function payInDoubt(page: Page): Promise<void> {
  await page.goto(`${demo.shopUrl}/qa/`);
  const form = page.frameLocator('iframe');
  await form.getByLabel('Card number').pressSequentially('4000000000000119');
  await form.getByLabel('Expiry date').pressSequentially('1230');
  await form.getByLabel('Security code').pressSequentially('123');
  await form.getByLabel('Name on card').pressSequentially('Ada Lovelace');
  await page.keyboard.press('Enter');
  await form.getByRole('heading', { name: 'Payment successful' }).waitFor();
  await page.getByText(/^Pass: 1 charge/).waitFor();
  await page.evaluate(() => {
    scrollTo(0, 0);
  });
}

async function write(
  page: Page,
  name: string,
  clip?: { x: number; y: number; width: number; height: number; scale: number },
) {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    ...(clip && { clip }),
  });
  const picture = Buffer.from(data, 'base64');
  mkdirSync(dirname(join(ROOT, name)), { recursive: true });
  writeFileSync(join(ROOT, `${name}.webp`), picture);
  console.log(`${name}.webp  ${Math.ceil(picture.length / 1000)} kB`);
}
