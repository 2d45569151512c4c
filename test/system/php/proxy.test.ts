import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findingsAt, idsOf, startFakeService, TOKEN_SECRET } from '../../support/checked-proxy.js';
import type { FakeService } from 'payment-widget-testing/check-proxy/fake-service';
import { hasPhp, NO_PHP, phpSettings, startFpm, startPhp } from '../../support/php.js';
import { OwnScope, type Scope } from '../../support/scope.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** The proxy in PHP is judged by the checker for all proxies. */

const SERVERS = {
  'php -S': (...args: Parameters<typeof startPhp>) => startPhp(args[0], args[1]),
  'php-fpm behind nginx': async (...args: Parameters<typeof startFpm>) => (await startFpm(...args)).proxyUrl,
  'a PSR-15 application': (t: Scope, env: NodeJS.Dict<string>) => startPhp(t, env, 'psr15.php'),
  Laravel: async (t: Scope, env: NodeJS.Dict<string>) => {
    const folder = await temporaryFolder(t);
    await mkdir(join(folder, 'bootstrap/cache'), { recursive: true }); // Laravel writes to it
    return startPhp(t, { ...env, SHOP_FOLDER: folder }, 'laravel.php');
  },
};

if (await hasPhp()) {
  for (const [server, start] of Object.entries(SERVERS)) {
    describe(`the proxy in PHP, with ${server},`, () => {
      const scope = new OwnScope();
      let service: FakeService;
      before(async () => {
        service = await startFakeService(scope);
      });
      after(() => scope.end());

      for (const [what, own, unchecked] of [
        ['order tokens', { ORDER_TOKEN_SECRET: TOKEN_SECRET }, ['stranger-attempt']],
        ['prices of the shop', {}, ['token-missing', 'token-forged', 'token-order', 'token-expired']],
      ] as const) {
        it(`passes all checks with ${what}`, async () => {
          const env = await phpSettings(scope, service.url, { ...own, TIMES: '{"upstream":1500}', QUIET: '1' });
          const orderTokenSecret = 'ORDER_TOKEN_SECRET' in own ? TOKEN_SECRET : undefined;
          const findings = await findingsAt({ url: new URL(await start(scope, env)), service, orderTokenSecret });
          assert.deepEqual(findings.filter(({ result }) => ['failure', 'warning'].includes(result)), []); // prettier-ignore
          assert.deepEqual(idsOf(findings, 'unchecked'), unchecked);
        });
      }
    });
  }
} else {
  it(NO_PHP, () => undefined);
}
