import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { after, before } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { close, listen } from '../../../src/node-server/listen.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import { createSandboxServer } from '../../../src/sandbox/server.js';
import { openBrowser } from '../../support/browser.js';
import { DEMO_PAGES } from '../../support/demo.js';
import { freePort } from '../../support/free-port.js';
import { samplePayment } from '../../support/sample-payment.js';
import { listenForComplaints } from '../../support/shopper.js';

/** A sandbox without a shop, its console and a browser, available in all suites of the file. */
export function withConsole(): ConsoleWorld {
  const world = new ConsoleWorld();
  before(() => world.start());
  after(() => world.close());
  return world;
}

class ConsoleWorld {
  readonly sandbox: Sandbox = createSandbox({ settings: { latencyMs: 0, webhookDelayMs: 0 } });
  readonly #server = createSandboxServer(this.sandbox, DEMO_PAGES);
  readonly #complaints: string[][] = [];
  #url = '';
  #browser: Browser | undefined;

  async start(): Promise<void> {
    this.#url = await listen(this.#server, await freePort()); // reserved while the server is stopped
    this.#browser = await openBrowser();
  }

  /** Opens a page of the console. */
  async open(route: string): Promise<Page> {
    if (!this.#browser) throw new Error('The browser has not been started.');
    const page = await this.#browser.newPage({ viewport: { width: 1024, height: 768 } });
    this.#complaints.push(await listenForComplaints(page));
    await page.goto(`${this.#url}/console/#/${route}`);
    return page;
  }

  /** Console messages, errors and CSP violations of all pages so far. */
  get complaints(): string[] {
    return this.#complaints.flat();
  }

  /** Sends a payment to the service as a merchant's server does. */
  pay(number = '4242424242424242', key = this.sandbox.keys.test): Promise<Response> {
    return fetch(`${this.#url}/v1/payments`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      },
      body: JSON.stringify(samplePayment({ card: { number } })),
    });
  }

  stop(): Promise<void> {
    return close(this.#server);
  }

  /** Starts the stopped server again on the same port. */
  async restart(): Promise<void> {
    await listen(this.#server, Number(new URL(this.#url).port));
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

interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

class Receiver {
  url = '';
  readonly #events: ReceivedEvent[] = [];
  readonly #server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      this.#events.push({ headers: request.headers, body });
      response.writeHead(204).end();
      this.#server.emit('received');
    });
  });

  async start(): Promise<void> {
    this.url = `${await listen(this.#server, 0)}/webhooks/payments`;
  }

  /** Resolves with the first event. */
  async next(): Promise<ReceivedEvent> {
    for (;;) {
      const [event] = this.#events;
      if (event) return event;
      await once(this.#server, 'received');
    }
  }

  close(): Promise<void> {
    return close(this.#server);
  }
}
