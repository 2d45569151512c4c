import { parseArgs, type ParseArgsConfig } from 'node:util';

export interface Streams {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** @returns the exit code */
type Run = (args: readonly string[], env: Environment, streams: Streams) => Promise<number>;

export interface Command {
  readonly args?: string;
  readonly purpose: string;
  readonly load: () => Promise<Run>;
}

export type Commands = Readonly<Record<string, Command>>;

/** The arguments are wrong: exit code 2. */
export class UsageError extends Error {}

/** A command cannot do its work: exit code 1. The message is printed, and contains no secret. */
export class CommandError extends Error {}

export const flag = { type: 'boolean', default: false } as const;
export const string = { type: 'string' } as const;

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<Own extends Options> = ReturnType<typeof parseArgs<{ options: Own; allowPositionals: true }>>;

interface Definition<Own extends Options> {
  readonly usage: string;
  readonly options: Own;
  readonly allowPositionals?: true;
  readonly run: (parsed: Parsed<Own>, env: Environment, streams: Streams) => Promise<number>;
}

export function createCommand<const Own extends Options>(definition: Definition<Own>): Run {
  const { usage, run, allowPositionals = false } = definition;
  const options = { ...definition.options, help: { ...flag, short: 'h' } };
  return async (args, env, streams) => {
    let parsed;
    try {
      parsed = parseArgs({ args: [...args], options, allowPositionals });
    } catch (error) {
      throw new UsageError((error as Error).message);
    }
    const { help } = parsed.values as { readonly help?: boolean };
    if (!help) return run(parsed, env, streams);
    streams.out(usage);
    return 0;
  };
}

export function toNumber(name: string, text: string, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`--${name} is ${JSON.stringify(text)}. Expected an integer from ${min} to ${max}.`);
}

const overviewOf = (commands: Commands) => `payment-widget: tools for the card payment form <payment-widget>.

Usage: npx --no payment-widget <command>

Commands:
${Object.entries(commands)
  .map(([name, { args = '', purpose }]) => `  ${`${name} ${args}`.padEnd(26)}${purpose}`)
  .join('\n')}

For all options of a command: npx --no -- payment-widget <command> --help
Documentation: node_modules/payment-widget/docs/index.md
`;

export async function runCommand(
  commands: Commands,
  [name = '', ...args]: readonly string[],
  env: Environment,
  streams: Streams,
): Promise<number> {
  const isHelp = /^(-h|--help|help)$/.test(name);
  if (isHelp || name === '') {
    streams[isHelp ? 'out' : 'error'](overviewOf(commands));
    return isHelp ? 0 : 2;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  try {
    if (!command) throw new UsageError(`Unknown command "${name}". Expected ${Object.keys(commands).join(', ')}.`);
    return await (
      await command.load()
    )(args, env, streams);
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
