import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { type Browser } from 'playwright-core';
import type { FakeService } from '../../../src/check-proxy/fake-service.js';
import { openBrowser } from '../../support/browser.js';
import { idsOf, startFakeService } from '../../support/checked-proxy.js';
import { assertFrame, checkRecipe, settingsOfRecipe } from '../../support/checked-recipe.js';
import { OwnScope, type Scope } from '../../support/scope.js';
import { typeCard } from '../../support/shopper.js';
import { buildCheckouts, checkoutsNamed, WITH_WARNINGS, type Serve, type Served } from './checkouts.js';
import { startShop } from './shop.js';
import { visit, type Visit } from './visit.js';

/** Each checkout of demo/frameworks, built with the packed package. `FRAMEWORK=vue` selects one. */

const names = checkoutsNamed(process.env.FRAMEWORK ?? '');
const all = new OwnScope();
let browser: Browser;
let checkouts: ReadonlyMap<string, Promise<Serve>>;

before(async () => {
  browser = await openBrowser();
  all.after(() => browser.close());
  checkouts = await buildCheckouts(all, names);
});
after(() => all.end());

for (const name of names) {
  describe(name, () => {
    const own = new OwnScope();
    const visits: Visit[] = [];
    let serve: Serve;
    let served: Served;
    let paid: Visit;

    const open = async (t: Scope) => {
      const opened = await visit(t, browser, served.pages);
      visits.push(opened);
      return opened;
    };

    before(async () => {
      serve = await (checkouts.get(name) as Promise<Serve>);
      served = await serve(own, 'production');
      paid = await open(own);
      await paid.typeCard();
      await paid.page.keyboard.press('Enter');
      await paid.outcome();
    });
    after(() => own.end());

    it('pays once with its metadata, and receives the success event', async () => {
      assert.deepEqual(
        [await paid.outcome(), paid.charged(), paid.sent.map(({ metadata }) => metadata)],
        ['Thank you for order-1042', [4999], [{ basket: '17' }]],
      );
    });

    it('keeps typed values when the amount changes, and charges the new amount', async (t) => {
      const { typeCard, typed, press, outcome, charged } = await open(t);
      await typeCard();
      const before = await typed();
      await press('+1 €');
      await press('+1 €');
      const after = await typed();
      await press('Pay €51.99');
      await outcome();
      assert.deepEqual([after, charged()], [before, [5199]]);
    });

    it('logs nothing', () => {
      assert.deepEqual(
        visits.flatMap(({ complaints }) => complaints),
        [],
      );
    });

    if (WITH_WARNINGS.includes(name)) {
      it('charges once in a development build, without warnings', async (t) => {
        const { pages } = await serve(t, 'development');
        const { typeCard, widget, press, outcome, charged, warnings } = await visit(t, browser, pages);
        await press('Remove');
        await press('Show again');
        await widget.getByLabel('Card number').waitFor();
        await typeCard();
        await press('+1 €');
        await press('Pay €50.99');
        await outcome();
        assert.deepEqual([charged(), warnings], [[5099], []]);
      });
    }

    if (name === 'next') {
      it('renders the element with its fallback content on the server', async (t) => {
        const { url } = await startShop(t, served.pages);
        const html = await (await fetch(url)).text();
        assert.match(html, /<payment-widget [^>]*reference="order-1042"><p>The payment form could not be loaded\./);
      });

      it('imports the package on the server without warnings', () => {
        assert.doesNotMatch(served.output?.() ?? 'no server', /no server|error|warn|⨯|⚠/i);
      });

      describe('with the route of demo/proxies', () => {
        let service: FakeService;
        let store: string;
        let origin: string;

        before(async () => {
          service = await startFakeService(own);
          const settings = await settingsOfRecipe(own, service.url);
          store = settings.PAYMENTS_STORE;
          const { pages } = await serve(own, 'production', { ...settings, FRAME_ANCESTORS: 'https://shop.example' });
          origin = `http://localhost:${pages}`;
        });

        it('charges once', async (t) => {
          const page = await browser.newPage();
          t.after(() => page.close());
          await page.goto(origin);
          await typeCard(page, '4242424242424242');
          await page.keyboard.press('Enter');
          await page.getByText('Thank you for order-1042').waitFor();
          const amounts = service.received.map(({ body }) => (JSON.parse(body) as { amount: number }).amount);
          assert.deepEqual(amounts, [4999]);
        });

        it('serves the frame of isolated mode', () => assertFrame(`${origin}/pay`));

        it('stores the attempt', async () => {
          assert.notDeepEqual(await readdir(store), []);
        });

        it('passes all checks', async () => {
          const findings = await checkRecipe(new URL(`${origin}/pay`), service);
          assert.deepEqual(idsOf(findings, 'failure', 'warning'), []);
        });
      });
    }
  });
}
