import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createPaymentProxy,
  type FrameOptions,
  type OnSettled,
  type PaymentProxy,
  type PaymentProxyOptions,
} from 'payment-widget-proxy';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import type { Mode } from 'payment-widget/contract/protocol';
import type { Service, Services } from '../environment.js';

type OwnOptions = Omit<PaymentProxyOptions, 'baseUrl' | 'apiKey' | 'mode' | 'store'>;

/**
 * Creates the shop's payment proxies. Proxies of one mode share a store, so an order is paid once, on whichever page.
 */
export class Proxies {
  readonly #services: Services;
  readonly #store = createMemoryStore();
  readonly #onSettled: OnSettled;
  readonly #created: PaymentProxy[] = [];

  /** @param onSettled - the same for all, because they share a store */
  constructor(services: Services, onSettled: OnSettled) {
    this.#services = services;
    this.#onSettled = onSettled;
  }

  /** @throws if the shop has no key for this mode */
  create(mode: Mode, options: OwnOptions): PaymentProxy {
    const service = this.#services[mode];
    if (!service) throw new Error(`The shop has no ${mode} key.`);
    const { isSandbox: _, ...connection } = service;
    const shared = { ...this.#memory(service), onSettled: this.#onSettled };
    const proxy = createPaymentProxy({ ...connection, ...shared, ...options } as PaymentProxyOptions);
    this.#created.push(proxy);
    return proxy;
  }

  async close(): Promise<void> {
    await Promise.all(this.#created.map((proxy) => proxy.close()));
  }

  /** Real money needs the proxy's own durable store. */
  #memory({ mode, isSandbox }: Service): Partial<PaymentProxyOptions> {
    if (mode === 'live' && !isSandbox) return {};
    return { store: this.#store, ...(mode === 'live' && { allowMemoryStore: true }) };
  }
}

/**
 * Reads the files of the frame from the pages of the demo, which a build does not change.
 * @param pages - folder of the built pages
 */
export function frameFilesOf(pages: string): NonNullable<FrameOptions['files']> {
  return async (name) => {
    const path = name === 'integrity.json' ? name : join('payment-widget', name);
    const file = await readFile(join(pages, path)).catch(() => undefined);
    return file && new Response(file);
  };
}
