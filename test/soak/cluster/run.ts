import { setTimeout as sleep } from 'node:timers/promises';
import { OwnScope, type Scope } from '../../support/scope.js';
import { Network } from '../faults/database-campaign/browser.js';
import { DATABASES, type Database, type DatabaseName } from '../faults/database-campaign/databases.js';
import { byKey, judge } from '../faults/database-campaign/judge.js';
import { startService } from '../faults/database-campaign/service.js';
import { askLast, buy, type Purchase } from '../faults/database-campaign/shopper.js';
import { deploy } from './deployment.js';
import { injectFaults } from './faults.js';
import { judgeLimit, mostInAnyMinute, perWindow } from './judge-limit.js';
import { judgeSettled, untold } from './judge-settled.js';
import { watchWindows } from './limit-windows.js';
import { startOperator } from './operator.js';
import { createPace } from './pace.js';
import { seeded } from './seeded.js';
import { startShop } from './shop.js';

/** How much faster than the limit allows new shoppers come, and those who were refused come back. */
const OVERLOAD = { new: 10, again: 3 };
/** As patient as it takes for an order to be paid in the end. Times in ms, longer than those of the programs. */
const SHOPPER = { maxTries: 20, patience: 15_000, timeout: 20_000, tryTimeout: 15_000 };
/** Longer than the programs wait, in ms. */
const LATE = 6000;
/** Without a webhook for so long, none will come, in ms. */
const PATIENCE = 60_000;

export interface ClusterOptions {
  readonly database: DatabaseName;
  readonly payments: number;
  /** Requests per minute that the service allows. */
  readonly limit: number;
  /** Repeats the order, the targets and the durations of the faults. */
  readonly seed: number;
  /** Replaces settings of a proxy, by its index. */
  readonly settings?: (index: number) => Readonly<Record<string, string>>;
}

export interface ClusterResult {
  readonly violations: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  /** What happened in each window of the limit. */
  readonly windows: {
    /** Attempts that shoppers began. */
    readonly offered: readonly number[];
    /** Attempts that were counted. */
    readonly counted: readonly number[];
    /** Requests that the service got. */
    readonly arrived: readonly number[];
  };
}

/** Shoppers pay at three programs behind nginx, more than the limit allows, while everything fails at random. */
export async function runCluster(options: ClusterOptions): Promise<ClusterResult> {
  const scope = new OwnScope();
  try {
    return await run(scope, await DATABASES[options.database](), options);
  } finally {
    await scope.end();
  }
}

async function run(t: Scope, database: Database, options: ClusterOptions): Promise<ClusterResult> {
  const { payments, limit, seed, settings } = options;
  t.after(() => database.stop());
  const service = await startService(t, { breaking: 0.02, late: LATE });
  const shop = await startShop(t);
  const parts = { database, service: service.url, shop: shop.url, limit };
  const deployment = await deploy(t, { ...parts, ...(settings && { settings }) });
  const watched = watchWindows(t, database);
  const counts: Record<string, number> = {};
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);

  const log: string[] = [];
  const faults = injectFaults({
    ...{ ...deployment, database, random: seeded(seed) },
    onFault(name) {
      count(name);
      log.push(`${Math.round(performance.now())} ${name}`);
    },
  });
  const network = new Network();
  const [coming, returning] = [createPace(limit * OVERLOAD.new), createPace(limit * OVERLOAD.again)];
  const address = { proxyUrl: `${deployment.origin}/pay`, fetch: network.browser([deployment.origin]) };
  const onClaim = ({ word, code = '' }: Purchase['claims'][number]) => count(`claims: ${word} ${code}`.trim());
  const shoppers = Array.from({ length: payments }, async () => {
    await coming.turn(0);
    return buy(address, { onClaim, turn: returning.turn, ...SHOPPER });
  });
  const purchases = await Promise.all(shoppers);
  await faults.stop();

  await Promise.all(deployment.proxies.map((proxy) => proxy.settled()));
  const arrivals = service.arrivals.map(({ at }) => at);
  const tries = purchases.flatMap((purchase) => purchase.tries);
  const begun = new Map([...tries].reverse().map(({ key, at }) => [key, at])); // the first try with each key
  const requests = service.arrivals.map(({ key, at }) => ({ begun: begun.get(key) ?? Infinity, arrived: at }));
  const charges = byKey(service.charges);
  const operator = await startOperator(t, database);
  counts['attempts settled by the operator'] = await operator.settle(charges);
  shop.recover();
  const attempts = await operator.list();
  await untilTold(() => untold({ attempts, outcomes: shop.outcomes }).length);
  await askLast(
    deployment.proxies.map(({ origin }) => origin),
    purchases,
  );

  const starts = watched.map(({ start }) => start);
  counts['kills of proxies'] = deployment.proxies.reduce((sum, { kills }) => sum + kills, 0);
  counts['payments'] = purchases.length;
  counts['orders that are paid in the end'] = purchases.filter(({ keys }) =>
    keys.some((key) => charges.has(key)),
  ).length;
  counts['tries'] = tries.length;
  counts['charges'] = service.charges.length;
  counts['requests to the service'] = arrivals.length;
  counts['most requests in any 60 s'] = mostInAnyMinute(arrivals);
  counts['attempts in the store'] = attempts.length;
  counts['attempts that were never sent, in the store'] = attempts.filter(({ isSettled }) => !isSettled).length;
  counts['webhooks accepted'] = [...shop.outcomes.values()].flat().length;
  counts['webhooks that the shop failed'] = shop.failures;
  const violations = [
    ...purchases.flatMap((purchase) =>
      judge(purchase, charges).map((problem) => `${problem}: ${JSON.stringify(purchase)}`),
    ),
    ...judgeLimit({ requests, starts, limit }),
    ...judgeSettled({ attempts, charges, arrivals: service.arrivals, outcomes: shop.outcomes }),
  ];
  if (violations.length > 0) violations.push(`faults, at ms: ${log.join('; ')}`);
  const windows = {
    offered: perWindow(
      tries.map(({ at }) => at),
      starts,
    ),
    counted: watched.map(({ counted }) => counted),
    arrived: perWindow(arrivals, starts),
  };
  return { violations, counts, windows };
}

/** Waits until the shop has been told of all, as long as there is progress. */
async function untilTold(remaining: () => number): Promise<void> {
  let [fewest, since] = [Infinity, performance.now()];
  for (let left = remaining(); left > 0 && performance.now() - since < PATIENCE; left = remaining()) {
    if (left < fewest) [fewest, since] = [left, performance.now()];
    await sleep(250);
  }
}
