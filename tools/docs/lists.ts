import results from '../../bench/results.json' with { type: 'json' };
import type { Results } from '../../bench/results.js';
import { reportTables } from '../../bench/table.js';
import { FILE_PURPOSES } from '../file-purposes.js';
import { MINIMAL_CSP } from '../strict-page.js';
import { code, fenced, table } from './markdown.js';
import { runAttempts } from '../../packages/proxy/src/command/list-command.js';
import { METRICS, type Metric } from '../../packages/proxy/src/command/metrics.js';
import { runResolve } from '../../packages/proxy/src/command/resolve-command.js';
import { PROGRAM_EVENTS } from '../../packages/proxy/src/command/server.js';
import { PROGRAM_SETTINGS, type SettingRow } from '../../packages/proxy/src/command/settings.js';
import { runStore } from '../../packages/proxy/src/command/store-command.js';
import { LOG_EVENTS } from '../../packages/proxy/src/log/events.js';
import { GROUPS } from '../../packages/testing/src/check-proxy/run.js';
import { runCheckProxy } from '../../packages/testing/src/command/check-proxy.js';
import { runSandbox } from '../../packages/testing/src/command/sandbox.js';
import { SCENARIOS } from '../../packages/testing/src/sandbox/scenarios.js';

const COMMANDS: Readonly<Record<string, string>> = {
  attempts: runAttempts.usage,
  'check-proxy': runCheckProxy.usage,
  resolve: runResolve.usage,
  sandbox: runSandbox.usage,
  store: runStore.usage,
};

/** Lists that the code has as data. */
export const listBlocks = {
  'program-settings': () =>
    table(
      ['Setting', 'Default', 'Description'],
      Object.entries<SettingRow>(PROGRAM_SETTINGS).map(
        ([name, { default: value, isRequired, description, example }]) => [
          code(name),
          value === undefined ? (isRequired ? 'required' : '') : code(value),
          value === undefined && example !== undefined ? `${description} Example: ${code(example)}.` : description,
        ],
      ),
    ),

  metrics: () =>
    table(
      ['Metric', 'Type', 'Labels', 'Description'],
      Object.entries<Metric>(METRICS).map(([name, [type, help, labels = {}]]) => [
        code(name),
        type,
        Object.entries(labels)
          .map(([label, values]) => `${code(label)}${values.length > 0 ? `: ${values.map(code).join(', ')}` : ''}`)
          .join('; '),
        help,
      ]),
    ),

  'program-events': () => eventTable(PROGRAM_EVENTS),
  'log-events': () => eventTable(LOG_EVENTS),

  /** `command NAME`: the help of a command. */
  command: (name = '') => fenced('text', COMMANDS[name] ?? ''),

  'check-proxy': () =>
    table(
      ['Check', 'Rule'],
      GROUPS.flatMap(({ checks }) => Object.entries(checks).map(([id, { proves }]) => [code(id), proves])),
    ),

  scenarios: () =>
    table(
      ['Card number', 'What happens', 'Outcome', 'Charges', 'ID'],
      SCENARIOS.map(({ card, description, outcome, charges, id }) => [
        code(card.replace(/\d{4}(?=\d)/g, '$& ')),
        description,
        outcome.replace('_', ' '),
        String(charges),
        code(id),
      ]),
    ),

  policy: () => fenced('text', MINIMAL_CSP),

  /** Files of `dist/browser`. */
  files: () =>
    table(
      ['File', 'Purpose'],
      Object.entries(FILE_PURPOSES).map(([file, purpose]) => [code(file), purpose.replace('<payment-widget>', '`$&`')]),
    ),

  /** The results of the last full run of `bench/bench.ts`. */
  benchmark: () => reportTables(results as unknown as Results),
};

function eventTable(events: Readonly<Record<string, readonly [level: string, message: string]>>): string {
  const rows = Object.entries(events).map(([event, [level, message]]) => [code(event), level, message]);
  return table(['Event', 'Level', 'Message'], rows);
}
