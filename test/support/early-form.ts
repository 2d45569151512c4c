import type { Page } from 'playwright-core';
import type { ShopContext } from './shop.js';

/** A page whose form waits for the second part of the script. */
export interface EarlyPage {
  readonly page: Page;
  /** Bodies of the payments that were sent. */
  readonly sent: string[];
  /** Types of the payment events, in order. */
  readonly events: () => Promise<string[]>;
  /** Answers the request for the second part. */
  readonly release: () => void;
  /** Holds further requests for the second part. @returns what answers them */
  readonly hold: () => Promise<() => void>;
}

type EventWindow = typeof globalThis & { heard: string[] };

/** Opens a form in a page and holds `behaviour.js` until `release()`. Payments succeed. */
export async function openEarly(
  { browser, shop }: ShopContext,
  form: string,
  { lang = 'en', csp }: { readonly lang?: string; readonly csp?: string } = {},
): Promise<EarlyPage> {
  const page = await browser.newPage();
  const sent: string[] = [];
  const hold = async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/behaviour.js', async (route) => {
      await released;
      await route.continue();
    });
    return release;
  };
  const release = await hold();
  await page.route('**/v1/payments', async (route, request) => {
    sent.push(request.postData() ?? '');
    await route.fulfill({ json: { id: 'pay_1' } });
  });
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    for (const type of ['ready', 'submit', 'success', 'failure', 'unknown']) {
      addEventListener(`payment-${type}`, ({ detail }: CustomEventInit<{ error?: { code: string } }>) => {
        heard.push(detail?.error ? `${type} ${detail.error.code}` : type);
      });
    }
  });
  const html = `<!doctype html><html lang="${lang}"><meta name="viewport" content="width=device-width" /><meta charset="utf-8" />
    <script type="module" src="/payment-widget.js"></script>${form}</html>`;
  await page.goto(shop.url + shop.show({ html, ...(csp && { csp }) }), { waitUntil: 'commit' });
  await page.waitForFunction(() => document.querySelector('payment-widget')?.shadowRoot?.querySelector('.widget'));
  return { page, sent, events: () => page.evaluate(() => (globalThis as EventWindow).heard), release, hold };
}
