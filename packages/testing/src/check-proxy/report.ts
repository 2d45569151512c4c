import type { Finding } from './check.js';
import { REQUIREMENTS } from './requirements.js';
import type { Mode } from 'payment-widget/contract';

export function summarize(findings: readonly Finding[]) {
  const count = (result: Finding['result']) => findings.filter((finding) => finding.result === result).length;
  return {
    passed: count('pass'),
    warnings: count('warning'),
    failed: count('failure'),
    unchecked: count('unchecked'),
  };
}

/** `12 passed, 1 warning, 0 failed, 3 not checked` */
export function formatSummary({ passed, warnings, failed, unchecked }: ReturnType<typeof summarize>): string {
  return `${passed} passed, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, ${failed} failed, ${unchecked} not checked`;
}

const LABELS: Readonly<Record<Finding['result'], string>> = {
  pass: 'pass',
  warning: 'WARNING',
  failure: 'FAIL',
  unchecked: 'not checked',
};

const RESULT_WIDTH = 13;
const ID_WIDTH = 19;

export function formatRow(finding: Finding, previous: Finding | undefined): string {
  const { group, id, proves, result, found, fix, missing } = finding;
  const heading = group === previous?.group ? '' : `\n${group}\n`;
  const indent = ' '.repeat(RESULT_WIDTH + ID_WIDTH + 2);
  const label = LABELS[result].padEnd(RESULT_WIDTH);
  const lines = [
    // Many checks miss the same requirement, so it takes no line of its own.
    `  ${label}${id.padEnd(ID_WIDTH)}${proves}${missing && found ? `. ${found}` : ''}`,
    ...(found && !missing ? [`${indent}${found}`] : []),
    ...(fix ? [`${indent}→ ${fix}`] : []),
  ];
  return `${heading}${lines.join('\n')}\n`;
}

export function missingHints(findings: readonly Finding[]): string[] {
  return Object.entries(REQUIREMENTS).flatMap(([requirement, { what, hint }]) => {
    const count = findings.filter(({ missing }) => missing === requirement).length;
    return count > 0 && hint ? [`${count} ${count === 1 ? 'check needs' : 'checks need'} ${what}. ${hint}`] : [];
  });
}

/** The report for `--json`. Member names are part of the command's interface. */
export function toJson(url: string, mode: Mode | undefined, findings: readonly Finding[]): string {
  const checks = findings.map(({ fix, missing, ...finding }) => ({
    ...finding,
    ...(fix && { mend: fix }),
    ...(missing && { missing }),
  }));
  return `${JSON.stringify({ url, mode: mode ?? null, ...summarize(findings), checks }, null, 2)}\n`;
}
