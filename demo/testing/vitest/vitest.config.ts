import { createRequestListener } from '@remix-run/node-fetch-server';
import { playwright } from '@vitest/browser-playwright';
import { createPaymentProxy } from 'payment-widget-proxy';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import { startSandbox, type RunningSandbox } from 'payment-widget-testing';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

let sandbox: Promise<RunningSandbox> | undefined;

/** Answers `/pay` as your server does, with the sandbox in place of the payments service. */
const payments: Plugin = {
  name: 'payments',
  async configureServer(server) {
    const { baseUrl, apiKey } = await (sandbox ??= startSandbox()); // Vitest has several servers
    const proxy = createPaymentProxy({
      baseUrl,
      apiKey,
      mode: 'test',
      store: createMemoryStore(),
      resolvePayment: () => ({ amount: 4999, currency: 'EUR' }),
    });
    const listener = createRequestListener((request) => proxy(request));
    server.middlewares.use((request, response, next) => {
      if (request.url?.startsWith('/pay/')) listener(request, response);
      else next();
    });
  },
  async closeBundle() {
    await (await sandbox)?.close();
  },
};

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', environment: 'jsdom', include: ['test/*.unit.test.ts'] } },
      {
        plugins: [payments],
        test: {
          name: 'browser',
          include: ['test/*.browser.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            // CHROMIUM is the path of an installed Chromium. Without it, Playwright uses its own.
            provider: playwright({ launchOptions: { executablePath: process.env.CHROMIUM } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
