import { formatAttempts } from '../../src/program/commands/attempts-table.js';
import { USAGE as ATTEMPTS } from '../../src/program/commands/list-command.js';
import { PROGRAM_EVENTS } from '../../src/program/server/log-lines.js';
import { METRICS, type Metric } from '../../src/program/server/metrics.js';
import { USAGE as RESOLVE } from '../../src/program/commands/resolve-command.js';
import { SETTINGS, type Setting } from '../../src/program/settings/settings.js';
import { USAGE as SANDBOX } from '../../src/program/commands/sandbox-command.js';
import { USAGE as STORE } from '../../src/program/commands/store-command.js';
import { formatLine } from '../../src/proxy/log.js';
import type { ListedAttempt } from '../../src/proxy/index.js';
import { code, fenced, table } from './markdown.js';

const COMMANDS: Readonly<Record<string, string>> = {
  attempts: ATTEMPTS,
  resolve: RESOLVE,
  sandbox: SANDBOX,
  store: STORE,
};

const UNKNOWN: ListedAttempt = {
  attempt: '3b1f0c9a7d52',
  key: 'Zk3qZJ7xk1n0m5v8s2d4f6g9h1j3k5l7q9w2e4r6t8y',
  reference: 'order-1042',
  state: 'unknown',
  since: new Date('2026-03-01T02:58:41Z'),
  amount: 4999,
  currency: 'EUR',
};

/** The command that runs the proxy. */
export const programBlocks = {
  'program-settings': () =>
    table(
      ['Setting', 'Default', 'Description'],
      Object.entries<Setting>(SETTINGS).map(([name, setting]) => [
        code(name),
        setting.default === undefined ? (setting.isRequired ? 'required' : '') : code(setting.default),
        describe(setting),
      ]),
    ),

  metrics: () =>
    table(
      ['Metric', 'Type', 'Labels', 'Description'],
      Object.entries<Metric>(METRICS).map(([name, { type, labels = {}, help }]) => [
        code(name),
        type,
        Object.entries(labels)
          .map(([label, values]) => `${code(label)}${values.length > 0 ? `: ${values.map(code).join(', ')}` : ''}`)
          .join('; '),
        help,
      ]),
    ),

  'program-events': () =>
    table(
      ['Event', 'Level', 'Meaning'],
      Object.entries(PROGRAM_EVENTS).map(([event, [level, message]]) => [code(event), level, message]),
    ),

  /** `command NAME`: the help of a command. */
  command: (name = '') => fenced('text', COMMANDS[name] ?? ''),
  /** An example of the table that `attempts` prints. */
  'attempts-table': () => fenced('text', formatAttempts([UNKNOWN])),
  /** An example of a line that `attempts --json` prints. */
  'attempts-line': () => fenced('json', formatLine(UNKNOWN)),
};

function describe({ description, default: value, example }: Setting): string {
  return value === undefined && example !== undefined ? `${description} Example: ${code(example)}.` : description;
}
