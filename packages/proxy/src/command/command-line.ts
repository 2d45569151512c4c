import { parseArgs } from 'node:util';
import { quoteSafely } from '../options/unusable-values.js';

export interface Streams {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Run {
  readonly usage: string;
  /** @returns the exit code */
  (args: readonly string[], env: Environment, streams: Streams): Promise<number>;
}

/** The arguments are wrong: exit code 2. */
export class UsageError extends Error {}

/** A command cannot do its work: exit code 1. The message is printed, and contains no secret. */
export class CommandError extends Error {}

export const flag = (help: string) => ({ type: 'boolean', default: false, help }) as const;
export const option = (value: string, help: string) => ({ type: 'string', value, help }) as const;
export const config = option('<file>', 'reads settings from a file; the environment wins over it');

type Options = Readonly<Record<string, ReturnType<typeof flag> | ReturnType<typeof option>>>;
type Parsed<Own extends Options> = ReturnType<typeof parseArgs<{ options: Own; allowPositionals: true }>>;

interface Definition<Own extends Options> {
  readonly synopsis: string;
  readonly about: string;
  readonly options: Own;
  readonly notes: string;
  readonly allowPositionals?: true;
  readonly run: (parsed: Parsed<Own>, env: Environment, streams: Streams) => Promise<number>;
}

export function createCommand<const Own extends Options>(definition: Definition<Own>): Run {
  const { synopsis, about, notes, run, allowPositionals = false } = definition;
  const options = { ...definition.options, help: { ...flag('prints this help'), short: 'h' } };
  const rows = Object.entries<Options[string]>(options).map(
    ([name, { help, ...other }]) => [`  --${name}${'value' in other ? ` ${other.value}` : ''}`, help] as const,
  );
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  const lines = rows.map(([left, help]) => left.padEnd(width) + help.replace(/\n/g, `\n${' '.repeat(width)}`));
  const usage = `Usage: npx --no ${synopsis}\n\n${about}\n\n${lines.join('\n')}\n\n${notes}`;
  const command = async (args: readonly string[], env: Environment, streams: Streams): Promise<number> => {
    let parsed;
    try {
      parsed = parseArgs({ args: [...args], options, allowPositionals });
    } catch (error) {
      throw new UsageError(describeArguments(error, Object.keys(options)));
    }
    const { help } = parsed.values as { readonly help?: boolean };
    if (!help) return run(parsed as unknown as Parsed<Own>, env, streams);
    streams.out(usage);
    return 0;
  };
  return Object.assign(command, { usage });
}

/** Leaves out what was given, which may be a secret. */
function describeArguments(error: unknown, options: readonly string[]): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message; // it names the option
  const what = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? 'An option is unknown' : 'There is an argument too many';
  return `${what}. Expected ${options.map((name) => `--${name}`).join(', ')}.`;
}

export function toNumber(name: string, text: string, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`--${name} is ${quoteSafely(text)}. Expected an integer from ${min} to ${max}.`);
}
