import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { faultCases, PASS, type FaultCase, type ShopScene } from './cases.js';
import type { Checkout, Claim, Sight } from './checkout.js';
import type { Fault, FaultProxy } from './fault-proxy.js';
import { violations } from './oracle.js';

/** A kind of shop. */
export interface FaultyShop {
  start(t: TestContext): Promise<ShopScene>;
  /** Opens a checkout page of it, for a new order. */
  open(url: string, attributes: Readonly<Record<string, string>>): Promise<Checkout>;
}

interface Ending {
  readonly outcome: Claim;
  readonly becomes: Claim;
  readonly charges: number;
  readonly problems: readonly string[];
}

/** Describes all cases for a shop. At most one charge is judged by the ledger of the service. */
export function describeFaults(shop: FaultyShop): void {
  for (const [title, cases] of Object.entries(faultCases())) {
    describe(title, { concurrency: 4 }, () => {
      for (const [name, one] of Object.entries(cases)) {
        const { outcome, becomes = outcome, charges } = one;
        it(`${name}: ${outcome}${becomes === outcome ? '' : `, then ${becomes}`}`, async (t) => {
          assert.deepEqual(await payThrough(t, shop, one), { outcome, becomes, charges, problems: [] });
        });
      }
    });
  }
}

async function payThrough(
  t: TestContext,
  kind: FaultyShop,
  { shop, service, card, timeout = 20_000, then, becomes }: FaultCase,
): Promise<Ending> {
  const scene = await kind.start(t);
  plan(scene.shop, shop);
  plan(scene.service, typeof service === 'function' ? service(scene) : service);
  const checkout = await kind.open(scene.shop.url, { 'request-timeout': String(timeout) });
  t.after(() => checkout.close());
  const first = await checkout.pay(card);
  await then?.(scene, checkout);
  const sights: Sight[] = [first];
  if (becomes) sights.push(await checkout.certain());
  sights.push(await checkout.look());
  const ledger = scene.sandbox.ledger.entries(checkout.reference);
  return {
    outcome: first.claim,
    becomes: sights.at(-1)?.claim ?? 'nothing',
    charges: ledger.length,
    problems: violations(checkout, sights, ledger),
  };
}

function plan(faultProxy: FaultProxy, faults: readonly Fault[] = [PASS]): void {
  faultProxy.next(...faults.slice(0, -1));
  faultProxy.always(faults.at(-1) ?? PASS);
}
