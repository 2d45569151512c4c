import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium, type Browser, type CDPSession } from 'playwright-core';
import { chromiumArgs, findWholeChromium } from '../../support/chromium.js';
import { until } from '../../support/until.js';
import { startIsolatedShop, type IsolatedShop } from './isolated-shop.js';
import { recordEvents } from './record-events.js';
import { Shopper } from './shopper.js';

/** The headless shell has no autofill. */

const CARD = { number: '4242424242424242', name: 'Ada Lovelace', expiryMonth: '12', expiryYear: '2030', cvc: '123' };

/** Inputs of the page, which a script makes nearly invisible. */
const TRAPS = ['cc-number', 'cc-exp', 'cc-csc', 'cc-name'] as const;
const BODY = `{widget}<form>${TRAPS.map((name) => `<input id="trap-${name}" autocomplete="${name}" />`).join('')}</form>`;

function hideTraps(): void {
  for (const input of document.querySelectorAll<HTMLElement>('form > input'))
    Object.assign(input.style, { opacity: '0.01', inlineSize: '1px', blockSize: '1px', border: '0', padding: '0' });
}

interface Node {
  readonly nodeName: string;
  readonly backendNodeId: number;
  readonly attributes?: readonly string[];
  readonly children?: readonly Node[];
}

function findField(node: Node): Node | undefined {
  if (node.nodeName === 'INPUT' && node.attributes?.includes('cc-number')) return node;
  for (const child of node.children ?? []) {
    const found = findField(child);
    if (found) return found;
  }
  return undefined;
}

/** Commands that the types of Playwright lack. */
const send = (session: CDPSession, method: string, params = {}) =>
  (session.send as (name: string, parameters: object) => Promise<unknown>).call(session, method, params);

describe('The autofill of Chromium', () => {
  let browser: Browser;
  let shop: IsolatedShop;

  before(async () => {
    const executablePath = await findWholeChromium();
    const args = [...chromiumArgs(), '--headless=new', '--site-per-process'];
    [browser, shop] = await Promise.all([
      chromium.launch({ executablePath, args, ignoreDefaultArgs: ['--headless'] }),
      startIsolatedShop(recordEvents, '127.0.0.1'),
    ]);
  });

  after(async () => {
    await Promise.all([browser.close(), shop.close()]);
  });

  it('fills in the frame, of which the page gets neither number nor security code', async (t) => {
    const reference = 'autofill';
    const shopper = await Shopper.open(browser, shop, {
      mode: 'isolated by isolated.js',
      attributes: { reference },
      body: BODY,
    });
    t.after(() => shopper.page.close());
    await shopper.page.evaluate(hideTraps);
    const frame = shopper.page.frames().find((it) => it.url().startsWith(shop.proxyOrigin));
    assert.ok(frame);
    const session = await shopper.page.context().newCDPSession(frame); // the frame has a process of its own
    await send(session, 'DOM.enable');
    const { root } = await session.send('DOM.getDocument', { depth: -1 });
    const { frameTree } = await session.send('Page.getFrameTree');
    await shopper.form.locator('#cc-number').click();
    const fieldId = findField(root)?.backendNodeId;
    const fill = () =>
      send(session, 'Autofill.trigger', { fieldId, frameId: frameTree.frame.id, card: CARD }).then(
        () => true,
        () => false, // the browser has not read the form yet
      );
    await until(fill);
    const isFilled = async () => (await shopper.values()).every(Boolean);
    await until(isFilled);
    const traps = await shopper.page.evaluate(
      (names) => names.map((name) => document.querySelector<HTMLInputElement>(`#trap-${name}`)?.value),
      TRAPS,
    );
    assert.deepEqual([traps[0], traps[2]], ['', '']);
    await shopper.form.locator('.pay').click();
    await shopper.page.locator('payment-widget:state(paid)').waitFor();
    assert.equal(shop.sandbox.ledger.entries(reference).length, 1);
  });
});
