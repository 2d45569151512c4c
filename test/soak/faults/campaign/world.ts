import { createRequestListener } from '@remix-run/node-fetch-server';
import type { LedgerEntry } from '../../../../src/sandbox/ledger.js';
import { startServer } from '../../../support/node-servers.js';
import type { Scope } from '../../../support/scope.js';
import { startFaultProxy, type Fault, type FaultProxy, type FaultRequest, type SeenExchange } from '../fault-proxy.js';
import { startMerchant, type MerchantProxy } from './merchants.js';
import type { Databases } from './databases.js';
import type { AttemptPlan, OrderPlan, PlannedFault } from './plan.js';
import { createService, type Service } from './service.js';

/** The merchant's servers and the service, for one order, with the planned faults. */
export class World {
  readonly reference = `order-${crypto.randomUUID()}`;
  kills = 0;
  readonly #scope: Scope;
  readonly #plan: OrderPlan;
  readonly #service: Service;
  #behind: readonly FaultProxy[] = [];
  #merchant: readonly MerchantProxy[] = [];

  private constructor(scope: Scope, plan: OrderPlan) {
    this.#scope = scope;
    this.#plan = plan;
    this.#service = createService(plan.service);
  }

  static async start(scope: Scope, plan: OrderPlan, databases: Databases): Promise<World> {
    const world = new World(scope, plan);
    await world.#start(databases);
    return world;
  }

  get charges(): readonly LedgerEntry[] {
    return this.#service.ledger.entries(this.reference);
  }

  /** Requests between proxy and service. */
  get behind(): readonly SeenExchange[] {
    return this.#behind.flatMap(({ seen }) => seen);
  }

  /** The merchant's servers, without fault proxies. */
  get origins(): readonly string[] {
    return this.#merchant.map(({ origin }) => origin);
  }

  /** Starts the fault proxy between one attempt's page and the merchant. */
  openWay({ proxy, config, posts, asks }: AttemptPlan): Promise<FaultProxy> {
    return this.#startLab(this.origins[proxy] ?? '', proxy, ({ method, path }) => {
      if (method === 'POST') return posts;
      if (path.endsWith('/config')) return config;
      return path.endsWith('/attempts') ? asks : [];
    });
  }

  /** Resolves when no payment is in progress. The proxies still answer questions. */
  async settled(): Promise<void> {
    await Promise.all(this.#merchant.map((proxy) => proxy.settled()));
  }

  async #start(databases: Databases): Promise<void> {
    const service = await startServer(
      this.#scope,
      createRequestListener((request: Request) => this.#service.handle(request)),
    );
    const { proxies } = this.#plan;
    this.#behind = await Promise.all(proxies.map(({ behind }, index) => this.#startLab(service, index, () => behind)));
    const baseUrls = this.#behind.map(({ url }) => url);
    const apiKey = this.#service.keys.test;
    this.#merchant = await startMerchant(this.#scope, { plan: this.#plan, baseUrls, apiKey, databases });
    this.#leaveService();
    for (const [index, { killAfter }] of proxies.entries()) {
      if (killAfter !== undefined) setTimeout(() => void this.#kill(index), killAfter);
    }
  }

  #leaveService(): void {
    const { serviceAway } = this.#plan;
    if (serviceAway === 0) return;
    for (const lab of this.#behind) lab.down();
    const back = setTimeout(() => {
      for (const lab of this.#behind) void lab.up();
    }, serviceAway);
    this.#scope.after(() => {
      clearTimeout(back);
    });
  }

  /** @param faultsFor requests with the same list take its faults in turn */
  async #startLab(
    url: string,
    proxy: number,
    faultsFor: (request: FaultRequest) => readonly PlannedFault[],
  ): Promise<FaultProxy> {
    const lab = await startFaultProxy(url, { matches: () => true });
    const turns = new Map<readonly PlannedFault[], number>();
    lab.always((request) => {
      const faults = faultsFor(request);
      const turn = turns.get(faults) ?? 0;
      turns.set(faults, turn + 1);
      return this.#toFault(faults[turn] ?? { kind: 'pass' }, proxy);
    });
    this.#scope.after(() => lab.close());
    return lab;
  }

  #toFault(fault: PlannedFault, proxy: number): Fault {
    return fault.kind === 'kill' ? { ...fault, kind: 'run', run: () => this.#kill(proxy) } : fault;
  }

  async #kill(proxy: number): Promise<void> {
    this.kills++;
    await this.#merchant[proxy]?.kill();
  }
}
