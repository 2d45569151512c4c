import { config, createCommand, flag } from './command-line.js';
import { startProgram } from './server.js';
import { toOptions } from './proxy-options.js';
import {
  describeProblems,
  findSettings,
  unknownNames,
  PROGRAM_SETTINGS,
  type Setting,
  type ProgramSettings,
} from './settings.js';

export const runProxy = createCommand({
  synopsis: 'payment-widget-proxy start [options]',
  about: 'Runs the payment proxy as a program, for shops in any language.',
  options: { config, check: flag('checks the settings, prints each wrong one, and exits with 0 or 1') },
  notes: `Settings are environment variables. NAME_FILE is the path of a file with the value of NAME.
The file of --config has lines NAME=value. Lists are separated by spaces or commas.

${Object.entries<Setting>(PROGRAM_SETTINGS).map(describe).join('\n')}`,
  async run({ values: { config: file, check } }, env, streams) {
    const unknown = unknownNames(env);
    if (unknown.length > 0) streams.error(`Not a setting, so without effect: ${unknown.join(', ')}\n`);
    const reading = findSettings(env, file);
    const { options, problems } = await toOptions(reading.settings, reading.problems);
    if (problems.length > 0) {
      streams.error(`${describeProblems(problems)}\n`);
      return 1;
    }
    if (!check) return startProgram(reading.settings as ProgramSettings, options, streams.out);
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
