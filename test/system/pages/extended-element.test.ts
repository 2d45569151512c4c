import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { withShop } from '../../support/shop.js';

/** Renders the element and a subclass. @returns the border radius of their buttons, the subclass first */
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

describe('a subclass with its own style sheet', () => {
  const context = withShop();
  let corners: readonly string[];

  before(async () => {
    const { browser, shop } = context;
    const page = await browser.newPage();
    await page.goto(
      shop.url + shop.show({ html: '<!doctype html><script type="module" src="/payment-widget.js"></script>' }),
    );
    corners = await page.evaluate(DRAW_BOTH);
    await page.close();
  });

  it('is styled by it', () => {
    assert.equal(corners[0], '3px');
  });

  it('does not change the base element', () => {
    assert.equal(corners[1], '8px');
  });
});
