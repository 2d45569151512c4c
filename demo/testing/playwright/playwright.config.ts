import { defineConfig, devices } from '@playwright/test';

const url = 'http://localhost:3170';

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
    env: { PORT: '3170' },
    url,
    reuseExistingServer: !process.env.CI,
  },
});
