import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { findingsAt, idsOf, SHOP_ORIGIN, startFakeService, TOKEN_SECRET } from '../../support/checked-proxy.js';
import { scrape } from '../../support/metrics.js';
import { newKey, post } from '../../support/node-proxy.js';
import { answer, gate, inTurn, stall, startRecorder, type Behaviour } from '../../support/node-servers.js';
import { startPostgresServer } from '../../support/postgres-server.js';
import { payOrder, programSettings, runCommand, startProgram, WEBHOOK_SECRET } from '../../support/program.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { samplePayment } from '../../support/sample-payment.js';
import type { Scope } from '../../support/scope.js';
import { until } from '../../support/until.js';

/** A running program and its service. */
async function start(t: Scope, behave: Behaviour = answer(200, '{"id":"pay_1"}'), own: Record<string, string> = {}) {
  const service = await startRecorder(t, behave);
  const settings = { ...(await programSettings(t, service.url)), ...own };
  return { service, settings, program: await startProgram(t, settings) };
}

describe('the program', { concurrency: 4 }, () => {
  it('passes all checks of the checker', async (t) => {
    const service = await startFakeService(t);
    const functions = join(await temporaryFolder(t), 'functions.mjs');
    await writeFile(functions, `export const networksOf = (bin) => (bin === '42424242' ? ['visa'] : undefined);`);
    const { proxyUrl } = await startProgram(t, {
      ...(await programSettings(t, service.url)),
      ALLOWED_ORIGINS: SHOP_ORIGIN,
      BRANDS: 'visa',
      ACTION_ORIGINS: 'https://acs.example',
      PAYMENTS_FUNCTIONS: functions,
      LIMIT_REQUESTS_PER_MINUTE: 'none',
    });
    const settings = { url: new URL(proxyUrl), service, orderTokenSecret: TOKEN_SECRET };
    const findings = await findingsAt(settings);
    assert.deepEqual(idsOf(findings, 'failure', 'warning', 'unchecked'), ['stranger-attempt']);
  });

  it('limits each client that a trusted proxy names, with TRUST_BROWSER_AMOUNT', async (t) => {
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

  it('names each request in its response and its log', async (t) => {
    const { program } = await start(t, answer(500, '{}'), { LOG_REQUESTS: 'true' });
    const headers = { 'X-Request-Id': 'my-request.1', 'X-Forwarded-For': '203.0.113.9' };
    const response = await payOrder(program, 'order-1', { headers });
    const events = () => program.lines().filter(({ request }) => request === 'my-request.1');
    await until(() => events().length === 2);
    assert.deepEqual(
      [response.headers.get('X-Request-Id'), events().map(({ event }) => event)],
      ['my-request.1', ['payment_in_doubt', 'request']],
    );
  });

  it('serves operations at an address of their own only', async (t) => {
    const { program } = await start(t);
    const { address, operations } = program;
    const statuses = [];
    for (const url of [
      `${address}/readyz`,
      `${address}/metrics`,
      `${operations}/metrics`,
      `${operations}/pay/config`,
    ]) {
      statuses.push((await fetch(url)).status);
    }
    assert.deepEqual(statuses, [404, 404, 200, 404]);
  });

  it('listens at a socket, also after a process that was killed', async (t) => {
    const socketPath = join(await temporaryFolder(t), 'pay.sock');
    const { program, settings } = await start(t, stall, { LISTEN: `unix:${socketPath}` });
    await program.end('SIGKILL');
    const { address } = await startProgram(t, settings);
    const outgoing = httpRequest({ socketPath, path: '/pay/config' }).end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    response.resume();
    assert.deepEqual([address, response.statusCode], [`unix:${socketPath}`, 403]); // without an order token
  });

  it('names the address at which it cannot listen', async (t) => {
    const { program, settings } = await start(t);
    const LISTEN = program.address.replace('http://', '');
    const { code, out } = await runCommand({ ...settings, PAYMENTS_STORE: 'memory:', LISTEN }, 'start');
    const line = JSON.parse(out.split('\n')[0] ?? '') as Record<string, unknown>;
    assert.deepEqual([code, line['event'], line['address']], [1, 'not_listening', program.address]);
  });

  it('starts before PostgreSQL, creates the tables, and pays an order once through two instances', async (t) => {
    const postgres = await startPostgresServer();
    t.after(() => postgres.stop());
    await postgres.kill();
    const { service, settings, program } = await start(t, undefined, { PAYMENTS_STORE: postgres.url });
    const programs = [program, await startProgram(t, settings)];
    const ready = async () =>
      (await Promise.all(programs.map(({ operations }) => fetch(`${operations}/readyz`)))).map(({ status }) => status);
    assert.deepEqual(await ready(), [503, 503]);
    await postgres.startAgain();
    await until(async () => (await ready()).every((status) => status === 200));
    const key = newKey();
    const answers = await Promise.all(programs.map((each) => payOrder(each, 'order-1', { key })));
    assert.deepEqual([answers.map(({ status }) => status), service.requests.length], [[200, 200], 1]);
  });
});

describe('the end of the program', { concurrency: 4 }, () => {
  it('comes after the payment in progress at SIGTERM, and others are refused', async (t) => {
    const { opened, open } = gate();
    const { service, program } = await start(t, (response, request) => {
      void opened.then(() => {
        answer(200, '{"id":"pay_1"}')(response, request);
      });
    });
    const paying = payOrder(program, 'order-1');
    await until(() => service.requests.length === 1);
    const ended = program.end('SIGTERM');
    await until(() => program.lines().some(({ event }) => event === 'stopping'));
    const ready = await fetch(`${program.operations}/readyz`);
    await assert.rejects(fetch(`${program.address}/pay/config`));
    open();
    const response = await paying;
    const text = await response.text();
    assert.deepEqual([ready.status, response.status, text, await ended], [503, 200, '{"id":"pay_1"}', 0]);
  });

  it('comes at once at a second signal', async (t) => {
    const { service, program } = await start(t, stall);
    const paying = payOrder(program, 'order-1').catch(() => undefined);
    await until(() => service.requests.length === 1);
    program.child.kill('SIGTERM');
    await until(() => program.lines().some(({ event }) => event === 'stopping'));
    assert.equal(await program.end('SIGINT'), 1);
    await paying;
  });

  it('does not come when the reader of its log is gone', async (t) => {
    const { program } = await start(t, answer(500, '{}'));
    program.child.stdout?.destroy();
    for (const reference of ['order-1', 'order-2']) await payOrder(program, reference); // each writes a line
    assert.equal((await fetch(`${program.operations}/healthz`)).status, 200);
  });

  it('leaves unknown payments in the metrics of the next process after kill -9', async (t) => {
    const { program, settings } = await start(t, answer(500, '{}'));
    await payOrder(program, 'order-1');
    await program.end('SIGKILL');
    const after = await scrape(await startProgram(t, settings));
    const unknown = 'payments_attempts_total{outcome="unknown"}';
    assert.deepEqual([after['payments_unknown_attempts'], after[unknown]], [1, 0]);
  });
});

describe('the commands for operations, while the program runs,', { concurrency: 2 }, () => {
  it('list and settle payments, and the program tells the shop', async (t) => {
    const shop = await startRecorder(t, answer(200));
    const statuses = inTurn(answer(200, '{}'), answer(500, '{}'), answer(200, '{}'));
    const own = { SETTLED_URL: shop.url, SETTLED_SECRET: WEBHOOK_SECRET };
    const { settings, program } = await start(t, statuses, own);
    for (const reference of ['paid', 'lost']) await payOrder(program, reference);
    const { out } = await runCommand(settings, 'attempts', '--unknown', '--json');
    const { reference, key } = JSON.parse(out) as Record<string, string>; // one line
    const { code } = await runCommand(settings, 'resolve', key ?? '', 'failed');
    await until(() => shop.requests.some(({ body }) => body.includes('"lost"') && body.includes('"failed"')));
    const again = await payOrder(program, 'lost');
    assert.deepEqual([reference, code, again.status], ['lost', 0, 200]);
  });

  it('check the store', async (t) => {
    const { settings } = await start(t);
    const { code, out } = await runCommand(settings, 'store', 'check');
    assert.deepEqual([code, out.match(/^ok /gm)?.length], [0, 2]);
  });
});
