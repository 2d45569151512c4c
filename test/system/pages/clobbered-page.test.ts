import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withBuiltShop } from '../../support/built-shop.js';
import { startRecorder, answer } from '../../support/node-servers.js';

/** An attacker who can add markup, such as an image in a comment, can shadow a property of the document (DOM clobbering). */

describe('a page with an element that is named like a property of the document', () => {
  const context = withBuiltShop();

  it('loads languages from the folder of the script', async (t) => {
    const { browser, shop } = context;
    const attacker = await startRecorder(t, answer(200));
    const html = `<!doctype html><html lang="de">
      <img name="currentScript" src="${attacker.url}/picture/" />
      <script src="/payment-widget.js"></script>
      <payment-widget proxy-url="/pay" amount="4999" currency="EUR"></payment-widget></html>`;
    const page = await browser.newPage();
    await page.goto(shop.url + shop.show({ html }));
    await page.getByText('Kartennummer').waitFor();
    await page.close();
    assert.deepEqual(
      attacker.requests.map(({ url }) => url).filter((url) => url !== '/picture/'),
      [],
    );
  });
});
