import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { startDemo } from '../demo/demo.js';
import { chromiumArgs, findWholeChromium } from '../test/support/chromium.js';

/** `npm run screenshots`: writes the pictures in the README, from the running demo in light and dark. */

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'demo/screenshots');
const SIZE = { width: 1280, height: 860 };
/** Of 100: text is sharp, and a picture is below 60 kB. */
const QUALITY = 50;

const demo = await startDemo({}, join(ROOT, 'dist-demo/public'));
const browser = await chromium.launch({ executablePath: await findWholeChromium(), args: chromiumArgs() });
mkdirSync(FOLDER, { recursive: true });

for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ viewport: SIZE, colorScheme });
  await payInDoubt(page);
  await write(page, `qa-${colorScheme}`);
  await page.goto(`${demo.serviceUrl}/console/`);
  await page.getByText('POST /v1/payments').first().waitFor();
  await write(page, `console-${colorScheme}`);
  await page.close();
}
await browser.close();
await demo.close();

/** Pays with a card that is charged although the response is an error, and waits until the outcome is known. */
async function payInDoubt(page: Page): Promise<void> {
  await page.goto(`${demo.shopUrl}/qa/`);
  const form = page.frameLocator('iframe');
  await form.getByLabel('Card number').pressSequentially('4000000000000119');
  await form.getByLabel('Expiry date').pressSequentially('1230');
  await form.getByLabel('Security code').pressSequentially('123');
  await form.getByLabel('Name on card').pressSequentially('Ada Lovelace');
  await page.keyboard.press('Enter');
  await form.getByText('Payment successful').waitFor();
  await page.getByText('1 charge, told paid: right').waitFor();
}

async function write(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  const picture = Buffer.from(data, 'base64');
  writeFileSync(join(FOLDER, `${name}.webp`), picture);
  console.log(`demo/screenshots/${name}.webp  ${Math.ceil(picture.length / 1000)} kB`);
}
