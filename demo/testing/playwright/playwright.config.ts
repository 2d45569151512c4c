import { defineConfig, devices } from '@playwright/test';

const { PORT = '3170' } = process.env;
const url = `http://localhost:${PORT}`;

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
    command: 'node shop.mjs',
    env: { PORT },
    url,
    reuseExistingServer: !process.env.CI,
  },
});
