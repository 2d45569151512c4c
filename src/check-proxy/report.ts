import type { Finding } from './check.js';
import type { Mode } from '../contract/protocol.js';
import type { Ways } from './hints.js';

/** How many checks came to what. */
export interface Summary {
  readonly passed: number;
  readonly warnings: number;
  readonly failed: number;
  readonly unchecked: number;
}

export function summarize(findings: readonly Finding[]): Summary {
  const count = (result: Finding['result']) => findings.filter((finding) => finding.result === result).length;
  return {
    passed: count('pass'),
    warnings: count('warning'),
    failed: count('failure'),
    unchecked: count('unchecked'),
  };
}

const WORDS: Readonly<Record<Finding['result'], string>> = {
  pass: 'pass',
  warning: 'WARNING',
  failure: 'FAIL',
  unchecked: 'not checked',
};

const COLOURS: Readonly<Record<Finding['result'], number>> = { pass: 32, warning: 33, failure: 31, unchecked: 2 };

const FIRST = 13;
const SECOND = 19;

/** The table, row by row, as the rows come. */
export class TableReport {
  readonly #isColoured: boolean;
  #group = '';

  constructor(isColoured: boolean) {
    this.#isColoured = isColoured;
  }

  row(finding: Finding): string {
    const { group, id, proves, result, found, mend, missing } = finding;
    const heading = group === this.#group ? '' : `\n${group}\n`;
    this.#group = group;
    const indent = ' '.repeat(FIRST + SECOND + 2);
    const word = WORDS[result].padEnd(FIRST);
    const said = this.#isColoured ? `\u001B[${COLOURS[result]}m${word}\u001B[0m` : word;
    const lines = [
      // Many lack the same, so that takes no line of its own.
      `  ${said}${id.padEnd(SECOND)}${proves}${missing && found ? `. ${found}` : ''}`,
      ...(found && !missing ? [`${indent}${found}`] : []),
      ...(mend ? [`${indent}→ ${mend}`] : []),
    ];
    return `${heading}${lines.join('\n')}\n`;
  }

  end({ passed, warnings, failed, unchecked }: Summary, notes: readonly string[]): string {
    const counts = `${passed} passed, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, ${failed} failed, ${unchecked} not checked`;
    return `\n${[...notes, counts].join('\n')}\n`;
  }
}

/** How to have those checks run that lack the same, once for all of them. */
export function lacksOf(findings: readonly Finding[], ways: Ways): string[] {
  const lacks = [
    ['payment', 'a payment that is accepted', 'See "payment".'],
    ['stand-in', 'the stand-in of the service', ways.standIn],
    ['service', 'a proxy that sends to the stand-in', 'See "stand-in".'],
    ['origin', 'an origin that may use the proxy', ways.origin],
  ] as const;
  return lacks.flatMap(([need, what, way]) => {
    const count = findings.filter(({ missing }) => missing === need).length;
    return count > 0 ? [`${count} ${count === 1 ? 'check needs' : 'checks need'} ${what}. ${way}`] : [];
  });
}

/** All at once, for programs. */
export function toJson(url: string, mode: Mode | undefined, findings: readonly Finding[]): string {
  return `${JSON.stringify({ url, mode: mode ?? null, ...summarize(findings), checks: findings }, null, 2)}\n`;
}
