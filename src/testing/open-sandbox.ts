import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Clock } from '../contract/clock.js';
import { isLoopback } from '../contract/loopback.js';
import { close, listenOn } from '../node-server/listen.js';
import type { Mode } from '../contract/protocol.js';
import { createApiKey } from '../sandbox/assumptions.js';
import { BEHAVIOURS } from '../sandbox/behaviours.js';
import { findScenario } from '../sandbox/scenarios.js';
import { createSandbox, type Sandbox } from '../sandbox/sandbox.js';
import { createSandboxListener } from '../sandbox/server.js';
import { createWebhookSecret, type PaymentEvent } from '../sandbox/webhooks.js';
import type { RunningSandbox, SandboxOptions, ServiceScenario } from './sandbox.js';

/** The built pages of the console, beside this module in the package. */
const PAGES = join(import.meta.dirname, 'pages');

interface Extras {
  readonly handle?: (...args: Parameters<RequestListener>) => boolean;
  readonly onEvent?: (event: PaymentEvent) => void;
  readonly clock?: Clock;
}

export async function openSandbox(options: SandboxOptions, extras: Extras = {}): Promise<RunningSandbox> {
  checkSandboxOptions(options);
  const { port = 0, latency = 0, rateLimit, webhookUrl } = options;
  const pages = existsSync(PAGES) ? PAGES : undefined;
  const keys: Record<Mode, string> = { test: createApiKey('test'), live: createApiKey('live') };
  const webhookSecret = createWebhookSecret();
  let { scenario } = options;

  const create = async (): Promise<{ readonly sandbox: Sandbox; readonly listener: RequestListener }> => {
    const sandbox = createSandbox({
      keys,
      settings: { latencyMs: latency },
      scenario: () => scenario,
      ...(rateLimit !== undefined && { requestsPerMinute: rateLimit }),
      ...(extras.onEvent && { onEvent: extras.onEvent }),
      clock: extras.clock,
    });
    if (webhookUrl !== undefined) await sandbox.endpoints.set('test', webhookUrl, webhookSecret);
    return { sandbox, listener: createSandboxListener(sandbox, pages) };
  };
  let current = await create();
  const server = createServer((request, response) => {
    if (!isOfThisMachine(request)) response.writeHead(421).end();
    else if (!extras.handle?.(request, response)) current.listener(request, response);
  });
  await listenOn(server, port);
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    baseUrl,
    apiKey: keys.test,
    webhookSecret,
    consoleUrl: `${baseUrl}/console/`,
    ledger: (reference) => [...current.sandbox.ledger.entries(reference)],
    requests: () => [...current.sandbox.log.entries()],
    scenario(name) {
      checkSandboxOptions({ ...(name !== undefined && { scenario: name }) });
      scenario = name;
    },
    async reset() {
      const { sandbox } = current;
      ({ scenario } = options);
      current = await create(); // a payment that is still running is charged in the old one
      await sandbox.close();
    },
    async close() {
      await Promise.all([close(server), current.sandbox.close()]);
    },
  };
}

/** A page whose host name was rebound to this machine would be of the same origin as the console. */
function isOfThisMachine({ headers: { host = '' } }: IncomingMessage): boolean {
  const url = `http://${host}`;
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}

const MAX_PORT = 65_535;
const MAX_LATENCY_MS = 20_000;

const RULES: Readonly<Record<keyof SandboxOptions, (value: unknown) => string | undefined>> = {
  port: (value) => (isInteger(value, 0, MAX_PORT) ? undefined : `an integer from 0 to ${MAX_PORT}`),
  latency: (value) => (isInteger(value, 0, MAX_LATENCY_MS) ? undefined : `milliseconds from 0 to ${MAX_LATENCY_MS}`),
  rateLimit: (value) => (value === false || isInteger(value, 1, Infinity) ? undefined : 'a positive integer, or false'),
  webhookUrl: (value) => (isHttpUrl(value) ? undefined : 'a URL, such as http://localhost:3000/webhooks/payments'),
  scenario: (value) => (isServiceScenario(value) ? undefined : expectedScenario(value)),
};

/** @throws {TypeError} that names the first wrong option */
export function checkSandboxOptions(options: SandboxOptions): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(RULES, name)) {
      throw new TypeError(`${name} is not an option. Expected one of ${Object.keys(RULES).join(', ')}.`);
    }
    const expected = RULES[name as keyof SandboxOptions](value);
    if (expected !== undefined) throw new TypeError(`${name} is ${JSON.stringify(value)}. Expected ${expected}.`);
  }
}

function isInteger(value: unknown, from: number, to: number): boolean {
  return Number.isInteger(value) && (value as number) >= from && (value as number) <= to;
}

function isHttpUrl(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function isServiceScenario(value: unknown): value is ServiceScenario {
  return typeof value === 'string' && BEHAVIOURS.has(value);
}

/** Some scenarios of the QA page happen in the shop or in the page, where the sandbox has no part. */
function expectedScenario(value: unknown): string {
  const isElsewhere = typeof value === 'string' && findScenario(value) !== undefined;
  const names = [...BEHAVIOURS.keys()].join(', ');
  return isElsewhere ? `a scenario of the service: ${names}` : `one of ${names}`;
}
