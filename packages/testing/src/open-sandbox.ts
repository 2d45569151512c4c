import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock, Mode } from 'payment-widget/contract';
import { isLoopback } from 'payment-widget/contract';
import { close, listenOn } from 'payment-widget-proxy/internal';
import { BEHAVIOURS, createApiKey, type ServiceScenario } from './sandbox/behaviours.js';
import { createSandbox } from './sandbox/sandbox.js';
import { createWebhookSecret, type PaymentEvent } from './sandbox/webhooks.js';
import type { LedgerEntry } from './sandbox/records.js';
import type { RequestLogEntry } from './sandbox/request-log.js';

/** Options of {@link startSandbox}. */
export interface SandboxOptions {
  /**
   * The port on 127.0.0.1.
   * @default any free port
   */
  readonly port?: number;
  /**
   * What happens with every payment, such as `declined`.
   * @default the card number decides
   */
  readonly scenario?: ServiceScenario;
  /**
   * The shortest time that a response takes, in milliseconds, at most 20,000.
   * @default `0`
   */
  readonly latency?: number;
  /**
   * Requests per minute. The response to more is 429. `false` means no limit.
   * @default `1000`, as the service
   */
  readonly rateLimit?: number | false;
  /**
   * Where your server receives webhooks, signed by Standard Webhooks: `payment.succeeded` and `payment.failed`. With them, it settles
   * payments that are unknown, pending or at the bank.
   * @default none
   */
  readonly webhookUrl?: string;
}

/** A running sandbox of the payments service, in this process and in memory. */
export interface RunningSandbox {
  /** Its address, for the option `baseUrl` of the proxy, or for `PAYMENTS_BASE_URL`. */
  readonly baseUrl: string;
  /** Its Test key, for the option `apiKey` of the proxy, or for `PAYMENTS_API_KEY`. */
  readonly apiKey: string;
  /** The secret that signs webhooks, for `verifyWebhook()`. */
  readonly webhookSecret: string;
  /** The address of its developer console. */
  readonly consoleUrl: string;
  /**
   * All charges, the oldest first.
   * @param reference - only those of this order
   */
  ledger(reference?: string): LedgerEntry[];
  /** The last 1000 requests, the newest first, without keys and card data. */
  requests(): RequestLogEntry[];
  /**
   * Chooses what happens with every payment from now on. Without a name, the card number decides again.
   * @throws {TypeError} for an unknown name
   */
  scenario(name?: ServiceScenario): void;
  /** Makes everything as it was at the start: no charges, no requests, the scenario of the options, and the same key. */
  reset(): Promise<void>;
  /** Stops it, and closes all connections. */
  close(): Promise<void>;
}

/** The built pages of the console, beside this module in the package. */
const PAGES = join(import.meta.dirname, 'pages');

interface Extras {
  readonly handle?: (...args: Parameters<RequestListener>) => boolean;
  readonly onEvent?: (event: PaymentEvent) => void;
  readonly clock?: Clock;
}

export async function openSandbox(
  options: SandboxOptions,
  { handle, onEvent, clock }: Extras = {},
): Promise<RunningSandbox> {
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
      onEvent,
      clock,
    });
    if (webhookUrl !== undefined) sandbox.endpoints.set('test', webhookUrl, webhookSecret);
    return sandbox;
  };
  let current = create();
  const server = createServer((request, response) => {
    if (!isOfThisMachine(request)) response.writeHead(421).end();
    else if (!handle?.(request, response)) current.listener(request, response);
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
export function checkSandboxOptions(options: SandboxOptions): void {
  const [issue] = OPTIONS.safeParse(options).error?.issues ?? [];
  if (!issue) return;
  const [name] = issue.path as [keyof SandboxOptions | undefined];
  throw new TypeError(name ? `${name} is ${JSON.stringify(options[name])}. ${issue.message}.` : `${issue.message}.`);
}
