import type { SettingProblem } from './settings.js';

/** Wrong settings, as commands print them. */
export function describeProblems(problems: readonly SettingProblem[]): string {
  const [head, tail] = [
    problems.length === 1 ? 'A setting is wrong:' : `${problems.length} settings are wrong:`,
    'For all settings, run: npx --no payment-widget proxy --help',
  ];
  return `${[head, ...problems.map(({ text }) => `- ${text}`), tail].join('\n')}\n`;
}
