import type { Environment, Streams } from '../command-line.js';
import { describeProblems } from '../settings/describe-problems.js';
import { helpOfProxy } from '../settings/help.js';
import { parseStrictly } from '../commands/operator-command.js';
import { toOptions } from '../settings/proxy-options.js';
import { startProgram } from './server.js';
import { findSettings, type Settings } from '../settings/settings.js';

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
    streams.error(describeProblems(problems));
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
  const options = { config: string, check: flag, help: { ...flag, short: 'h' } } as const;
  return parseStrictly({ args: [...args], options }).values;
}
