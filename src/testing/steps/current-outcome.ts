import { checkOptions, OutcomeError, PaymentTestError } from './errors.js';
import type { SeenOutcome, Snapshot } from './inspect.js';
import { OUTCOMES, type Outcome, type OutcomeOptions, type PaymentResult } from './options.js';

/** An outcome as a step returns it, without empty members. */
export function toResult({
  outcome,
  code,
  reference,
}: Pick<SeenOutcome, 'outcome' | 'code' | 'reference'>): PaymentResult {
  return { outcome, ...(code && { code }), ...(reference !== undefined && { reference }) };
}

/** The outcome in the query of `return-url`. */
export function outcomeInQuery(url: string): PaymentResult | undefined {
  const query = new URL(url, 'http://localhost').searchParams;
  const outcome = query.get('outcome');
  if (outcome !== 'paid' && outcome !== 'pending') return undefined;
  return toResult({ outcome, code: undefined, reference: query.get('reference') ?? undefined });
}

/**
 * The outcome that an element has now; `undefined` while an attempt runs, and if there was none.
 * @param last the last outcome that the element has reported
 */
export function currentOutcome(
  { state, reference }: Snapshot,
  last: SeenOutcome | undefined,
): PaymentResult | undefined {
  if (state === 'busy') return undefined;
  const isOfOrder = last && (last.reference ?? '') === (reference ?? '');
  // An invalid form, for example, fails and is ready again. Before the proxy has responded, "ready" is "loading".
  const isLatest = last?.state === state || (last?.state === 'loading' && state === 'ready');
  if (isOfOrder && isLatest) return toResult(last);
  if (state === 'loading' || state === 'ready') return undefined;
  return toResult({ outcome: state, code: undefined, reference });
}

/**
 * The outcome of an element that is not there any more. After a failure, and while the outcome is not known, a page shows its element:
 * it may not have rendered it yet.
 */
export function outcomeWithout(last: SeenOutcome | undefined): PaymentResult | undefined {
  return last?.outcome === 'paid' || last?.outcome === 'pending' ? toResult(last) : undefined;
}

/** What a page shows of a payment. */
export interface Shown {
  readonly actual: PaymentResult | undefined;
  /** The state in words, and what the shopper reads. */
  readonly description: string;
}

/** Describes what an element shows. */
export function describe({ isDefined, state, text }: Snapshot): string {
  const now = isDefined ? `The element is ${state}` : 'The element is not defined: its script is not loaded';
  return text ? `${now}, and the shopper reads: “${text}”` : `${now}.`;
}

/** The error of an outcome that is not the expected one; `undefined` if it is. */
export function mismatch(
  expected: Outcome,
  options: OutcomeOptions,
  { actual, description }: Shown,
): OutcomeError | undefined {
  checkOptions(options, ['code', 'reference', 'timeout']);
  if (!OUTCOMES.includes(expected)) {
    throw new PaymentTestError('unknown_outcome', `Unknown outcome "${expected}". Use one of ${OUTCOMES.join(', ')}.`);
  }
  const { reference, code } = options;
  const isCode = code === undefined || actual?.code === code;
  const isOrder = reference === undefined || actual?.reference === reference.normalize();
  if (actual?.outcome === expected && isCode && isOrder) return undefined;
  const wanted = toResult({ outcome: expected, code, reference });
  const hint =
    actual?.outcome === expected && code && !actual.code
      ? ' Its code is not known, because it ended before the first step of this test looked at the element.'
      : '';
  const found = actual ? inWords(actual) : 'no outcome yet';
  return new OutcomeError(
    `Expected the payment to be ${inWords(wanted)}, found ${found}. ${description}${hint}`,
    wanted,
    actual && {
      outcome: actual.outcome,
      ...(code !== undefined && actual.code && { code: actual.code }),
      ...(reference !== undefined && { reference: actual.reference ?? '' }),
    },
  );
}

function inWords({ outcome, code, reference }: PaymentResult): string {
  return `${outcome}${code ? ` (${code})` : ''}${reference === undefined ? '' : ` for ${reference}`}`;
}
