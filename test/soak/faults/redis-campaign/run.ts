import { setTimeout as sleep } from 'node:timers/promises';
import { askAttempt } from '../../../../src/transport/attempt-status.js';
import { startRedisServer } from '../../../support/redis-server.js';
import { OwnScope, type Scope } from '../../../support/scope.js';
import { startMortalProxy, type MortalProxy } from '../campaign/mortal-proxy.js';
import { inLanes } from '../campaign/run.js';
import { Network } from './browser.js';
import { judge } from './judge.js';
import { chance, random } from './random.js';
import { startService } from './service.js';
import { buy, type Purchase } from './shopper.js';

/** Shoppers at a time. */
const LANES = 15;

export interface CampaignResult {
  readonly violations: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/** Shoppers pay at two proxies over one Redis, while proxies and Redis are killed and restarted, equally often. */
export async function runRedisCampaign(payments: number): Promise<CampaignResult> {
  const scope = new OwnScope();
  try {
    return await run(scope, payments);
  } finally {
    await scope.end();
  }
}

async function run(t: Scope, payments: number): Promise<CampaignResult> {
  const redis = await startRedisServer();
  t.after(() => redis.stop());
  const service = await startService(t);
  const settings = { program: 'campaign-proxy-over-redis.ts', args: [service.url, String(redis.port)] };
  const start = () => startMortalProxy(t, { ...settings, restart: { after: 0, ahead: 0 } });
  const proxies = await Promise.all([start(), start()]);
  const origins = proxies.map(({ origin }) => origin);

  const network = new Network();
  const counts: Record<string, number> = {};
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);
  const purchases: Purchase[] = [];
  let isOver = false;

  async function killRedis(): Promise<void> {
    count('kills of Redis');
    await redis.kill();
    if (chance(0.7)) network.reset(); // as when the network between the machines fails
    await sleep(random(50, 2500));
    await redis.startAgain();
  }

  async function killProxy(): Promise<void> {
    const proxy = proxies[chance(0.5) ? 0 : 1];
    await proxy.restarted();
    await proxy.kill();
  }

  async function kill(): Promise<void> {
    while (!isOver) {
      await sleep(random(200, 900));
      await (chance(0.5) ? killRedis() : killProxy());
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
        await buy({ proxyUrl: `${origins[0] ?? ''}/pay`, fetch: network.browser(origins) }, ({ word, code = '' }) =>
          count(`claims: ${word} ${code}`.trim()),
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
  const violations = purchases.flatMap((purchase) =>
    judge(purchase, service.charges).map((problem) => `${problem}: ${JSON.stringify(purchase)}`),
  );
  return { violations, counts };
}

/** Asks both proxies for the outcome of every attempt, without faults. */
async function askLast(origins: readonly string[], purchases: readonly Purchase[]): Promise<void> {
  for (const { keys, claims } of purchases) {
    for (const key of keys) {
      for (const origin of origins) {
        const { state, result } = await askAttempt({ proxyUrl: `${origin}/pay`, idempotencyKey: key });
        const word = result?.outcome ?? (state === 'not_found' ? 'not_charged' : 'unknown');
        claims.push({ key, word, code: 'asked last', at: performance.now() });
      }
    }
  }
}
