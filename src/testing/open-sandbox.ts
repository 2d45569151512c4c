import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { close, listenOn } from '../node-server/listen.js';
import type { Mode } from '../contract/protocol.js';
import { createApiKey } from '../sandbox/assumptions.js';
import { createSandbox, type Sandbox } from '../sandbox/sandbox.js';
import { createSandboxListener } from '../sandbox/server.js';
import type { PaymentEvent } from '../sandbox/webhooks/event.js';
import { checkSandboxOptions } from './sandbox-options.js';
import type { RunningSandbox, SandboxOptions } from './sandbox.js';

/** The built pages of the console, beside this module in the package. */
const PAGES = join(import.meta.dirname, 'pages');

/** What the command adds. */
interface Extras {
  /** Answers the request, or returns false. */
  readonly handle?: (...args: Parameters<RequestListener>) => boolean;
  readonly onEvent?: (event: PaymentEvent) => void;
}

/** {@link startSandbox} without delay. */
export async function openSandbox(options: SandboxOptions, extras: Extras = {}): Promise<RunningSandbox> {
  checkSandboxOptions(options);
  const { port = 0, latency = 0, rateLimit } = options;
  const pages = existsSync(PAGES) ? PAGES : undefined;
  const keys: Record<Mode, string> = { test: createApiKey('test'), live: createApiKey('live') };
  let { scenario } = options;

  const create = (): { readonly sandbox: Sandbox; readonly listener: RequestListener } => {
    const sandbox = createSandbox({
      keys,
      settings: { latencyMs: latency },
      scenario: () => scenario,
      ...(rateLimit !== undefined && { requestsPerMinute: rateLimit }),
      ...(extras.onEvent && { onEvent: extras.onEvent }),
    });
    return { sandbox, listener: createSandboxListener(sandbox, pages) };
  };
  let current = create();
  const server = createServer((request, response) => {
    if (!extras.handle?.(request, response)) current.listener(request, response);
  });
  await listenOn(server, port);
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    baseUrl,
    apiKey: keys.test,
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
      current = create(); // a payment that is still running is charged in the old one
      await sandbox.close();
    },
    async close() {
      await Promise.all([close(server), current.sandbox.close()]);
    },
  };
}
