import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { startDemo, type Demo } from '../../demo/demo.js';
import { chromiumArgs, findHeadlessChromium } from '../chromium.js';
import { DEMO_PAGES } from '../support/demo-pages.js';

/** Draws the element of the script and one of the page's own that extends it; gives the corners of their buttons. */
const DRAW_BOTH = `
  const Base = customElements.get('payment-widget');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.pay { border-radius: 3px; }');
  customElements.define('shop-payment', class extends Base { static styles = [Base.styles, sheet] });
  const settings = 'proxy-url="/pay" amount="4999" currency="EUR"';
  document.body.innerHTML = '<shop-payment ' + settings + '></shop-payment><payment-widget ' + settings + '></payment-widget>';
  const elements = [...document.body.children];
  Promise.all(elements.map((element) => element.updateComplete)).then(() =>
    elements.map((element) => getComputedStyle(element.shadowRoot.querySelector('.pay')).borderRadius));
`;

describe('an element of the page that extends the one of the script, with a sheet of its own,', () => {
  let browser: Browser;
  let demo: Demo;
  let corners: readonly string[];

  before(async () => {
    browser = await chromium.launch({ executablePath: await findHeadlessChromium(), args: chromiumArgs() });
    demo = await startDemo({}, DEMO_PAGES);
    const page = await browser.newPage();
    await page.route('**/extended', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><script src="/payment-widget.js"></script>' }),
    );
    await page.goto(`${demo.shopUrl}/extended`);
    corners = await page.evaluate(DRAW_BOTH);
  });

  after(async () => {
    await browser.close();
    await demo.close();
  });

  it('looks as that sheet says', () => {
    assert.equal(corners[0], '3px');
  });

  it('leaves the one of the script as it is', () => {
    assert.equal(corners[1], '8px');
  });
});
