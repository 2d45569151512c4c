import { isAmount } from './amount.js';
import { currencyExponent } from './currency.js';
import { isReference } from './order.js';
import type { ErrorOutcome } from './errors.js';
import type { Mode } from './protocol.js';
import { own } from './security.js';

/** The response of `GET {proxy-url}/config`. An invalid member counts as missing, so that it does not invalidate the others. */
export interface ProxyConfig {
  mode?: Mode | undefined;
  idempotency?: boolean | undefined;
  recovery?: boolean | undefined;
  networks?: boolean | undefined;
  brands?: string[] | undefined;
  next_action?: boolean | undefined;
  /** The order of the token, for a form that does not trust the page around it. */
  order?: { reference: string; amount: number; currency: string } | undefined;
}

/** The members of an error body that the widget reads: RFC 9457 problem details with `code` and `outcome`. */
export interface Problem {
  title?: string | undefined;
  detail?: string | undefined;
  code?: string | undefined;
  outcome?: ErrorOutcome | undefined;
  amount?: number | undefined;
  currency?: string | undefined;
}

/**
 * The outcome of an attempt, the response of `GET {proxy-url}/attempts`. `status` and `payment` or `error` are
 * the status and the body of the payment's response. `unknown` with 202 is a payment that the service has accepted and
 * not finished.
 */
export interface AttemptReport {
  state: 'processing' | 'succeeded' | 'failed' | 'unknown';
  amount?: number | undefined;
  currency?: string | undefined;
  status?: number | undefined;
  payment?: unknown;
  error?: unknown;
  next_action?: unknown;
}

/** An attempt that the page stores, to resume after a reload. */
export interface RememberedAttempt {
  idempotencyKey: string;
  reference?: string | undefined;
  /** In ms since 1970. */
  startedAt: number;
  /** The shopper was sent to another page, and the outcome is not shown yet. */
  action?: true | undefined;
}

/**
 * Parsers for the JSON that the browser receives. Each agrees with the proxy's zod schema (tested): zod would be a tenth
 * of the script.
 */

type Check = (value: unknown) => boolean;

type Checks<T> = Readonly<Record<keyof T, Check>>;

const isAny: Check = () => true;
const isString: Check = (value) => typeof value === 'string';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isStrings: Check = (value) => Array.isArray(value) && value.every(isString);
const isCurrency: Check = (value) => isString(value) && currencyExponent(value as string) !== undefined;
const isStatus: Check = (value) => Number.isInteger(value) && (value as number) >= 100 && (value as number) < 600;
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);

/** @param dropInvalid - whether to ignore an invalid member; by default it makes the result `undefined` */
function readMembers<T>(json: unknown, checks: Checks<T>, dropInvalid = false): Partial<T> | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const given = own(json) as Record<string, unknown>;
  const found = own<Record<string, unknown>>({});
  for (const [name, isMember] of Object.entries<Check>(checks)) {
    if (!(name in given)) continue;
    const isValid = isMember(given[name]);
    if (!isValid && !dropInvalid) return undefined;
    found[name] = isValid ? given[name] : undefined;
  }
  return found as Partial<T>;
}

/** `undefined` if it is not an object. */
export function parseConfig(json: unknown): ProxyConfig | undefined {
  const config = readMembers<ProxyConfig>(
    json,
    {
      mode: oneOf('test', 'live'),
      idempotency: isBoolean,
      recovery: isBoolean,
      networks: isBoolean,
      brands: isStrings,
      next_action: isBoolean,
      order: isAny,
    },
    true,
  );
  if (config && 'order' in config) config.order = parseOrder(config.order);
  return config;
}

function parseOrder(json: unknown): ProxyConfig['order'] {
  const order = readMembers<NonNullable<ProxyConfig['order']>>(json, {
    reference: isReference,
    amount: isAmount,
    currency: isCurrency,
  });
  return order?.reference && order.amount && order.currency ? (order as ProxyConfig['order']) : undefined;
}

/** Drops the code `amount_changed` unless amount and currency are valid. */
export function parseProblem(json: unknown): Problem | undefined {
  const problem = readMembers<Problem>(json, {
    title: isString,
    detail: isString,
    code: isString,
    outcome: oneOf('not_charged', 'unknown'),
    amount: isAmount,
    currency: isCurrency,
  });
  if (problem?.code === 'amount_changed' && !(problem.amount && problem.currency)) delete problem.code;
  return problem;
}

/** `undefined` if it is invalid. */
export function parseReport(json: unknown): AttemptReport | undefined {
  const report = readMembers<AttemptReport>(json, {
    state: oneOf('processing', 'succeeded', 'failed', 'unknown'),
    amount: isAmount,
    currency: isCurrency,
    status: isStatus,
    payment: isAny,
    error: isAny,
    next_action: isAny,
  });
  return report?.state && (report as AttemptReport);
}

/** Parses a stored attempt. Strict: any other member makes it invalid. */
export function parseRemembered(json: unknown): RememberedAttempt | undefined {
  const attempt = readMembers<RememberedAttempt>(json, {
    idempotencyKey: isString,
    reference: isString,
    startedAt: Number.isSafeInteger,
    action: oneOf(true),
  });
  const hasNoOther = attempt && Object.keys(json as object).length === Object.keys(attempt).length;
  const isComplete = hasNoOther && attempt.idempotencyKey !== undefined && attempt.startedAt !== undefined;
  return isComplete ? (attempt as RememberedAttempt) : undefined;
}
