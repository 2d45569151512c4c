import results from '../../bench/results.json' with { type: 'json' };
import type { Results } from '../../bench/results.js';
import { reportTables } from '../../bench/table.js';
import { FILES } from '../files.js';
import { MINIMAL_CSP } from '../strict-page.js';
import { code, fenced, table } from './markdown.js';
import { runAttempts } from 'payment-widget-proxy/command/list-command';
import { METRICS, type Metric } from 'payment-widget-proxy/command/metrics';
import { runResolve } from 'payment-widget-proxy/command/resolve-command';
import { PROGRAM_EVENTS } from 'payment-widget-proxy/command/server';
import { PROGRAM_SETTINGS } from 'payment-widget-proxy/command/settings';
import { runStore } from 'payment-widget-proxy/command/store-command';
import { LOG_EVENTS, toText, type Text } from 'payment-widget-proxy/log/events';
import { GROUPS } from 'payment-widget-testing/check-proxy/run';
import { runCheckProxy } from 'payment-widget-testing/command/check-proxy';
import { runSandbox } from 'payment-widget-testing/command/sandbox';
import { SCENARIOS } from 'payment-widget-testing/sandbox/scenarios';

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
      PROGRAM_SETTINGS.map(({ name, default: value, isRequired, description, example }) => [
        code(name),
        value === undefined ? (isRequired ? 'required' : '') : code(value),
        value === undefined && example !== undefined ? `${description} Example: ${code(example)}.` : description,
      ]),
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
      Object.entries(FILES).map(([file, { purpose }]) => [code(file), purpose.replace('<payment-widget>', '`$&`')]),
    ),

  /** When a page loads each file of `dist/browser`, and what happens without it. */
  loading: () =>
    table(
      ['File', 'Loaded', 'If it is missing'],
      Object.entries(FILES).map(([file, { loaded, ifMissing }]) => [code(file), loaded, ifMissing]),
    ),

  /** The results of the last full run of `bench/bench.ts`. */
  benchmark: () => reportTables(results as unknown as Results),
};

function eventTable(events: Readonly<Record<string, readonly [level: string, message: Text]>>): string {
  const rows = Object.entries(events).map(([event, [level, message]]) => [code(event), level, toText(message)]);
  return table(['Event', 'Level', 'Message'], rows);
}
