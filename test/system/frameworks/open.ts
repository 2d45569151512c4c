import { once } from 'node:events';
import { OwnScope } from '../../support/scope.js';
import { buildCheckouts, checkoutsNamed } from './checkouts.js';
import { startShop } from './shop.js';

/** `node --import tsx test/system/frameworks/open.ts vue` serves a checkout as the tests do, with its proxy and a sandbox. */

const PORT = 4244;

const [name] = checkoutsNamed(process.argv[2] ?? '');
if (!name || !process.argv[2]) throw new Error(`Say which: ${checkoutsNamed('').join(', ')}.`);
const scope = new OwnScope();
try {
  const serve = await (await buildCheckouts(scope, [name])).get(name);
  const { pages } = (await serve?.(scope, 'production')) ?? { pages: '' };
  const { url } = await startShop(scope, pages, PORT);
  process.stdout.write(`\nCheckout  ${url}\n\nPress Ctrl+C to stop.\n`);
  await once(process, 'SIGINT');
} finally {
  await scope.end();
}
