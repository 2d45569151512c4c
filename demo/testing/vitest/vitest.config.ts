import { createRequestListener } from '@remix-run/node-fetch-server';
import { playwright } from '@vitest/browser-playwright';
import { createPaymentProxy } from 'payment-widget/proxy';
import { createMemoryStore } from 'payment-widget/stores/memory';
import { startSandbox } from 'payment-widget/testing';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Answers `/pay` as your server does, with the sandbox of the payments service behind it. */
const payments: Plugin = {
  name: 'payments',
  async configureServer(server) {
    const { baseUrl, apiKey, close } = await startSandbox();
    const proxy = createPaymentProxy({
      baseUrl,
      apiKey,
      mode: 'test',
      store: createMemoryStore(),
      resolvePayment: ({ reference = '' }) =>
        reference.startsWith('order-') ? { amount: 4999, currency: 'EUR' } : undefined,
    });
    const listener = createRequestListener((request) => proxy(request));
    server.middlewares.use((request, response, next) => {
      if (request.url?.startsWith('/pay/')) listener(request, response);
      else next();
    });
    server.httpServer?.once('close', () => void close());
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
