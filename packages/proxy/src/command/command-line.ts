import { parseArgs, type ParseArgsConfig } from 'node:util';

export interface Streams {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** @returns the exit code */
export type Run = (args: readonly string[], env: Environment, streams: Streams) => Promise<number>;

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
