import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import type { ServiceStandIn } from '../../src/check-proxy/stand-in.js';
import { chromiumArgs, findHeadlessChromium } from '../chromium.js';
import { idsOf, startStandIn } from '../support/checked-proxy.js';
import { checkRecipe, settingsOfRecipe } from '../support/checked-recipe.js';
import { OwnScope, type Scope } from '../support/scope.js';
import { typeCard } from '../support/shopper.js';
import { buildCheckouts, checkoutsNamed, type Serve, type Served } from './checkouts.js';
import { startShop } from './shop.js';
import { visit, type Visit } from './visit.js';

/** Each checkout of demo/frameworks as a shopper meets it: built, with the packed package, at a real proxy. */

const names = checkoutsNamed(process.env.FRAMEWORK ?? '');
const all = new OwnScope();
let browser: Browser;
let checkouts: ReadonlyMap<string, Promise<Serve>>;

before(async () => {
  const executablePath = await findHeadlessChromium();
  browser = await chromium.launch({ executablePath, args: chromiumArgs() });
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

    it(`${name}: hears of the payment by its event`, async () => {
      assert.equal(await paid.outcome(), 'Thank you for order-1042');
    });

    it(`${name}: is charged once`, () => {
      assert.deepEqual(paid.charged(), [4999]);
    });

    it(`${name}: sends what it has set as a property`, () => {
      assert.deepEqual(paid.sent[0]?.metadata, { basket: '17' });
    });

    it(`${name}: says that it is paid when it is removed and shown again, and sends nothing`, async () => {
      await paid.press('Remove');
      await paid.widget.waitFor({ state: 'detached' });
      await paid.press('Show again');
      await paid.widget.getByRole('heading', { name: 'Payment successful' }).waitFor();
      assert.equal(paid.sent.length, 1);
    });

    it(`${name}: keeps what is typed when the amount changes, and charges the amount that is shown`, async (t) => {
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

    it(`${name}: is an empty form that works when it is removed and shown again, and sends once`, async (t) => {
      const { typeCard, typed, widget, press, outcome, sent } = await open(t);
      await typeCard();
      await press('Remove');
      await widget.waitFor({ state: 'detached' });
      await press('Show again');
      await widget.getByLabel('Card number').waitFor();
      const shown = await typed();
      await typeCard();
      await press('Pay €49.99');
      await outcome();
      assert.deepEqual([shown, sent.length], [['', '', '', ''], 1]);
    });

    it(`${name}: has had no word on the console`, () => {
      assert.deepEqual(
        visits.flatMap(({ complaints }) => complaints),
        [],
      );
    });

    it(`${name}: charges once in development, too, and is warned of nothing`, async (t) => {
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

    if (name === 'next') {
      it('next: comes from the server with what is shown as long as there is no script', async (t) => {
        const { url } = await startShop(t, served.pages);
        const html = await (await fetch(url)).text();
        assert.match(html, /<payment-widget [^>]*reference="order-1042"><p>The payment form could not be loaded\./);
      });

      it('next: imports the package on the server without a word', () => {
        assert.doesNotMatch(served.output?.() ?? 'no server', /no server|error|warn|⨯|⚠/i);
      });

      describe('next: with the route of demo/proxies as its proxy', () => {
        let service: ServiceStandIn;
        let store: string;
        let origin: string;

        before(async () => {
          service = await startStandIn(own);
          const settings = await settingsOfRecipe(own, service.url);
          store = settings.PAYMENTS_STORE;
          const { pages } = await serve(own, 'production', settings);
          origin = `http://localhost:${pages}`;
        });

        it('next: is charged once, by the server of the page itself', async (t) => {
          const page = await browser.newPage();
          t.after(() => page.close());
          await page.goto(origin);
          await typeCard(page, '4242424242424242');
          await page.keyboard.press('Enter');
          await page.getByText('Thank you for order-1042').waitFor();
          const amounts = service.received.map(({ body }) => (JSON.parse(body) as { amount: number }).amount);
          assert.deepEqual(amounts, [4999]);
        });

        it('next: keeps what it has sent in its folder', async () => {
          assert.notDeepEqual(await readdir(store), []);
        });

        it('next: does what the contract wants', async () => {
          const findings = await checkRecipe(new URL(`${origin}/pay`), service);
          assert.deepEqual(idsOf(findings, 'failure', 'warning'), []);
        });
      });
    }
  });
}
