import { codesOf } from '../base/errors.js';
import { CommandError, UsageError, type Environment, type Run, type Streams } from './command-line.js';

interface Command {
  readonly args?: string;
  readonly purpose: string;
  readonly load: () => Promise<Run>;
}

interface Program {
  /** The name in `bin` of package.json. */
  readonly name: string;
  readonly purpose: string;
  readonly commands: Readonly<Record<string, Command>>;
  readonly example: string;
}

export type Main = (args: readonly string[], env: Environment, streams: Streams) => Promise<number>;

/** @returns the main function of a program with commands, which resolves with the exit code */
export function createProgram(program: Program): Main {
  const { name, commands } = program;
  return async ([first, ...args], env, streams) => {
    if (first === undefined) {
      streams.error(overview(program));
      return 2;
    }
    if (/^(-h|--help|help)$/.test(first)) {
      streams.out(overview(program));
      return 0;
    }
    const command = Object.hasOwn(commands, first) ? commands[first] : undefined;
    try {
      if (!command) throw new UsageError(`Unknown command. Expected ${Object.keys(commands).join(', ')}.`);
      const run = await command.load();
      return await run(args, env, streams);
    } catch (error) {
      if (error instanceof CommandError) {
        streams.error(`${error.message}\n`);
        return 1;
      }
      if (!(error instanceof UsageError)) {
        streams.error(describeFault(error));
        return 1;
      }
      const help = command ? `${first} --help` : '--help';
      streams.error(`${error.message}\nFor all options, run: npx --no -- ${name} ${help}\n`);
      return 2;
    }
  };
}

/** Leaves out the message, which may quote a setting. */
function describeFault(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const places = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return [`The program has failed (${codesOf(error)}).`, ...places, ''].join('\n');
}

function overview({ name, purpose, commands, example }: Program): string {
  const lines = Object.entries(commands).map(
    ([command, { args = '', purpose }]) => `  ${`${command} ${args}`.padEnd(26)}${purpose}`,
  );
  return `${name}: ${purpose}

Usage: npx --no ${name} <command>

Commands:
${lines.join('\n')}

Example: npx --no ${name} ${example}
For all options of a command: npx --no -- ${name} <command> --help
Documentation: node_modules/payment-widget/docs/index.md
`;
}
