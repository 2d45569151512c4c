import type { Check, Requirement } from '../../src/check-proxy/check.js';
import { GROUPS } from '../../src/check-proxy/checks.js';
import { USAGE } from '../../src/check-proxy/command.js';
import { code, fenced, table } from './markdown.js';

/** What to add to the command for a check to run. Other requirements are met by the proxy. */
const NEEDS: Readonly<Partial<Record<Requirement, string>>> = {
  'stand-in': '`--service`',
  service: '`--service`',
  idempotency: '`idempotency`',
  recovery: '`recovery`',
  origin: '`--origin`',
  tokens: '`ORDER_TOKEN_SECRET`',
};

/** The command line tool. */
export const checkProxyBlocks = {
  cli: () => fenced('text', USAGE),

  'check-proxy': () =>
    GROUPS.map(({ name, checks }) =>
      [
        `**${name}**`,
        table(
          ['Check', 'Rule', 'Needs'],
          checks.map((check) => [code(check.id), check.proves, needsOf(check)]),
        ),
      ].join('\n\n'),
    ).join('\n\n'),
};

function needsOf({ needs = [] }: Check): string {
  return [...new Set(needs.map((need) => NEEDS[need]).filter(Boolean))].join(', ');
}
