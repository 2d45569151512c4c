import { defineConfig, devices } from '@playwright/test';

const url = 'http://localhost:3170';

export default defineConfig({
  testDir: 'tests',
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: url,
    trace: 'retain-on-failure',
    // Optional: the path of an installed Chromium. Without it, Playwright uses its own.
    launchOptions: process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {},
  },
  webServer: {
    command: 'node ../shop/shop.mjs',
    env: { PORT: '3170' },
    url,
    reuseExistingServer: !process.env.CI,
  },
});
