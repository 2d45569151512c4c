import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { close, listen } from '../../../src/node-server/listen.js';
import type { Credential, Overview, RevealedCredential, RevealedEndpoint } from '../../../src/sandbox/console-api.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import { createSandboxServer } from '../../../src/sandbox/server.js';
import { DEMO_PAGES } from '../../support/demo.js';
import { payAt } from '../../support/sandbox-payment.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

interface Console {
  readonly sandbox: Sandbox;
  readonly url: string;
  /** Asks the API. */
  readonly ask: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>;
}

async function start(t: TestContext, pages?: string): Promise<Console> {
  const sandbox = createSandbox();
  const server = createSandboxServer(sandbox, pages);
  const url = await listen(server, 0);
  t.after(() => Promise.all([close(server), sandbox.close()]));
  const ask: Console['ask'] = (method, path, body, headers = {}) =>
    fetch(`${url}/console/api/${path}`, {
      method,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return { sandbox, url, ask };
}

const json = async <T>(response: Response) => (await response.json()) as T;

describe('the address of the service', () => {
  it('leads to the console', async (t) => {
    const { url } = await start(t, DEMO_PAGES);
    const response = await fetch(url);
    assert.deepEqual([response.status, response.url], [200, `${url}/console/`]);
  });
});

describe('the overview of the console', () => {
  it('has version, rate limit, the requests of today and the ten most recent ones', async (t) => {
    const { sandbox, ask } = await start(t);
    for (let count = 0; count < 10; count++) await payAt(sandbox);
    await payAt(sandbox, { key: 'wrong' });
    const { version, rateLimit, requestsToday, recentRequests } = await json<Overview>(await ask('GET', 'overview'));
    assert.deepEqual([version, rateLimit, requestsToday, recentRequests.length], ['v1.0', '1000/min', 11, 10]);
    const { endpoint, status, latency, date } = recentRequests[0] ?? assert.fail();
    assert.deepEqual([endpoint, status], ['POST /v1/payments', '401 Unauthorized']);
    assert.match(`${latency}, ${date}`, /^\d+ ms, \d{1,2} \w{3} \d{4}$/);
    assert.doesNotMatch(JSON.stringify(recentRequests), /Ada|body|headers/);
  });

  for (const modes of [['live'], ['live', 'test']] as const) {
    it(`has the environment of the key that was used last: ${modes.join(', ')}`, async (t) => {
      const { sandbox, ask } = await start(t);
      for (const mode of modes) await payAt(sandbox, { key: sandbox.keys[mode] });
      await payAt(sandbox, { key: createSandbox().keys.live }); // refused
      const { environment } = await json<Overview>(await ask('GET', 'overview'));
      assert.equal(environment, modes.at(-1)?.toUpperCase());
    });
  }
});

describe("the console's API", () => {
  it('creates a key that works immediately and is returned once', async (t) => {
    const { sandbox, ask } = await start(t);
    const { key, ...shown } = await json<RevealedCredential>(await ask('POST', 'keys', { kind: 'live', name: 'Till' }));
    const listed = await json<Credential[]>(await ask('GET', 'keys'));
    assert.deepEqual([(await payAt(sandbox, { key })).status, listed[0]], [200, shown]);
  });

  it('revokes a key', async (t) => {
    const { sandbox, ask } = await start(t);
    const { key, id } = await sandbox.credentials.create({ kind: 'test', name: 'Till' });
    const { status } = await ask('DELETE', `keys/${id}`);
    assert.deepEqual([status, (await payAt(sandbox, { key })).status], [204, 401]);
  });

  it('sets an endpoint, returns its secret once, and removes it', async (t) => {
    const { ask } = await start(t);
    const { secret, ...shown } = await json<RevealedEndpoint>(
      await ask('PUT', 'webhooks/live', { url: 'https://shop.example/hook' }),
    );
    const listed = await json(await ask('GET', 'webhooks'));
    await ask('DELETE', 'webhooks/live');
    assert.match(secret, /^whsec_/);
    assert.deepEqual([listed, await json(await ask('GET', 'webhooks'))], [[shown], []]);
  });

  it('changes the settings', async (t) => {
    const { sandbox, ask } = await start(t);
    const settings = { latencyMs: 1, honoursIdempotency: true, webhookDelayMs: 3 };
    await ask('PUT', 'settings', settings);
    assert.deepEqual([await json(await ask('GET', 'settings')), sandbox.settings.current], [settings, settings]);
  });

  for (const [what, method, path, body, status] of [
    ['a key of an unknown kind', 'POST', 'keys', { kind: 'prod', name: 'Till' }, 400],
    ['a key without a name', 'POST', 'keys', { kind: 'live', name: ' ' }, 400],
    ['an unknown key', 'DELETE', 'keys/key_1', undefined, 404],
    ['an endpoint without a URL', 'PUT', 'webhooks/live', { url: 'shop' }, 400],
    ['an endpoint with a password', 'PUT', 'webhooks/live', { url: 'https://a:b@shop.example/' }, 400],
    ['an endpoint of an unknown mode', 'PUT', 'webhooks/prod', { url: 'https://shop.example/' }, 404],
    ['a latency above 20 s', 'PUT', 'settings', { latencyMs: 20001, honoursIdempotency: true, webhookDelayMs: 0 }, 400],
    ['incomplete settings', 'PUT', 'settings', { latencyMs: 1 }, 400],
    ['another method', 'PATCH', 'keys', {}, 405],
    ['too long a body', 'POST', 'keys', { kind: 'live', name: 'x'.repeat(20_000) }, 413],
  ] as const) {
    it(`rejects ${what} with ${status} and a message`, async (t) => {
      const { ask } = await start(t);
      const response = await ask(method, path, body);
      const { error } = await json<{ error: { code: string; message: string } }>(response);
      assert.deepEqual([response.status, typeof error.code, error.message.length > 0], [status, 'string', true]);
    });
  }

  for (const [what, headers] of [
    ['another site, by Sec-Fetch-Site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another origin of the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['another origin', { Origin: 'https://evil.example' }],
    ['a sandboxed frame', { Origin: 'null' }],
  ] as const) {
    it(`rejects changes by a page of ${what}`, async (t) => {
      const { sandbox, ask } = await start(t);
      const { status } = await ask('POST', 'keys', { kind: 'live', name: 'Till' }, headers);
      assert.deepEqual([status, sandbox.credentials.list().length], [403, 2]);
    });
  }

  for (const [what, headersOn] of [
    ['by Sec-Fetch-Site, behind a TLS proxy', () => ({ 'Sec-Fetch-Site': 'same-origin' })],
    ['by Origin', (url: string) => ({ Origin: url })],
  ] as const) {
    it(`accepts changes by its own pages, ${what}`, async (t) => {
      const { ask, url } = await start(t);
      const { status } = await ask('POST', 'keys', { kind: 'live', name: 'Till' }, headersOn(url));
      assert.equal(status, 201);
    });
  }
});

describe("the console's pages", () => {
  async function pagesFor(t: TestContext): Promise<string> {
    const folder = await temporaryFolder(t);
    for (const name of ['console', 'assets', 'shop']) await mkdir(join(folder, name));
    await writeFile(join(folder, 'console/index.html'), '<title>Console</title>');
    await writeFile(join(folder, 'assets/console.js'), '');
    await writeFile(join(folder, 'shop/index.html'), '<title>Shop</title>');
    return folder;
  }

  it('are served with a strict CSP', async (t) => {
    const { url } = await start(t, await pagesFor(t));
    const response = await fetch(`${url}/console/`);
    const policy = response.headers.get('Content-Security-Policy');
    assert.match(await response.text(), /Console/);
    assert.equal(
      policy,
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    );
  });

  for (const [path, status] of [
    ['/console', 200],
    ['/assets/console.js', 200],
    ['/console/none.html', 404],
    ['/shop/index.html', 404],
    ['/console/..%2fshop/index.html', 404],
    ['/none', 404],
  ] as const) {
    it(`${path} responds with ${status}`, async (t) => {
      const { url } = await start(t, await pagesFor(t));
      assert.equal((await fetch(url + path)).status, status);
    });
  }
});
