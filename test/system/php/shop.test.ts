import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { packPhp } from '../../../tools/pack-php.js';
import { openBrowser } from '../../support/browser.js';
import { assertFrame } from '../../support/checked-recipe.js';
import { freePort } from '../../support/free-port.js';
import { API_KEY } from '../../support/node-proxy.js';
import { answer, startRecorder } from '../../support/node-servers.js';
import { hasPhp, NO_PHP, phpSettings, startFpm } from '../../support/php.js';
import { typeCard } from '../../support/shopper.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { until } from '../../support/until.js';

/** As Composer writes it, for this package alone. */
const AUTOLOAD = `<?php
spl_autoload_register(function (string $class): void {
    $file = strtr(substr($class, strlen('PaymentWidget\\\\Proxy\\\\')), '\\\\', '/');
    require __DIR__ . "/payment-widget/proxy/src/$file.php";
});
`;

/** Installs the archive of a release, and starts the shop that is in it. */
async function startShop(t: TestContext, baseUrl: string) {
  const folder = await temporaryFolder(t);
  const installed = join(folder, 'vendor/payment-widget/proxy');
  await mkdir(installed, { recursive: true });
  execFileSync('tar', ['-xf', join(folder, packPhp(process.cwd(), folder)), '-C', installed]);
  await writeFile(join(folder, 'vendor/autoload.php'), AUTOLOAD);
  await cp(join(installed, 'example'), folder, { recursive: true });
  await symlink(join(installed, 'widget/browser'), join(folder, 'public/payment-widget'));
  const own = {
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_API_KEY: API_KEY,
    ORDER_TOKEN_SECRET: 'a-secret-of-the-shop-of-32-bytes',
  };
  const env = { PATH: process.env.PATH, ...own };
  const command = (...args: readonly string[]) =>
    execFileSync('php', [join(installed, 'bin/payment-proxy'), ...args], { cwd: folder, env, encoding: 'utf8' });
  const port = await freePort();
  const server = spawn('php', ['-S', `127.0.0.1:${port}`, '-t', join(folder, 'public')], { env, stdio: 'pipe' });
  let output = '';
  server.stderr.on('data', (text: Buffer) => (output += text.toString()));
  t.after(async () => {
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  });
  await until(() => output.includes('started'));
  return { url: `http://127.0.0.1:${port}`, output: () => output, command, installed };
}

if (await hasPhp()) {
  describe('the shop in PHP of the documentation', () => {
    it('sells an order, and ships it', async (t) => {
      const service = await startRecorder(t, answer(200, '{"id":"pay_1"}'));
      const shop = await startShop(t, service.url);
      assert.match(shop.command('check'), /The store works/);
      const browser = await openBrowser();
      t.after(() => browser.close());
      const page = await browser.newPage();
      await page.goto(shop.url);
      await page.getByLabel('Card number').waitFor();
      await typeCard(page, '4242424242424242');
      await page.keyboard.press('Enter');
      await page.getByText('Payment successful').waitFor();
      const reference = (await page.locator('payment-widget').getAttribute('reference')) ?? '';
      assert.deepEqual([service.requests.length, shop.command('attempts').includes(reference)], [1, true]);
      await until(() => shop.output().includes(`Ship ${reference}.`));
    });

    it('serves the frame of isolated mode behind nginx', async (t) => {
      const { installed } = await startShop(t, 'http://127.0.0.1:2');
      const fpm = await startFpm(
        t,
        await phpSettings(t, 'http://127.0.0.1:2', { FRAME_FILES: join(installed, 'widget') }),
      );
      await assertFrame(fpm.proxyUrl);
    });
  });
} else {
  it(NO_PHP, () => undefined);
}
