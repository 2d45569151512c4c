import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { after, before } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { close, listen } from '../../../src/node-server/listen.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import { createSandboxServer } from '../../../src/sandbox/server.js';
import { openBrowser } from '../../support/browser.js';
import { DEMO_PAGES } from '../../support/demo.js';
import { freePort } from '../../support/free-port.js';
import { listenForComplaints } from '../../support/shopper.js';

/** A sandbox without a shop, its console and a browser, available in all suites of the file. */
export function withConsole(): ConsoleWorld {
  const world = new ConsoleWorld();
  before(() => world.start());
  after(() => world.close());
  return world;
}

export class ConsoleWorld {
  /** Failed webhooks are not retried. */
  readonly sandbox: Sandbox = createSandbox({ retryAfter: [] });
  url = '';
  readonly #server = createSandboxServer(this.sandbox, DEMO_PAGES);
  readonly #complaints: string[][] = [];
  #browser: Browser | undefined;
  #visited: Page | undefined;

  async start(): Promise<void> {
    await this.sandbox.settings.change({ latencyMs: 0, honoursIdempotency: false, webhookDelayMs: 0 });
    this.url = await listen(this.#server, await freePort()); // reserved while the server is stopped
    this.#browser = await openBrowser();
  }

  /** Opens a page of the console and closes the one of the previous visit. */
  async visit(route = '', options: BrowserContextOptions = {}): Promise<Page> {
    await this.#visited?.context().close();
    this.#visited = await this.open(route, options);
    return this.#visited;
  }

  /** Opens a page of the console that stays open. */
  async open(route = '', options: BrowserContextOptions = {}): Promise<Page> {
    if (!this.#browser) throw new Error('The browser has not been started.');
    const context = await this.#browser.newContext(options);
    const page = await context.newPage();
    this.#complaints.push(await listenForComplaints(page));
    await page.goto(`${this.url}/console/#/${route}`);
    await page.locator('main h1').waitFor();
    return page;
  }

  /** Console messages, errors and CSP violations of all pages so far. */
  get complaints(): string[] {
    return this.#complaints.flat();
  }

  /** Sends a payment to the service as a merchant's server does. */
  pay(card = '4242424242424242', key = this.sandbox.keys.test): Promise<Response> {
    return fetch(`${this.url}/v1/payments`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      },
      body: JSON.stringify({
        amount: 4999,
        currency: 'EUR',
        reference: 'order-1042',
        payment_method: { type: 'card', card: { number: card, exp_month: 12, exp_year: 2030, cvc: '123' } },
      }),
    });
  }

  stop(): Promise<void> {
    return close(this.#server);
  }

  /** Starts the stopped server again on the same port. */
  async restart(): Promise<void> {
    await listen(this.#server, Number(new URL(this.url).port));
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    await this.stop();
    await this.sandbox.close();
  }
}

/** A merchant's webhook endpoint, started before the tests of a file. */
export function withReceiver(): Receiver {
  const receiver = new Receiver();
  before(() => receiver.start());
  after(() => receiver.close());
  return receiver;
}

export class Receiver {
  readonly events: { headers: IncomingHttpHeaders; body: string }[] = [];
  /** Status of its responses. */
  status = 204;
  url = '';
  readonly #server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      this.events.push({ headers: request.headers, body });
      response.writeHead(this.status).end();
    });
  });

  async start(): Promise<void> {
    this.url = `${await listen(this.#server, 0)}/webhooks/payments`;
  }

  close(): Promise<void> {
    return close(this.#server);
  }
}
