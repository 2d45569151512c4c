import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { join } from 'node:path';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { jwtVerify } from 'jose';
import { checkProxy } from '../../../src/check-proxy/run.js';
import { idsOf, PRICE, SETTINGS, SHOP_ORIGIN, startFakeService, TOKEN_SECRET } from '../../support/checked-proxy.js';
import { newKey, payAs, post } from '../../support/node-proxy.js';
import { answer, inTurn, startRecorder } from '../../support/node-servers.js';
import { payOrder } from '../../support/program-payments.js';
import { programSettings, runCommand, startProgram, type LogLine } from '../../support/program.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { samplePayment } from '../../support/sample-payment.js';
import type { Scope } from '../../support/scope.js';
import { until } from '../../support/until.js';

const OTHER_SECRET = 'another secret of the tests, of 32 bytes or more';

/** Settings that most checks of the checker need. */
async function checkedSettings(t: Scope, serviceUrl: string): Promise<Record<string, string>> {
  const functions = join(await temporaryFolder(t), 'functions.mjs');
  await writeFile(
    functions,
    `export const networksOf = (bin) => (bin === '42424242' ? ['visa', 'dankort'] : undefined);`,
  );
  return {
    ...(await programSettings(t, serviceUrl)),
    ALLOWED_ORIGINS: SHOP_ORIGIN,
    BRANDS: 'visa',
    ACTION_ORIGINS: 'https://acs.example',
    PAYMENTS_FUNCTIONS: functions,
    LIMIT_REQUESTS_PER_MINUTE: 'none',
  };
}

/** A request that `fetch` does not send. */
async function raw(options: RequestOptions): Promise<[status: number | undefined, body: string]> {
  const request = httpRequest(options).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return [response.statusCode, await text(response)];
}

