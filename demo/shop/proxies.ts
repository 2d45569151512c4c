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

/**
 * Creates the shop's payment proxies. Proxies of one mode share a store, so an order is paid once, on whichever page.
 */
export class Proxies {
  readonly #services: Services;
  readonly #store: AttemptStore;

  constructor(services: Services, database: Database) {
    this.#services = services;
    this.#store = createTableStore(database.table('attempts'));
  }

  /** @throws if the shop has no key for this mode */
  create(mode: Mode, options: OwnOptions): PaymentProxy {
    const service = this.#services[mode];
    if (!service) throw new Error(`The shop has no ${mode} key.`);
    const { isSandbox: _, ...connection } = service;
    return createPaymentProxy({ ...connection, ...this.#memory(service), ...options } as PaymentProxyOptions);
  }

  /** Real money needs the proxy's own durable store. */
  #memory({ mode, isSandbox }: Service): Partial<PaymentProxyOptions> {
    if (mode === 'live' && !isSandbox) return {};
    return { store: this.#store, ...(mode === 'live' && { allowMemoryStore: true }) };
  }
}
