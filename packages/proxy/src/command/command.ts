import { CommandError, UsageError, type Environment, type Run, type Streams } from './command-line.js';

interface Command {
  readonly args?: string;
  readonly purpose: string;
  readonly load: () => Promise<Run>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  proxy: {
    purpose: 'runs the payment proxy as a program',
    load: async () => (await import('./commands/proxy-command.js')).runProxy,
  },
  attempts: {
    purpose: 'lists payment attempts in the store of the program',
    load: async () => (await import('./commands/list-command.js')).runAttempts,
  },
  resolve: {
    args: '<reference|key>',
    purpose: 'settles a payment whose outcome is unknown',
    load: async () => (await import('./commands/resolve-command.js')).runResolve,
  },
  store: {
    args: 'check',
    purpose: 'tests the store of the program',
    load: async () => (await import('./commands/store-command.js')).runStore,
  },
  sandbox: {
    purpose: 'runs the sandbox of the payments service',
    load: async () => (await import('payment-widget-testing/internal')).runSandbox,
  },
  'check-proxy': {
    args: '<url>',
    purpose: 'tests a payment proxy against the contract',
    load: async () => (await import('payment-widget-testing/internal')).runCheckProxy,
  },
};

const OVERVIEW = `payment-widget: tools for the card payment form <payment-widget>.

Usage: npx --no payment-widget <command>

Commands:
${Object.entries(COMMANDS)
  .map(([name, { args = '', purpose }]) => `  ${`${name} ${args}`.padEnd(26)}${purpose}`)
  .join('\n')}

Example: npx --no payment-widget check-proxy http://localhost:3000/pay
For all options of a command: npx --no -- payment-widget <command> --help
Documentation: node_modules/payment-widget/docs/index.md
`;

export async function main(args: readonly string[], env: Environment, streams: Streams): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) {
    streams.error(OVERVIEW);
    return 2;
  }
  if (/^(-h|--help|help)$/.test(name)) {
    streams.out(OVERVIEW);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    if (!command) throw new UsageError(`Unknown command "${name}". Expected ${Object.keys(COMMANDS).join(', ')}.`);
    const run = await command.load();
    return await run(rest, env, streams);
  } catch (error) {
    if (error instanceof CommandError) {
      streams.error(`${error.message}\n`);
      return 1;
    }
    if (!(error instanceof UsageError)) throw error;
    const help = command ? `${name} --help` : '--help';
    streams.error(`${error.message}\nFor all options, run: npx --no -- payment-widget ${help}\n`);
    return 2;
  }
}
