import { startSandbox } from 'payment-widget-testing';

/** Runs before server.mjs, by the script "start" in package.json. It takes the place of the payments service. */
const { baseUrl, apiKey, consoleUrl } = await startSandbox();
Object.assign(process.env, { PAYMENTS_BASE_URL: baseUrl, PAYMENTS_API_KEY: apiKey });
console.log(`Charges are listed at ${consoleUrl}`);