describe('the program', { concurrency: 4 }, () => {
  it('passes all checks of the checker with order tokens', async (t) => {
    const service = await startFakeService(t);
    const { proxyUrl } = await startProgram(t, await checkedSettings(t, service.url));
    const findings = [];
    const settings = { ...SETTINGS, origin: SHOP_ORIGIN, orderTokenSecret: TOKEN_SECRET };
    for await (const finding of checkProxy({ ...settings, url: new URL(proxyUrl), service })) findings.push(finding);
    assert.deepEqual(idsOf(findings, 'failure', 'warning', 'unchecked'), ['stranger-attempt']);
  });

  it('passes all checks of the checker with prices from the shop', async (t) => {
    const service = await startFakeService(t);
    const shop = await startRecorder(t, answer(200, JSON.stringify(PRICE)));
    const { ORDER_TOKEN_SECRET: _, ...settings } = await checkedSettings(t, service.url);
    const price = { PRICE_URL: `${shop.url}/price`, PRICE_SECRET: OTHER_SECRET };
    const { proxyUrl } = await startProgram(t, { ...settings, ...price });
    const findings = [];
    const call = { ...SETTINGS, origin: SHOP_ORIGIN, url: new URL(proxyUrl), service };
    for await (const finding of checkProxy(call)) findings.push(finding);
    assert.deepEqual([idsOf(findings, 'failure'), idsOf(findings, 'warning')], [[], []]);
  });

  it('sends a payment once, and repeats its response', async (t) => {
    const service = await startRecorder(t, answer(200, '{"id":"pay_1"}'));
    const program = await startProgram(t, await programSettings(t, service.url));
    const key = newKey();
    const bodies = [];
    for (let turn = 0; turn < 2; turn++) bodies.push(await (await payOrder(program, 'order-1', { key })).text());
    assert.deepEqual([bodies, service.requests.length], [['{"id":"pay_1"}', '{"id":"pay_1"}'], 1]);
  });

  it('asks the shop for the price, with a signed request', async (t) => {
    const service = await startRecorder(t, answer(200, '{}'));
    const shop = await startRecorder(t, answer(200, JSON.stringify(PRICE)));
    const { ORDER_TOKEN_SECRET: _, ...settings } = await programSettings(t, service.url);
    const price = { PRICE_URL: `${shop.url}/price?shop=1`, PRICE_SECRET: OTHER_SECRET };
    const { proxyUrl } = await startProgram(t, { ...settings, ...price });
    const { status } = await payAs(proxyUrl);
    const [asked] = shop.requests;
    const token = asked?.headers.authorization?.replace('Bearer ', '') ?? '';
    const { payload } = await jwtVerify(token, new TextEncoder().encode(OTHER_SECRET), { audience: 'price' });
    assert.deepEqual(
      [status, asked?.method, asked?.url, payload['reference']],
      [200, 'GET', '/price?shop=1&reference=order-1042', 'order-1042'],
    );
  });

  it('refuses with 404 what the shop does not know, and sends nothing if the shop fails', async (t) => {
    const service = await startRecorder(t, answer(200, '{}'));
    const redirect = answer(302, '', { Location: service.url });
    const replies = [answer(404), answer(500), redirect, answer(200, '{"amount":"1"}'), answer(200, '[')] as const;
    const shop = await startRecorder(t, inTurn(...replies));
    const { ORDER_TOKEN_SECRET: _, ...settings } = await programSettings(t, service.url);
    const { proxyUrl } = await startProgram(t, { ...settings, PRICE_URL: shop.url, PRICE_SECRET: OTHER_SECRET });
    const results = [];
    for (let turn = 0; turn < replies.length; turn++) {
      const response = await payAs(proxyUrl);
      const { code, outcome } = (await response.json()) as Record<string, string>;
      results.push([response.status, code, outcome]);
    }
    const failed = [500, 'proxy_error', 'not_charged'];
    assert.deepEqual(
      [results, service.requests.length],
      [[[404, 'unknown_order', 'not_charged'], failed, failed, failed, failed], 0],
    );
  });

  it('accepts any amount with TRUST_BROWSER_AMOUNT, and limits each client', async (t) => {
    const service = await startRecorder(t, answer(200, '{}'));
    const { ORDER_TOKEN_SECRET: _, ...settings } = await programSettings(t, service.url);
    const trust = { TRUST_BROWSER_AMOUNT: 'true', LIMIT_ATTEMPTS_PER_CLIENT: '1' };
    const { proxyUrl } = await startProgram(t, { ...settings, ...trust });
    const statuses = [];
    for (const [index, forwarded] of ['1.1.1.1, 203.0.113.9', '2.2.2.2, 203.0.113.9', '203.0.113.10'].entries()) {
      const payment = { ...samplePayment(), reference: `order-${index}` };
      const headers = { 'Idempotency-Key': newKey(), 'X-Forwarded-For': forwarded };
      statuses.push((await post(proxyUrl, payment, headers)).status);
    }
    assert.deepEqual(statuses, [200, 429, 200]);
  });

  it('uses the old key and the old secret while they are changed', async (t) => {
    const service = await startRecorder(t, (response, { headers }) => {
      answer(headers.authorization === 'Bearer old-key' ? 200 : 401, '{}')(response, {} as never);
    });
    const program = await startProgram(t, {
      ...(await programSettings(t, service.url)),
      OLD_PAYMENTS_API_KEY: 'old-key',
      OLD_ORDER_TOKEN_SECRET: OTHER_SECRET,
    });
    assert.equal((await payOrder(program, 'order-1', { secret: OTHER_SECRET })).status, 200);
  });

  it('reads settings from a file, and secrets from files that it names', async (t) => {
    const service = await startRecorder(t, answer(200, '{}'));
    const folder = await temporaryFolder(t);
    const { PAYMENTS_API_KEY = '', ...others } = await programSettings(t, service.url);
    await writeFile(join(folder, 'key'), `${PAYMENTS_API_KEY}\n`);
    const lines = Object.entries({ ...others, PAYMENTS_MODE: 'wrong', PAYMENTS_API_KEY_FILE: join(folder, 'key') });
    const config = join(folder, 'settings.env');
    await writeFile(config, `# settings\n${lines.map(([name, value]) => `${name}="${value}"`).join('\n')}\n`);
    const program = await startProgram(t, { PAYMENTS_MODE: 'test' }, '--config', config);
    assert.equal((await payOrder(program, 'order-1')).status, 200);
  });

  it('listens at a socket, also after a process that was killed', async (t) => {
    const service = await startRecorder(t, answer(200, '{}'));
    const socketPath = join(await temporaryFolder(t), 'pay.sock');
    const settings = { ...(await programSettings(t, service.url)), LISTEN: `unix:${socketPath}` };
    const killed = await startProgram(t, settings);
    await killed.end('SIGKILL');
    const { address } = await startProgram(t, settings);
    const [status] = await raw({ socketPath, path: '/pay/config' });
    assert.deepEqual([address, status], [`unix:${socketPath}`, 403]); // without an order token
  });

  it('answers invalid HTTP with 400 and 405', async (t) => {
    const { address } = await startProgram(t, await programSettings(t, 'http://127.0.0.1:9'));
    const { port } = new URL(address);
    const options = { port, host: '127.0.0.1', path: '/pay/config' };
    const [traced] = await raw({ ...options, method: 'TRACE' });
    const [misaddressed] = await raw({ ...options, headers: { Host: 'a b' } });
    const [ambiguous] = await raw({ ...options, path: '/pay/..\\metrics' });
    assert.deepEqual([traced, misaddressed, ambiguous], [405, 400, 400]);
  });

  it('names each request in its response and its log', async (t) => {
    const service = await startRecorder(t, answer(500, '{}'));
    const program = await startProgram(t, { ...(await programSettings(t, service.url)), LOG_REQUESTS: 'true' });
    const response = await payOrder(program, 'order-1', {
      headers: { 'X-Request-Id': 'my-request.1', 'X-Forwarded-For': '203.0.113.9' },
    });
    const events = () => program.lines().filter(({ request }) => request === 'my-request.1');
    await until(() => events().length === 2);
    assert.deepEqual(
      [response.headers.get('X-Request-Id'), events().map(({ event }) => event)],
      ['my-request.1', ['payment_in_doubt', 'request']],
    );
  });

  it('serves operations at an address of their own only', async (t) => {
    const { address, operations } = await startProgram(t, await programSettings(t, 'http://127.0.0.1:9'));
    const statuses = [];
    for (const url of [`${address}/readyz`, `${operations}/readyz`, `${operations}/pay/config`]) {
      statuses.push((await fetch(url)).status);
    }
    assert.deepEqual(statuses, [404, 200, 404]);
  });

  it('serves no operations without an address for them', async (t) => {
    const { OPERATIONS_LISTEN: _, ...settings } = await programSettings(t, 'http://127.0.0.1:9');
    const { address } = await startProgram(t, settings);
    const responses = await Promise.all(['healthz', 'readyz', 'metrics'].map((path) => fetch(`${address}/${path}`)));
    assert.deepEqual(responses.map(({ status }) => status), [404, 404, 404]); // prettier-ignore
  });

  it('names the address at which it cannot listen', async (t) => {
    const settings = await programSettings(t, 'http://127.0.0.1:9');
    const { address } = await startProgram(t, settings);
    const LISTEN = address.replace('http://', '');
    const { code, out } = await runCommand({ ...settings, PAYMENTS_STORE: 'memory:', LISTEN }, 'proxy');
    const line = JSON.parse(out.split('\n')[0] ?? '') as LogLine;
    assert.deepEqual([code, line['event'], line['setting'], line['address']], [1, 'not_listening', 'LISTEN', address]);
  });

  it('names every wrong setting at once', async () => {
    const wrong = { PAYMENTS_MODE: 'prod', LISTEN: 'nowhere', PRICE_URL: 'shop' };
    const { code, error } = await runCommand(wrong, 'proxy', '--check');
    const names = Array.from(error.matchAll(/^- (\w+)/gm), ([, name]) => name);
    const expected = ['PAYMENTS_BASE_URL', 'PAYMENTS_API_KEY', 'PAYMENTS_MODE', 'PRICE_URL', 'LISTEN'];
    assert.deepEqual([code, names], [1, [...expected, 'PRICE_SECRET']]);
  });

  it('checks settings without serving', async (t) => {
    const { code, out } = await runCommand(await programSettings(t, 'http://127.0.0.1:9'), 'proxy', '--check');
    assert.deepEqual([code, out], [0, 'All settings are valid.\n']);
  });
});
