import { currencyExponent, isAmount } from './currency.js';
import { own } from './own.js';
import type { AttemptReport, Problem, ProxyConfig, RememberedAttempt } from './schema.js';

/**
 * Reads the JSON that a page gets, as the schemas of the same names say. Those need a library that would be a tenth of the
 * script; they are what the proxy works with, and what these functions are tested against.
 */

type Check = (value: unknown) => boolean;

/** A check for each member of a shape, of those that are there. */
type Checks<T> = Readonly<Record<keyof T, Check>>;

const anything: Check = () => true;
const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isCurrency: Check = (value) => isText(value) && currencyExponent(value as string) !== undefined;
const isStatus: Check = (value) => Number.isInteger(value) && (value as number) >= 100 && (value as number) < 600;
const oneOf =
  (...texts: readonly unknown[]): Check =>
  (value) =>
    texts.includes(value);

/**
 * Reads the own members of an object that `checks` names, each once. Unknown members are ignored.
 * @param orMissing - whether to drop a wrong member; by default one wrong member makes the result `undefined`
 */
function membersOf<T>(json: unknown, checks: Checks<T>, orMissing = false): Partial<T> | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const given = own(json) as Record<string, unknown>;
  const found = own<Record<string, unknown>>({});
  for (const [name, fits] of Object.entries<Check>(checks)) {
    if (!(name in given)) continue;
    const isRight = fits(given[name]);
    if (!isRight && !orMissing) return undefined;
    found[name] = isRight ? given[name] : undefined;
  }
  return found as Partial<T>;
}

/** The answer of `GET {proxy-url}/config`. No wrong member takes the others with it. */
export function parseConfig(json: unknown): ProxyConfig | undefined {
  return membersOf<ProxyConfig>(
    json,
    {
      mode: oneOf('test', 'live'),
      idempotency: isFlag,
      recovery: isFlag,
      encryption_key: anything,
    },
    true,
  );
}

/** An error body. It loses the code that asks for another amount if it does not name one that can be asked for. */
export function parseProblem(json: unknown): Problem | undefined {
  const problem = membersOf<Problem>(json, {
    title: isText,
    detail: isText,
    code: isText,
    outcome: oneOf('not_charged', 'unknown'),
    amount: isAmount,
    currency: isCurrency,
  });
  if (problem?.code === 'amount_changed' && !(problem.amount && problem.currency)) delete problem.code;
  return problem;
}

/** The answer of `GET {proxy-url}/attempts/{key}`. */
export function parseReport(json: unknown): AttemptReport | undefined {
  const report = membersOf<AttemptReport>(json, {
    state: oneOf('processing', 'succeeded', 'failed', 'unknown'),
    amount: isAmount,
    currency: isCurrency,
    status: isStatus,
    payment: anything,
    error: anything,
  });
  return report?.state && (report as AttemptReport);
}

/** What a page has kept of an attempt. Strict: with anything besides, it is not what was kept. */
export function parseRemembered(json: unknown): RememberedAttempt | undefined {
  const attempt = membersOf<RememberedAttempt>(json, {
    idempotencyKey: isText,
    reference: isText,
    startedAt: Number.isSafeInteger,
  });
  const isAll = attempt && Object.keys(json as object).length === Object.keys(attempt).length;
  const isWhole = isAll && attempt.idempotencyKey !== undefined && attempt.startedAt !== undefined;
  return isWhole ? (attempt as RememberedAttempt) : undefined;
}
