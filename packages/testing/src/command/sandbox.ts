import { once } from 'node:events';
import { CommandError, createCommand, flag, option, toNumber, UsageError } from 'payment-widget-proxy/internal';
import { startSandbox, type RunningSandbox, type SandboxOptions } from '../sandbox/start-sandbox.js';

const PORT = 4243;

export const runSandbox = createCommand({
  synopsis: 'payment-widget-testing sandbox [options]',
  about:
    'Runs the sandbox of the payments service, with its developer console. It moves no money, and keeps everything in memory.',
  options: {
    port: option('<n>', `port on 127.0.0.1; 0 for any free one (default: ${PORT})`),
    scenario: option(
      '<name>',
      'what happens with every payment, such as declined; by default, the card number decides',
    ),
    latency: option('<ms>', 'shortest time that a response takes (default: 0)'),
    'rate-limit': option('<n>', 'requests per minute; 0 for no limit (default: 1000)'),
    json: flag('prints the addresses and the API key as one line of JSON'),
  },
  notes: `Ctrl+C or SIGTERM stops it.
Exit codes: 0 when it was stopped, 1 if it cannot start, 2 for invalid arguments.
`,
  async run({ values: { json, port, scenario, latency, 'rate-limit': rateLimit } }, _env, streams) {
    const options: SandboxOptions = {
      port: port === undefined ? PORT : toNumber('port', port, 0, 65_535),
      // It is checked with the options.
      ...(scenario !== undefined && { scenario: scenario as NonNullable<SandboxOptions['scenario']> }),
      ...(latency !== undefined && { latency: toNumber('latency', latency, 0, 20_000) }),
      ...(rateLimit !== undefined && { rateLimit: toNumber('rate-limit', rateLimit, 0, 999_999) || false }),
    };
    const sandbox = await open(options);
    const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    const { baseUrl, apiKey, consoleUrl } = sandbox;
    streams.out(
      json
        ? `${JSON.stringify({ baseUrl, apiKey, consoleUrl })}\n`
        : `Service   ${baseUrl} (PAYMENTS_BASE_URL)
Test key  ${apiKey} (PAYMENTS_API_KEY)
Console   ${consoleUrl}

Press Ctrl+C to stop.
`,
    );
    await stopped;
    await sandbox.close();
    return 0;
  },
});

async function open(options: SandboxOptions): Promise<RunningSandbox> {
  try {
    return await startSandbox(options);
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`--${error.message}`);
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== 'listen') throw error;
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code ?? 'unknown error'})`;
    throw new CommandError(`Port ${options.port} ${reason}. Choose another one with --port; 0 is any free port.`);
  }
}
