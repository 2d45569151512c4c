import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { Agent, request as httpsRequest } from 'node:https';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { createOrderToken } from '../../../src/proxy/index.js';
import { openBrowser } from '../../support/browser.js';
import { TOKEN_SECRET } from '../../support/checked-proxy.js';
import { needProgram } from '../../support/debian-package.js';
import { freePort } from '../../support/free-port.js';
import { pack } from '../../support/installed-package.js';
import { startNginx } from '../../support/nginx.js';
import { API_KEY, newKey } from '../../support/node-proxy.js';
import { answer, startRecorder, startServer, type Behaviour, type TestServer } from '../../support/node-servers.js';
import { startPostgresServer, type PostgresServer } from '../../support/postgres-server.js';
import { startProgram, type Program } from '../../support/program.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { samplePayment } from '../../support/sample-payment.js';
import { typeCard } from '../../support/shopper.js';
import { until } from '../../support/until.js';

const run = promisify(execFile);
const FOLDER = join(process.cwd(), 'docs/examples/program/containers');

/** The documented deployment in processes of its own. Only addresses and paths differ. */
interface Deployment {
  readonly origin: string;
  readonly programs: readonly [Program, Program];
  /** Starts an instance again, as `restart: always` does. */
  restart(index: 0 | 1): Promise<void>;
}

