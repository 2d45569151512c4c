import { inspect } from 'node:util';
import type { SeenExchange } from '../fault-proxy.js';
import type { BrowserViolation } from './run-browser.js';
import type { Violation } from './run.js';

/** The full record of a violation, and the command that repeats it. */
export function describeViolation({ order, problems, story }: Violation, seed: number): string {
  const { plan, made, told, charges, behind } = story;
  return [
    `\nVIOLATION, seed ${seed}, order ${order}. To repeat it: npm run test:faults -- --seed ${seed} --only ${order}`,
    ...problems.map((problem) => `  ${problem}`),
    `plan: ${inspect(plan, { depth: Infinity, breakLength: 120, compact: 4 })}`,
    ...told.map(({ attempt, key, by, word, code = '', then }) => {
      return `attempt ${attempt} (${key}), ${by}: ${word} ${code}; charges then: ${then.length}`;
    }),
    ...made.flatMap(({ attempt, seen }) => seen.map((exchange) => `before, attempt ${attempt}: ${describe(exchange)}`)),
    ...behind.map((exchange) => `behind: ${describe(exchange)}`),
    ...charges.map((charge) => `charge: ${JSON.stringify(charge)}`),
  ].join('\n');
}

/** The same for a violation in the browser. */
export function describeBrowserViolation({ order, story }: BrowserViolation, seed: number): string {
  const { plan, heard, sights, charges, seen, behind, problems } = story;
  return [
    `\nVIOLATION in the browser, seed ${seed}, order ${order}; to repeat it: npm run test:faults -- --seed ${seed} --only browser-${order}`,
    ...problems.map((problem) => `  ${problem}`),
    `plan: ${inspect(plan, { depth: Infinity, breakLength: 120, compact: 4 })}`,
    ...heard.map((event) => `heard: ${JSON.stringify(event)}`),
    ...sights.map((sight) => `seen: ${JSON.stringify(sight)}`),
    ...seen.map((exchange) => `before: ${describe(exchange)}`),
    ...behind.map((exchange) => `behind: ${describe(exchange)}`),
    `charges: ${charges}`,
  ].join('\n');
}

function describe({ method, path, headers, fault, deeds, answers }: SeenExchange): string {
  const done = deeds.map(({ what, at }) => `${what} ${Math.round(at)}`).join(', ');
  const answered = answers.map(({ status, body }) => `${status} ${body.slice(0, 120)}`).join(' | ');
  return `${method} ${path} ${headers['idempotency-key'] ?? ''} ${JSON.stringify(fault)}: ${done} -> ${answered}`;
}
