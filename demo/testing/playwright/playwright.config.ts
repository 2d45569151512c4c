import { defineConfig, devices } from '@playwright/test';

const port = process.env.PORT ?? '3170';
const url = `http://localhost:${port}`;

export default defineConfig({
  testDir: 'tests',
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: url,
    trace: 'on-first-retry',
    // Optional: an installed Chromium, in place of the download of "npx playwright install chromium".
    launchOptions: process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {},
  },
  webServer: {
    command: 'node ../shop/shop.mjs',
    env: { PORT: port },
    url,
    reuseExistingServer: !process.env.CI,
  },
});
