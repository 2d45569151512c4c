import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { text } from 'node:stream/consumers';
import { parseEnv } from 'node:util';
import { builtFile } from '../../support/built-file.js';
import { TOKEN_SECRET } from '../../support/checked-proxy.js';
import { assertFrame } from '../../support/checked-recipe.js';
import { API_KEY } from '../../support/node-proxy.js';
import { answer, reset, startRecorder, type Behaviour } from '../../support/node-servers.js';
import { createCertificate, startShopNginx } from './nginx.js';
import { payOrder, programSettings, startProgram, WEBHOOK_SECRET } from '../../support/program.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const EXAMPLES = join(process.cwd(), 'docs/examples/program');

type Send = (method: string, path: string) => Promise<Pick<Response, 'status' | 'headers' | 'text'>>;

/** Starts the documented nginx. The requests have the host name as a browser sends it. */
async function startNginx(t: TestContext, programUrl: string, host: string, shopUrl = 'http://127.0.0.1:9') {
  const folder = await temporaryFolder(t);
  await createCertificate(folder);
  const url = await startShopNginx(t, folder, programUrl, shopUrl);
  const send: Send = async (method, path) => {
    const options = { method, headers: { Host: host }, servername: host, rejectUnauthorized: false };
    const [response] = (await once(request(`${url}${path}`, options).end(), 'response')) as [IncomingMessage];
    const body = await text(response);
    const headers = new Headers(
      Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return { status: response.statusCode ?? 0, headers, text: () => Promise.resolve(body) };
  };
  return send;
}

describe('the documented nginx', () => {
  it('sends the shop what is not for the program', async (t) => {
    const [program, shop] = [await startRecorder(t, answer(200)), await startRecorder(t, answer(200, 'the shop'))];
    const send = await startNginx(t, program.url, 'shop.example', shop.url);
    const paths = ['/pay/config', '/orders/order-1042', '/payment-widget/payment-widget.js'];
    const statuses = [];
    for (const path of paths) statuses.push((await send('GET', path)).status);
    const urls = [program, shop].map(({ requests }) => requests.map(({ url }) => url));
    const client = program.requests[0]?.headers['x-forwarded-for'];
    assert.deepEqual(
      [statuses, urls, client],
      [[200, 200, 200], [['/pay/config'], ['/orders/order-1042']], '127.0.0.1'],
    );
  });

  it('lets browsers keep the files of the element whose names have a hash', async (t) => {
    const send = await startNginx(t, 'http://127.0.0.1:9', 'shop.example');
    const files = ['payment-widget.js', builtFile('card-form.js').file, builtFile('locales/zh-Hans.js').file];
    const caching = [];
    for (const file of files) caching.push((await send('GET', `/payment-widget/${file}`)).headers.get('Cache-Control'));
    const forEver = 'public, max-age=31536000, immutable';
    assert.deepEqual(caching, ['no-cache', forEver, forEver]);
  });

  it('sends a payment once when the program resets a kept connection', async (t) => {
    const behave: Behaviour = (response, received) => {
      if (received.method === 'GET') response.end();
      else reset(response, received);
    };
    const program = await startRecorder(t, behave);
    const send = await startNginx(t, program.url, 'shop.example');
    await send('GET', '/pay/config');
    const { status } = await send('POST', '/pay/v1/payments');
    assert.deepEqual([status, program.requests.map(({ method }) => method)], [502, ['GET', 'POST']]);
  });

  it('passes on the frame at its own origin, and nothing else', async (t) => {
    const settings = { ...(await programSettings(t, 'http://127.0.0.1:2')), FRAME_ANCESTORS: 'https://shop.example' };
    const { address } = await startProgram(t, settings);
    const send = await startNginx(t, address, 'pay.shop.example');
    await assertFrame('/pay', (path) => send('GET', path));
    assert.equal((await send('GET', '/payment-widget/payment-widget.js')).status, 404);
  });
});

it('the documented systemd unit and settings start the program', async (t) => {
  const service = await startRecorder(t, answer(200, '{"id":"pay_1"}'));
  const read = (name: string) => readFile(join(EXAMPLES, name), 'utf8');
  const [, command = ''] = /^ExecStart=(.+)$/m.exec(await read('systemd/payments.service')) ?? [];
  const [, , , ...args] = command.split(' '); // without node, the program and "start"
  const own = {
    PAYMENTS_BASE_URL: service.url,
    PAYMENTS_API_KEY: API_KEY,
    PAYMENTS_STORE: `lmdb:${await temporaryFolder(t)}`,
    ORDER_TOKEN_SECRET: TOKEN_SECRET,
    SETTLED_URL: service.url,
    SETTLED_SECRET: WEBHOOK_SECRET,
    LISTEN: '127.0.0.1:0',
    OPERATIONS_LISTEN: '127.0.0.1:0',
  };
  const documented = parseEnv(await read('payments.env')) as Record<string, string>;
  const program = await startProgram(t, { ...documented, ...own }, ...args);
  const missing = Object.keys(own).filter((name) => !(name in documented));
  assert.deepEqual([missing, (await payOrder(program, 'order-1')).status], [[], 200]);
});
