import type { Environment, Streams } from '../command-line.js';
import {
  describeProblems,
  findSettings,
  unknownNames,
  type Settings,
  SETTINGS,
  type Setting,
} from '../settings/settings.js';
import { parseStrictly } from '../commands/operator-command.js';
import { toOptions } from '../settings/proxy-options.js';
import { startProgram } from './server.js';

export async function runProxy(args: readonly string[], env: Environment, streams: Streams): Promise<number> {
  const { config, check, help } = parse(args);
  if (help) {
    streams.out(helpOfProxy());
    return 0;
  }
  const unknown = unknownNames(env);
  if (unknown.length > 0) streams.error(`Not a setting, so without effect: ${unknown.join(', ')}\n`);
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

const INTRODUCTION = `Usage: npx --no payment-widget proxy [options]

Runs the payment proxy as a program, for shops in any language.

  --config <file>  reads settings from a file of NAME=value lines; the environment wins over it
  --check          checks the settings, prints each wrong one, and exits with 0 or 1
  --help           prints this help

Settings are environment variables. NAME_FILE is the path of a file with the value of NAME.
Lists are separated by spaces or commas.
`;

const WIDTH = 100;
const INDENT = '      ';

export function helpOfProxy(): string {
  return [INTRODUCTION, ...Object.entries(SETTINGS).map(describe)].join('\n');
}

function describe([name, setting]: [string, Setting]): string {
  const { description, default: value, example, isRequired } = setting;
  const notes = [
    ...(isRequired ? ['Required.'] : []),
    ...(value === undefined ? [] : [`Default: ${value}`]),
    ...(value === undefined && example !== undefined ? [`Example: ${example}`] : []),
  ];
  const text = [description.replace(/`/g, ''), ...notes].join(' ');
  return `  ${name}\n${wrap(text)}\n`;
}

function wrap(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (INDENT.length + line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => INDENT + line).join('\n');
}
