import { Relay } from 'payment-widget-testing/store-tests/relay';
import { WEBHOOK_SECRET } from '../../support/program.js';
import { OwnScope, type Scope } from '../../support/scope.js';
import { until } from '../../support/until.js';
import { startFaultProxy, type Exchange, type FaultProxy, type Rule } from '../fault-proxy.js';
import { randomRule, startKiller } from './faults.js';
import { judge, untold } from './judge.js';
import { LATER, settleOpen, startService, startShop, STORES, type StoreName } from './parties.js';
import { phpProgram } from './php.js';
import { startMortalProxy, type MortalProxy, type ProxyProgram } from './proxies.js';
import { seeded } from './seeded.js';
import { askLast, browser, buy, type Purchase } from './shopper.js';

export interface CampaignOptions {
  readonly store: StoreName;
  /** Ends after that number of attempts, and at least one fault of each kind. */
  readonly attempts: number;
  /** Repeats the order and the kinds of the faults, but not their timing. */
  readonly seed: number;
  /** A fault that the judge must find, in place of the random ones. */
  readonly planted?: {
    /** Between the shoppers and the proxies. */
    readonly before: Rule;
    /** Replaces settings of the proxies. */
    readonly settings?: Readonly<Record<string, string>>;
    /** The share of payments that the service declines. */
    readonly declines?: number;
    /** Whether pages require that an answer names its attempt. */
    readonly binds?: boolean;
  };
  readonly onProgress?: (attempts: number) => void;
}

export interface CampaignResult {
  readonly violations: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

const PROXIES = 3;
/** Shoppers at a time. */
const SHOPPERS = 30;
/** Time-outs of the proxies, in ms. */
const TIMES = {
  upstream: 1500,
  total: 4000,
  patience: 1500,
  store: 1500,
  finish: 1000,
  sentLimit: 6000,
  deliveryLease: 10_000,
};
/** Longer than the lease of a claim, in ms. */
const OVERDUE = 20_000;

const NODE_PROGRAM: ProxyProgram = { startProxy: startMortalProxy, settleOpen };

/** Shoppers pay at proxies that share a store, while proxies, store, service and all connections fail at random. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const scope = new OwnScope();
  try {
    return await run(scope, options);
  } finally {
    await scope.end();
  }
}

async function run(t: Scope, { store, attempts, seed, planted, onProgress }: CampaignOptions): Promise<CampaignResult> {
  const random = seeded(seed);
  const service = await startService(t, random, planted?.declines ?? 0.1);
  const shop = await startShop(t, random);
  const { url, server, isForPhp } = await STORES[store](t);
  const program = isForPhp ? await phpProgram(url, shop.url) : NODE_PROGRAM;

  const links: Relay[] = [];
  const behind: FaultProxy[] = [];
  const startProxy = async (): Promise<MortalProxy> => {
    const lab = await startFaultProxy(t, service.url, planted ? undefined : randomRule(random, 'behind'));
    behind.push(lab);
    const relay = server && new Relay({ host: '127.0.0.1', port: server.port });
    if (relay) links.push(relay);
    t.after(() => relay?.stop());
    const port = (await relay?.start())?.port;
    const settings = {
      PAYMENTS_BASE_URL: lab.url,
      PAYMENTS_API_KEY: 'sk_test',
      PAYMENTS_STORE: url.replace(String(server?.port), String(port)),
      SETTLED_URL: shop.url,
      SETTLED_SECRET: WEBHOOK_SECRET,
      ...planted?.settings,
    };
    return program.startProxy(t, { settings, times: TIMES, ahead: () => random.one([0, OVERDUE]) });
  };
  const proxies = await Promise.all(Array.from({ length: PROXIES }, startProxy));
  const rule = planted?.before ?? randomRule(random, 'before');
  const before = await Promise.all(proxies.map(({ origin }) => startFaultProxy(t, origin, rule)));

  const progress = () => service.arrivals.length;
  const killer = planted ? undefined : startKiller({ proxies, server, links, random, progress });
  const purchases: Purchase[] = [];
  const origins = before.map((lab) => lab.url);
  let tries = 0;
  const isEnough = () => tries >= attempts && (killer?.hasDoneAll() ?? true);
  async function shopAround(): Promise<void> {
    while (!isEnough()) {
      const binds = planted?.binds ?? true;
      const address = { proxyUrl: `${origins[0] ?? ''}/pay`, fetch: browser(origins, tries), binds };
      purchases.push(
        await buy(address, random, () => {
          tries++;
          onProgress?.(tries);
        }),
      );
    }
  }
  await Promise.all(Array.from({ length: SHOPPERS }, shopAround));
  await killer?.stop();

  // A process that has ended sends nothing, and what was on its way has arrived once its connections have ended.
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  await Promise.all([...before, ...behind].flatMap((lab) => lab.seen.map(({ done }) => done)));
  await until(() => service.underWay === 0);
  const charged = new Set(service.charges.map(({ key }) => key));
  const recorded = await program.settleOpen(url, (key) => charged.has(key));
  await Promise.all(proxies.map((proxy) => proxy.start(LATER)));
  await until(async () => {
    await program.deliver?.();
    return untold({ attempts: recorded, outcomes: shop.outcomes }).length === 0;
  });
  for (const purchase of purchases)
    await askLast(
      proxies.map(({ origin }) => origin),
      purchase,
    );

  const count = (word: string) =>
    purchases.flatMap(({ claims }) => claims).filter((claim) => claim.word === word).length;
  const violations = judge({ ...service, purchases, attempts: recorded, outcomes: shop.outcomes });
  return {
    violations,
    counts: {
      attempts: tries,
      orders: purchases.length,
      charges: service.charges.length,
      'requests to the service': service.arrivals.length,
      'requests with a fault, before the proxies': before.flatMap((lab) => lab.seen).filter(isFaulty).length,
      'requests with a fault, behind the proxies': behind.flatMap((lab) => lab.seen).filter(isFaulty).length,
      ...killer?.counts,
      'answers "unknown"': count('unknown'),
      'webhooks accepted': [...shop.outcomes.values()].flat().length,
      violations: violations.length,
    },
  };
}

const isFaulty = ({ isInjected }: Exchange) => isInjected;
