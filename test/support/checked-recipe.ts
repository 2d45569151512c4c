import type { Finding } from '../../src/check-proxy/check.js';
import { checkProxy } from '../../src/check-proxy/run.js';
import { DEFAULTS } from '../../src/check-proxy/settings.js';
import type { FakeService } from '../../src/check-proxy/fake-service.js';
import { TOKEN_SECRET } from './checked-proxy.js';
import { API_KEY } from './node-proxy.js';
import type { Scope } from './scope.js';
import { temporaryFolder } from './temporary-folder.js';

/** The environment for recipes of `demo/proxies`. The store is deleted with its scope. */
export async function settingsOfRecipe(t: Scope, baseUrl: string) {
  const store = await temporaryFolder(t);
  return {
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_API_KEY: API_KEY,
    PAYMENTS_MODE: 'test',
    PAYMENTS_STORE: store,
    ORDER_TOKEN_SECRET: TOKEN_SECRET,
  };
}

/** Runs all checks against a recipe. Recipes time out after 30 s. */
export async function checkRecipe(url: URL, service: FakeService, withTokens = false): Promise<Finding[]> {
  const findings: Finding[] = [];
  const tokens = withTokens ? { orderTokenSecret: TOKEN_SECRET } : {};
  for await (const finding of checkProxy({ ...DEFAULTS, ...tokens, wait: 45_000, url, service }))
    findings.push(finding);
  return findings;
}
