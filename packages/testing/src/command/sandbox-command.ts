import { once } from 'node:events';
import { CommandError, createCommand, flag, string, UsageError } from 'payment-widget-proxy/internal';
import type { RunningSandbox, SandboxOptions } from '../sandbox.js';
import type { PageProxy } from './page-proxy.js';

const PORT = 4243;
const PROXY_PATH = '/pay';

export const USAGE = `Usage: npx --no payment-widget-testing sandbox [options]

Runs the sandbox of the payments service, with its developer console. It moves no money, and keeps everything in memory.

  --port <n>         port on 127.0.0.1; 0 for any free one (default: ${PORT})
  --scenario <name>  what happens with every payment, such as declined; by default, the card number decides
  --latency <ms>     shortest time that a response takes (default: 0)
  --rate-limit <n>   requests per minute; 0 for no limit (default: 1000)
  --proxy            also runs a proxy at /pay for pages that are served on this machine; it trusts their amounts
  --json             prints the addresses and the API key as one line of JSON
  --help             prints this help

Ctrl+C or SIGTERM stops it.
Exit codes: 0 when it was stopped, 1 if it cannot start, 2 for invalid arguments.
`;

export const runSandbox = createCommand({
  usage: USAGE,
  options: { port: string, scenario: string, latency: string, 'rate-limit': string, proxy: flag, json: flag },
  async run({ values: { json, proxy: withProxy, port, scenario, latency, 'rate-limit': rateLimit } }, _env, streams) {
    const limit = toNumber('rate-limit', rateLimit);
    const ms = toNumber('latency', latency);
    const options: SandboxOptions = {
      port: toNumber('port', port) ?? PORT,
      ...(scenario !== undefined && { scenario: scenario as NonNullable<SandboxOptions['scenario']> }), // checked with the options
      ...(ms !== undefined && { latency: ms }),
      ...(limit !== undefined && { rateLimit: limit === 0 ? false : limit }),
    };
    const proxy = withProxy ? (await import('./page-proxy.js')).createPageProxy(PROXY_PATH) : undefined;
    const sandbox = await open(options, proxy);
    proxy?.use(sandbox);
    const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    streams.out(json ? toJson(sandbox, withProxy) : describe(sandbox, withProxy));
    await stopped;
    await sandbox.close();
    return 0;
  },
});

function toNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,9}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new UsageError(`--${name} is ${JSON.stringify(text)}. Expected a whole number.`);
}

async function open(options: SandboxOptions, proxy: PageProxy | undefined): Promise<RunningSandbox> {
  const { checkSandboxOptions, openSandbox } = await import('../open-sandbox.js');
  try {
    checkSandboxOptions(options);
  } catch (error) {
    throw new UsageError(`--${(error as TypeError).message}`);
  }
  try {
    return await openSandbox(options, proxy);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== 'listen') throw error;
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code ?? 'unknown error'})`;
    throw new CommandError(`Port ${options.port} ${reason}. Choose another one with --port; 0 is any free port.`);
  }
}

function toJson({ baseUrl, apiKey, consoleUrl }: RunningSandbox, withProxy: boolean): string {
  return `${JSON.stringify({ baseUrl, apiKey, consoleUrl, ...(withProxy && { proxyUrl: baseUrl + PROXY_PATH }) })}\n`;
}

function describe({ baseUrl, apiKey, consoleUrl }: RunningSandbox, withProxy: boolean): string {
  return `Service   ${baseUrl} (PAYMENTS_BASE_URL)
Test key  ${apiKey} (PAYMENTS_API_KEY)
Console   ${consoleUrl}
${withProxy ? `Proxy     ${baseUrl}${PROXY_PATH} (proxy-url)\n` : ''}
Press Ctrl+C to stop.
`;
}
