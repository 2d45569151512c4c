import { SETTINGS, type Setting } from './settings.js';

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

/** The help of the command. */
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
