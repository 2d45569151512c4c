import { createCommand, flag, string } from '../command-line.js';
import { startProgram } from '../server/server.js';
import { toOptions } from '../settings/proxy-options.js';
import {
  describeProblems,
  findSettings,
  unknownNames,
  SETTINGS,
  type Setting,
  type Settings,
} from '../settings/settings.js';

export const USAGE = `Usage: npx --no payment-widget-proxy start [options]

Runs the payment proxy as a program, for shops in any language.

  --config <file>  reads settings from a file of NAME=value lines; the environment wins over it
  --check          checks the settings, prints each wrong one, and exits with 0 or 1
  --help           prints this help

Settings are environment variables. NAME_FILE is the path of a file with the value of NAME.
Lists are separated by spaces or commas.

${Object.entries<Setting>(SETTINGS).map(describe).join('\n')}`;

export const runProxy = createCommand({
  usage: USAGE,
  options: { config: string, check: flag },
  async run({ values: { config, check } }, env, streams) {
    const unknown = unknownNames(env);
    if (unknown.length > 0) streams.error(`Not a setting, so without effect: ${unknown.join(', ')}\n`);
    const reading = findSettings(env, config);
    const { options, problems } = await toOptions(reading.settings, reading.problems);
    if (problems.length > 0) {
      streams.error(`${describeProblems(problems)}\n`);
      return 1;
    }
    if (!check) return startProgram(reading.settings as Settings, options, streams.out);
    streams.out('All settings are valid.\n');
    return 0;
  },
});

function describe([name, { description, default: value, example, isRequired }]: [string, Setting]): string {
  const note = value === undefined ? example && `Example: ${example}` : `Default: ${value}`;
  const notes = [isRequired && 'Required.', note].filter(Boolean);
  const text = [description.replace(/`/g, ''), ...notes].join(' ');
  return `  ${name}\n${text.replace(/(.{1,94})(?: |$)/g, '      $1\n')}`;
}
