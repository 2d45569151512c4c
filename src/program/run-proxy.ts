import { parseArgs } from 'node:util';
import { UsageError } from '../check-proxy/address.js';
import type { Environment, Streams } from '../check-proxy/command.js';
import { helpOfProxy } from './help.js';
import { toOptions } from './proxy-options.js';
import { startProgram } from './server.js';
import { findSettings, type SettingProblem, type Settings } from './settings.js';

/** Runs the proxy as a program, until a signal ends it. Returns the exit code. */
export async function runProxy(args: readonly string[], env: Environment, streams: Streams): Promise<number> {
  const { config, check, help } = parse(args);
  if (help) {
    streams.out(helpOfProxy());
    return 0;
  }
  const reading = findSettings(env, config);
  const { options, problems } = await toOptions(reading.settings, reading.problems);
  if (problems.length > 0) {
    streams.error(describe(problems));
    return 1;
  }
  if (check) {
    streams.out('All settings are valid.\n');
    return 0;
  }
  return startProgram(reading.settings as Settings, options, streams.out);
}

function parse(args: readonly string[]) {
  const [flag, string] = [{ type: 'boolean', default: false }, { type: 'string' }] as const;
  try {
    const options = { config: string, check: flag, help: { ...flag, short: 'h' } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function describe(problems: readonly SettingProblem[]): string {
  const [head, tail] = [
    problems.length === 1 ? 'A setting is wrong:' : `${problems.length} settings are wrong:`,
    'For all settings, run: npx --no payment-widget proxy --help',
  ];
  return `${[head, ...problems.map(({ text }) => `- ${text}`), tail].join('\n')}\n`;
}
