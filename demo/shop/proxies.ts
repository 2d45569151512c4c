import {
  createPaymentProxy,
  type AttemptStore,
  type PaymentProxy,
  type PaymentProxyOptions,
} from '../../src/proxy/index.js';
import type { Mode } from '../../src/contract/protocol.js';
import type { Database } from '../data/database.js';
import type { Service, Services } from '../environment.js';
import { createTableStore } from './attempt-store.js';

type OwnOptions = Omit<PaymentProxyOptions, 'baseUrl' | 'apiKey' | 'mode' | 'encryptionKey' | 'store'>;

/** Makes the shop's payment proxies. Those of one mode share what they remember: an order is paid once, on whichever page. */
export class Proxies {
  readonly #services: Services;
  readonly #store: AttemptStore;
  readonly #first = new Map<Mode, PaymentProxy>();

  constructor(services: Services, database: Database) {
    this.#services = services;
    this.#store = createTableStore(database.table('attempts'));
  }

  /** @throws when the shop has no key of this kind */
  create(mode: Mode, options: OwnOptions): PaymentProxy {
    const service = this.#services[mode];
    if (!service) throw new Error(`There is no ${mode} key.`);
    const { isSandbox: _, ...connection } = service;
    const proxy = createPaymentProxy({ ...connection, ...this.#memory(service), ...options } as PaymentProxyOptions);
    if (!this.#first.has(mode)) this.#first.set(mode, proxy);
    return proxy;
  }

  /** One proxy of a mode, to settle attempts of all of them. */
  anyOf(mode: Mode): PaymentProxy | undefined {
    return this.#first.get(mode);
  }

  /** Real money gets the proxy's own durable store. */
  #memory({ mode, isSandbox }: Service): Partial<PaymentProxyOptions> {
    if (mode === 'live' && !isSandbox) return {};
    return { store: this.#store, ...(mode === 'live' && { allowMemoryStore: true }) };
  }
}
