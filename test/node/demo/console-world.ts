import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { close, listen } from '../../../demo/listen.js';
import { createSandbox, type Sandbox } from '../../../demo/sandbox/sandbox.js';
import { createSandboxServer } from '../../../demo/sandbox/server.js';
import { chromiumArgs, findHeadlessChromium } from '../../chromium.js';
import { DEMO_PAGES } from '../../support/demo-pages.js';
import { freePort } from '../../support/free-port.js';
import { listenForComplaints } from '../../support/shopper.js';

export const ROUTES = ['', 'live', 'test', 'credentials', 'webhooks', 'settings', 'documentation'] as const;

/** A sandbox with its console behind a socket, and a browser to look at it. */
export class ConsoleWorld {
  readonly sandbox: Sandbox;
  readonly url: string;
  readonly #complaints: string[][] = [];
  readonly #server: Server;
  readonly #browser: Browser;
  #visited: Page | undefined;

  private constructor(sandbox: Sandbox, server: Server, url: string, browser: Browser) {
    this.sandbox = sandbox;
    this.#server = server;
    this.url = url;
    this.#browser = browser;
  }

  static async start(): Promise<ConsoleWorld> {
    const sandbox = createSandbox({ retryAfter: [] });
    await sandbox.settings.change({ latencyMs: 0, honoursIdempotency: false, webhookDelayMs: 0 });
    const server = createSandboxServer(sandbox, DEMO_PAGES);
    const url = await listen(server, await freePort()); // to come back there
    const browser = await chromium.launch({ executablePath: await findHeadlessChromium(), args: chromiumArgs() });
    return new ConsoleWorld(sandbox, server, url, browser);
  }

  /** Opens a page of the console for one test: the next visit closes it. */
  async visit(route = '', options: BrowserContextOptions = {}): Promise<Page> {
    await this.#visited?.context().close();
    this.#visited = await this.open(route, options);
    return this.#visited;
  }

  /** Opens a page of the console that stays until the browser is closed. */
  async open(route = '', options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    this.#complaints.push(await listenForComplaints(page));
    await page.goto(`${this.url}/console/#/${route}`);
    await page.locator('main h1').waitFor();
    return page;
  }

  /** What its pages complained of. */
  get complaints(): string[] {
    return this.#complaints.flat();
  }

  /** Asks the service for a payment, as a merchant's server does. */
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

  /** The service goes away. */
  stop(): Promise<void> {
    return close(this.#server);
  }

  /** And comes back where it was. */
  async comeBack(): Promise<void> {
    await listen(this.#server, Number(new URL(this.url).port));
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.stop();
    await this.sandbox.close();
  }
}

/** A merchant's server that gets events. */
export class Receiver {
  readonly events: { headers: IncomingHttpHeaders; body: string }[] = [];
  /** What it answers. */
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

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.url = `${await listen(receiver.#server, 0)}/webhooks/payments`;
    return receiver;
  }

  close(): Promise<void> {
    return close(this.#server);
  }
}
