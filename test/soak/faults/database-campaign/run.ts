import { setTimeout as sleep } from 'node:timers/promises';
import { OwnScope, type Scope } from '../../../support/scope.js';
import { startMortalProxy, type MortalProxy } from '../campaign/mortal-proxy.js';
import { inLanes } from '../campaign/run.js';
import { Network } from './browser.js';
import { DATABASES, type Database, type DatabaseName } from './databases.js';
import { byKey, judge } from './judge.js';
import { chance, random } from './random.js';
import { startService } from './service.js';
import { askLast, buy, type Purchase } from './shopper.js';

/** Shoppers at a time. */
const LANES = 15;
/** Time-outs of the programs, in ms. */
const TIMES = { upstream: 1500, total: 6000, patience: 1500, store: 1500, finish: 1000 };

export interface CampaignResult {
  readonly violations: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/** Shoppers pay at two programs over one database, while programs and database are killed and restarted, equally often. */
export async function runDatabaseCampaign(name: DatabaseName, payments: number): Promise<CampaignResult> {
  const scope = new OwnScope();
  try {
    return await run(scope, await DATABASES[name](), payments);
  } finally {
    await scope.end();
  }
}

async function run(t: Scope, database: Database, payments: number): Promise<CampaignResult> {
  t.after(() => database.stop());
  const service = await startService(t);
  const settings = {
    PAYMENTS_BASE_URL: service.url,
    PAYMENTS_API_KEY: 'sk_test',
    PAYMENTS_STORE: database.url,
  };
  const start = () => startMortalProxy(t, { settings, times: TIMES, restart: { after: 0, ahead: 0 } });
  const proxies = await Promise.all([start(), start()]);
  const origins = proxies.map(({ origin }) => origin);

  const network = new Network();
  const counts: Record<string, number> = {};
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);
  const purchases: Purchase[] = [];
  let isOver = false;

  async function killDatabase(): Promise<void> {
    count('kills of the database');
    await database.kill();
    if (chance(0.7)) network.reset(); // as when the network between the machines fails
    await sleep(random(50, 2500));
    await database.startAgain();
  }

  async function killProxy(): Promise<void> {
    const proxy = proxies[chance(0.5) ? 0 : 1];
    await proxy.restarted();
    await proxy.kill();
  }

  async function kill(): Promise<void> {
    while (!isOver) {
      await sleep(random(200, 900));
      await (chance(0.5) ? killDatabase() : killProxy());
    }
  }

  const killing = kill();
  const rest = Array.from({ length: payments }, (_, index) => index);
  await inLanes(
    LANES,
    rest,
    () => false,
    async () => {
      purchases.push(
        await buy(
          { proxyUrl: `${origins[0] ?? ''}/pay`, fetch: network.browser(origins) },
          { onClaim: ({ word, code = '' }) => count(`claims: ${word} ${code}`.trim()) },
        ),
      );
    },
  );
  isOver = true;
  await killing;
  await Promise.all(proxies.map((proxy) => proxy.settled()));
  await askLast(origins, purchases);
  counts['kills of proxies'] = proxies.reduce((sum: number, { kills }: MortalProxy) => sum + kills, 0);
  counts['purchases'] = purchases.length;
  counts['charges'] = service.charges.length;
  const charges = byKey(service.charges);
  const violations = purchases.flatMap((purchase) =>
    judge(purchase, charges).map((problem) => `${problem}: ${JSON.stringify(purchase)}`),
  );
  return { violations, counts };
}
