import { defineConfig } from 'cypress';

export default defineConfig({
  e2e: {
    /** Starts the shop with the tests. In your project, this is your own server with the sandbox as payments service. */
    async setupNodeEvents(_on, config) {
      const { startShop } = await import('../playwright/shop.mjs');
      const { url } = await startShop();
      return { ...config, baseUrl: url };
    },
  },
});
