import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock, Mode } from 'payment-widget/contract';
import { isLoopback } from 'payment-widget/contract';
import { close, listenOn, quoteSafely } from 'payment-widget-proxy/internal';
import { BEHAVIOURS, createApiKey } from './behaviours.js';
import { createSandbox } from './sandbox.js';
import { createWebhookSecret } from './webhooks.js';
import type { RunningSandbox, SandboxOptions } from './running-sandbox.js';

/** The built pages of the console, beside this module in the package. */
const PAGES = join(import.meta.dirname, 'pages');

export async function openSandbox(options: SandboxOptions, clock?: Clock): Promise<RunningSandbox> {
  checkSandboxOptions(options);
  const { port = 0, latency = 0, rateLimit, webhookUrl, scenario } = options;
  const pages = existsSync(PAGES) ? PAGES : undefined;
  const keys: Record<Mode, string> = { test: createApiKey('test'), live: createApiKey('live') };
  const webhookSecret = createWebhookSecret();

  const create = () => {
    const sandbox = createSandbox({
      keys,
      pages,
      settings: { latencyMs: latency },
      scenario,
      requestsPerMinute: rateLimit,
      clock,
    });
    if (webhookUrl !== undefined) sandbox.endpoints.set('test', webhookUrl, webhookSecret);
    return sandbox;
  };
  let current = create();
  const server = createServer((request, response) => {
    if (!isOfThisMachine(request)) response.writeHead(421).end();
    else current.listener(request, response);
  });
  await listenOn(server, port);
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    baseUrl,
    apiKey: keys.test,
    webhookSecret,
    consoleUrl: `${baseUrl}/console/`,
    ledger: (reference) => [...current.ledger.entries(reference)],
    requests: () => [...current.log.entries()],
    scenario(name) {
      checkSandboxOptions({ ...(name !== undefined && { scenario: name }) });
      current.scenario = name;
    },
    reset() {
      current.close();
      current = create(); // a payment that is still running is charged in the old one
      return Promise.resolve();
    },
    close() {
      current.close();
      return close(server);
    },
  };
}

/** A page whose host name was rebound to this machine would be of the same origin as the console. */
function isOfThisMachine({ headers: { host = '' } }: IncomingMessage): boolean {
  const url = `http://${host}`;
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}

const OPTIONS = z
  .strictObject({
    port: z.int().min(0).max(65_535),
    latency: z.int().min(0).max(20_000),
    rateLimit: z.literal(false).or(z.int().min(1)),
    webhookUrl: z.url({ protocol: /^https?$/ }),
    scenario: z.enum([...BEHAVIOURS.keys()]),
  })
  .partial();

/** @throws {TypeError} that names the first wrong option */
function checkSandboxOptions(options: SandboxOptions): void {
  const [issue] = OPTIONS.safeParse(options).error?.issues ?? [];
  if (!issue) return;
  const [name] = issue.path as [keyof SandboxOptions | undefined];
  throw new TypeError(name ? `${name} is ${quoteSafely(options[name])}. ${issue.message}.` : `${issue.message}.`);
}
