import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import type { TestContext } from 'node:test';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import type { PaymentProxy } from '../../../src/proxy/index.js';
import { testProxy } from '../../support/node-proxy.js';
import { startServer } from '../../support/node-servers.js';
import { startFaultProxy, type FaultProxy, type FaultProxyOptions } from './fault-proxy.js';
import { createShop } from './shop.js';

/** The payments service, behind a fault proxy. */
export interface ServiceScene {
  readonly sandbox: Sandbox;
  /** Between the merchant's proxy and the service. */
  readonly service: FaultProxy;
}

/** A payment's whole path, with a fault proxy on either side of the merchant's proxy. */
export interface Scene extends ServiceScene {
  readonly proxy: PaymentProxy;
  /** Between the browser and the merchant's server, at the shop's address. */
  readonly shop: FaultProxy;
}

/** Starts a payments service. */
export async function startService(t: TestContext): Promise<ServiceScene> {
  const sandbox = createSandbox();
  const listener: RequestListener = createRequestListener((request: Request) => sandbox.handle(request));
  return { sandbox, service: await startLab(t, await startServer(t, listener)) };
}

/** Starts a payments service, and a shop with our proxy. */
export async function startScene(t: TestContext): Promise<Scene> {
  const { sandbox, service } = await startService(t);
  const proxy = testProxy({ baseUrl: service.url, apiKey: sandbox.keys.test });
  return { sandbox, service, proxy, shop: await startLab(t, await startServer(t, createShop(proxy))) };
}

/** Starts a fault proxy that fails the test when a planned fault was not injected. */
export async function startLab(t: TestContext, targetUrl: string, options?: FaultProxyOptions): Promise<FaultProxy> {
  const faultProxy = await startFaultProxy(targetUrl, options);
  t.after(async () => {
    await faultProxy.close();
    assert.deepEqual(faultProxy.missed, [], 'planned faults that were not injected');
  });
  return faultProxy;
}