describe('two instances over PostgreSQL, behind nginx with TLS', () => {
  let postgres: PostgresServer;
  before(async () => {
    postgres = await startPostgresServer();
  });
  after(() => postgres.stop());

  async function deploy(t: TestContext, behave: Behaviour): Promise<Deployment & { readonly service: TestServer }> {
    const service = await startRecorder(t, behave);
    const secrets = await writeSecrets(t, postgres.url);
    const config = join(secrets, 'payments.env');
    const documented = await readFile(join(FOLDER, 'payments.env'), 'utf8');
    await writeFile(config, documented.replaceAll('/run/secrets', secrets).replace('172.30.0.0/24', '127.0.0.1'));
    const others = {
      PAYMENTS_BASE_URL: service.url,
      OPERATIONS_LISTEN: '127.0.0.1:0',
      LIMIT_ATTEMPTS_PER_CLIENT: 'none', // all shoppers have one address
    };
    const ports = [await freePort(), await freePort()] as const;
    const start = (port: number) => startProgram(t, { ...others, LISTEN: `127.0.0.1:${port}` }, '--config', config);
    const programs: [Program, Program] = [await start(ports[0]), await start(ports[1])];
    const shop = await startServer(t, (_request, response) => {
      void checkoutPage('order-in-browser').then((html) => response.setHeader('Content-Type', 'text/html').end(html));
    });
    const nginx = (await readFile(join(FOLDER, 'nginx.conf'), 'utf8'))
      .replace('payments-1:3000', `127.0.0.1:${ports[0]}`)
      .replace('payments-2:3000', `127.0.0.1:${ports[1]}`)
      .replace('http://shop:8000', shop)
      .replaceAll('/run/secrets', secrets)
      .replace('location / {', `location /payment-widget/ { alias ${process.cwd()}/dist/browser/; }\n location / {`);
    const origin = await startNginx(t, (port) => nginx.replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`));
    return {
      service,
      origin: origin.replace('http:', 'https:'),
      programs,
      async restart(index) {
        programs[index] = await start(ports[index]);
      },
    };
  }

  it('charge once for a payment that both get at the same time', async (t) => {
    const { service, programs, origin } = await deploy(t, answer(200, '{"id":"pay_1"}'));
    const key = newKey();
    const origins = [origin, ...programs.map(({ address }) => address), origin];
    const responses = await Promise.all(origins.map((each) => pay(t, each, 'order-1', key)));
    assert.deepEqual([responses.map(({ status }) => status), service.requests.length], [[200, 200, 200, 200], 1]);
  });

  it('refuse no payment while they are updated in turn', async (t) => {
    const deployment = await deploy(t, answer(200, '{"id":"pay_1"}'));
    let isOver = false;
    const statuses: (number | undefined)[] = [];
    const shoppers = Array.from({ length: 4 }, async (_, shopper) => {
      const agent = newAgent(t); // with a kept connection
      for (let order = 0; !isOver; order++) {
        const reference = `updated-${shopper}-${order}`;
        const key = newKey();
        let { status } = await pay(t, deployment.origin, reference, key, agent);
        // As the element does if a kept connection was just being closed.
        if (status === 502) ({ status } = await pay(t, deployment.origin, reference, key, agent));
        statuses.push(status);
      }
    });
    for (const index of [0, 1] as const) {
      const { length } = statuses;
      await until(() => statuses.length > length + 4);
      assert.equal(await deployment.programs[index].end('SIGTERM'), 0);
      await deployment.restart(index);
    }
    isOver = true;
    await Promise.all(shoppers);
    assert.deepEqual([...new Set(statuses), deployment.service.requests.length], [200, statuses.length]);
  });

  it('let the other instance report a payment that was sent when one was killed', async (t) => {
    let arrived = () => {};
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const { service, programs } = await deploy(t, () => {
      arrived();
    });
    const key = newKey();
    const lost = assert.rejects(pay(t, programs[0].address, 'killed-1', key));
    await arrival;
    await programs[0].end('SIGKILL');
    await lost;
    const { status, body } = await pay(t, programs[1].address, 'killed-1', newKey());
    assert.deepEqual(
      [status, (JSON.parse(body) as { outcome: string }).outcome, service.requests.length],
      [409, 'unknown', 1],
    );
  });

  it('take a payment of a browser, over TLS', async (t) => {
    const { service, origin } = await deploy(t, answer(200, '{"id":"pay_1"}'));
    const browser = await openBrowser();
    t.after(() => browser.close());
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    await page.goto(`${origin}/checkout`);
    await typeCard(page, '4242424242424242');
    await page.keyboard.press('Enter');
    await page.getByText('Payment successful').waitFor();
    assert.equal(service.requests.length, 1);
  });
});

describe('the Containerfile', () => {
  const settings = {
    PAYMENTS_BASE_URL: 'https://api.example',
    PAYMENTS_API_KEY: API_KEY,
    PAYMENTS_MODE: 'test',
    PAYMENTS_STORE: 'postgres://database/payments',
    ORDER_TOKEN_SECRET: TOKEN_SECRET,
  };

  it('has instructions that install a working program', async (t) => {
    const folder = await temporaryFolder(t);
    await pack(folder);
    const file = await readFile(join(FOLDER, 'Containerfile'), 'utf8');
    const valueOf = (instruction: string) => new RegExp(`^${instruction} (.+)$`, 'm').exec(file)?.[1] ?? '';
    const env = { ...process.env, npm_config_cache: join(folder, 'cache') }; // it clears the cache
    await run('sh', ['-c', valueOf('RUN')], { cwd: folder, env });

    const [program = ''] = JSON.parse(valueOf('ENTRYPOINT')) as string[];
    const command = [...(JSON.parse(valueOf('CMD')) as string[]), '--check'];
    const options = { cwd: folder, env: { ...settings, PATH: process.env['PATH'] } };
    const { stdout } = await run(join(folder, 'node_modules/.bin', program), command, options);
    assert.equal(stdout, 'All settings are valid.\n');
  });
});

/** The secrets of the compose file, with a certificate for this machine. */
async function writeSecrets(t: TestContext, store: string): Promise<string> {
  const folder = await temporaryFolder(t);
  const secrets = { api_key: API_KEY, order_token_secret: TOKEN_SECRET, store };
  for (const [name, value] of Object.entries(secrets)) await writeFile(join(folder, name), `${value}\n`);
  await needProgram('openssl', 'openssl');
  const files = ['-out', join(folder, 'certificate'), '-keyout', join(folder, 'certificate_key')];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=shop.example', ...files]);
  return folder;
}

/** The shop's page for one order. */
async function checkoutPage(reference: string): Promise<string> {
  const { amount, currency } = samplePayment();
  const token = await createOrderToken({ reference, amount, currency }, TOKEN_SECRET);
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width" /><title>Checkout</title>
    <script type="module" src="/payment-widget/payment-widget.js"></script>
    <payment-widget proxy-url="/pay" amount="${amount}" currency="${currency}" reference="${reference}" order-token="${token}">
    </payment-widget></html>`;
}

function newAgent(t: TestContext): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
  t.after(() => {
    agent.destroy();
  });
  return agent;
}

/** Pays an order with its token. */
async function pay(t: TestContext, origin: string, reference: string, key: string, agent?: Agent) {
  const { amount, currency } = samplePayment();
  const token = await createOrderToken({ reference, amount, currency }, TOKEN_SECRET);
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key, 'Order-Token': token };
  const url = `${origin}/pay/v1/payments`;
  const isSecure = url.startsWith('https:');
  const options = { method: 'POST', headers, ...(isSecure && { agent: agent ?? newAgent(t) }) };
  const request = isSecure ? httpsRequest(url, options) : httpRequest(url, options);
  request.end(JSON.stringify({ ...samplePayment(), reference }));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response) };
}
