import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { codesOf } from '../../log.js';
import type { SettingProblem } from './settings.js';

type Values = Readonly<Record<string, string | undefined>>;

interface Sources {
  readonly values: Map<string, string>;
  readonly problems: SettingProblem[];
}

export function readSources(
  known: readonly string[],
  wanted: readonly string[],
  env: Values,
  file: string | undefined,
): Sources {
  const values = new Map<string, string>();
  const problems: SettingProblem[] = [];
  const own = file === undefined ? {} : readConfig(file, problems);
  for (const name of Object.keys(own)) {
    if (isKnown(name, known)) continue;
    problems.push({ name, text: `${name} in ${file ?? ''} is not a setting. For all settings, see --help.` });
  }
  for (const name of wanted) {
    const source = [env, own].find((each) => each[name] !== undefined || each[`${name}_FILE`] !== undefined);
    if (source) readValue(name, source, values, problems);
  }
  return { values, problems };
}

function readConfig(file: string, problems: SettingProblem[]): Values {
  try {
    const text = readFileSync(file, 'utf8');
    return parseEnv(withoutWrongLines(text, file, problems));
  } catch (error) {
    problems.push({ name: '--config', text: `The file ${file} cannot be read (${codesOf(error)}).` });
    return {};
  }
}

/** `parseEnv` would join a line that is not an assignment with the next one, into a name that may contain a secret. */
function withoutWrongLines(text: string, file: string, problems: SettingProblem[]): string {
  const quoted = /=[ \t]*(["'`])[^]*?\1/g;
  const lines = text.replace(quoted, (value) => `=${value.replace(/[^\n]/g, '')}`.replace(/\n/g, '\n#')).split('\n');
  const isRight = lines.map((line) => /^\s*(#|$)|^\s*(export\s+)?\w+\s*=/.test(line));
  for (const [index, right] of isRight.entries()) {
    if (right) continue;
    problems.push({ name: '--config', text: `Line ${index + 1} of ${file} is not valid. Expected NAME=value.` });
  }
  return text
    .split('\n')
    .filter((_, index) => isRight[index])
    .join('\n');
}

function readValue(name: string, source: Values, values: Map<string, string>, problems: SettingProblem[]): void {
  const fileName = `${name}_FILE`;
  const path = source[fileName];
  if (source[name] !== undefined && path !== undefined) {
    problems.push({ name, text: `${name} and ${fileName} are both set. Remove one of them.` });
    return;
  }
  const value = path === undefined ? source[name] : readSecret(name, fileName, path, problems);
  if (value === undefined) return;
  const trimmed = value.trim();
  if (trimmed !== '') values.set(name, trimmed);
  else
    problems.push({ name, text: `${path === undefined ? name : fileName} is empty. Expected a value, or remove it.` });
}

function readSecret(name: string, fileName: string, path: string, problems: SettingProblem[]): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // Without the path: it may be the secret itself.
    const text = `${fileName} is not a file that can be read (${codesOf(error)}). Expected the path of a file with the value.`;
    problems.push({ name, text });
    return undefined;
  }
}

export const isKnown = (name: string, known: readonly string[]) => known.includes(name.replace(/_FILE$/, ''));
