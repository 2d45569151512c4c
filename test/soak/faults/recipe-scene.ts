import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { runCommand } from '../../support/program.js';
import { startShopRecipe, type RecipeName } from '../../support/shop-recipes.js';
import type { ShopScene } from './cases.js';
import { startLab, startService } from './scene.js';

/**
 * A shop of `demo/proxies` in another language, with the program beside it behind nginx. Connections with TLS between browser
 * and fault proxy, and between nginx and the program, are kept.
 */
export async function startRecipeScene(t: TestContext, name: RecipeName): Promise<ShopScene> {
  const { sandbox, service } = await startService(t);
  const { url, folder, config } = await startShopRecipe(t, name, { url: service.url, apiKey: sandbox.keys.test });
  const [cert, key] = await Promise.all(['shop.crt', 'shop.key'].map((file) => readFile(join(folder, file))));
  const shop = await startLab(t, url, {
    tls: { cert, key },
    matches: ({ method, path }) => method === 'POST' && path.startsWith('/pay/'),
  });
  const resolve: ShopScene['resolve'] = async (reference, outcome) => {
    const { out } = await runCommand({}, 'attempts', '--unknown', '--json', '--config', config);
    const attempts = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { reference: string; key: string });
    const key = attempts.find((attempt) => attempt.reference === reference)?.key ?? '';
    const { code, error } = await runCommand({}, 'resolve', key, outcome, '--config', config);
    if (code !== 0) throw new Error(error);
  };
  return { sandbox, service, shop, resolve };
}
