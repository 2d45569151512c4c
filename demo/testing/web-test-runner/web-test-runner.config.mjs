import { chromeLauncher } from '@web/test-runner-chrome';
import { createOrder, startPayments } from 'testing-shop';

const { pay } = await startPayments();

export default {
  files: 'test/**/*.test.js',
  rootDir: '..', // the packages are there
  nodeResolve: { exportConditions: ['browser', 'production'] },
  testFramework: { config: { timeout: 15_000 } },
  browsers: [
    chromeLauncher({
      launchOptions: {
        // Optional: an installed Chromium.
        ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
        args: process.env.CI ? ['--no-sandbox'] : [], // containers often run as root
      },
    }),
  ],
  /** Your server: the proxy, and orders. */
  middleware: [
    async (context, next) => {
      if (context.path === '/order') context.body = await createOrder();
      else if (context.path.startsWith('/pay/')) {
        context.respond = false;
        context.status = 200; // else the runner reports 404 before the proxy responds
        pay(context.req, context.res);
      } else await next();
    },
  ],
};
