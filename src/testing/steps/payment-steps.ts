import { INPUT_IDS, type FieldName } from '../../contract/field-names.js';
import type { SeenOutcome, Snapshot } from './inspect.js';
import {
  OutcomeError,
  PaymentTestError,
  type Outcome,
  type OutcomeOptions,
  type PaymentResult,
  type WidgetOptions,
} from './options.js';

/** The steps, for an element in this page or in a page of Playwright. */

export const FILL_TIMEOUT = 10_000;
/** An attempt takes as long as the service does. */
export const PAY_TIMEOUT = 20_000;
export const OUTCOME_TIMEOUT = 10_000;

const INTERVAL_MS = 20;

export const inputSelector = (name: FieldName): string => `[part~="input"]#${INPUT_IDS[name]}`;

export const errorSelector = (name: FieldName): string => `#${INPUT_IDS[name]}-error [part~="error"]`;

// Taken before a test can replace them by a fake clock.
const { setTimeout, clearTimeout } = globalThis;
const now = performance.now.bind(performance);

export const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, INTERVAL_MS));

export interface Limit {
  readonly timeoutMs: number;
  readonly isOver: boolean;
  /** The remaining time in ms: at least 1, because 0 means no limit to Playwright. */
  left(): number;
}

export function startLimit(timeoutMs: number): Limit {
  const end = now() + timeoutMs;
  return {
    timeoutMs,
    get isOver() {
      return now() > end;
    },
    left: () => Math.max(1, end - now()),
  };
}

/** Resolves with `undefined` if a promise takes longer. */
export async function atMost<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer); // it would keep a process alive
  }
}

/** Playwright does not respond while a page goes to a page that does not come. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const result = await atMost(
    ms,
    promise.then((value) => ({ value })),
  );
  if (result) return result.value;
  throw new Error('The page does not respond. It may be loading.');
}

/** @throws {PaymentTestError} `unknown_option`: TypeScript finds it, JavaScript would ignore it */
export function checkOptions(options: object, known: readonly string[]): void {
  const wrong = Object.keys(options).find((name) => !known.includes(name));
  if (wrong === undefined) return;
  throw new PaymentTestError('unknown_option', `Unknown option "${wrong}". Use one of ${known.join(', ')}.`);
}

/** @throws {PaymentTestError} `no_widget`, `several_widgets` */
export function chooseWidget(references: readonly (string | undefined)[], { reference }: WidgetOptions): number {
  const wanted = reference?.normalize();
  const matches = references.flatMap((one, index) => (wanted === undefined || one === wanted ? [index] : []));
  const all = references.map((one) => one ?? 'no reference').join(', ');
  if (matches.length === 1) return matches[0] as number;
  if (matches.length > 1) {
    const message = `There are ${matches.length} <payment-widget> elements (${all}). Choose one by the option reference.`;
    throw new PaymentTestError('several_widgets', message);
  }
  const found = references.length > 0 ? `The references are: ${all}.` : 'There is none.';
  const which = wanted === undefined ? '' : ` with the reference ${wanted}`;
  throw new PaymentTestError('no_widget', `Found no <payment-widget>${which}. ${found}`);
}

export async function whenFound<T>(
  find: () => T | Promise<T>,
  limit: Limit,
  mayCome = (error: unknown) => error instanceof PaymentTestError && error.code === 'no_widget',
): Promise<T> {
  for (;;) {
    try {
      return await find();
    } catch (error) {
      if (!mayCome(error) || limit.isOver) throw error;
    }
    await pause();
  }
}

export interface Payable {
  inspect(): Promise<Snapshot>;
  press(): unknown;
  readonly seen: readonly SeenOutcome[];
  whenShown(outcome: SeenOutcome): Promise<unknown>;
  describe(): string | Promise<string>;
}

export async function pressPay({ seen, ...widget }: Payable, limit: Limit): Promise<PaymentResult> {
  let snapshot = await widget.inspect();
  const { id: paying } = snapshot; // in isolated mode, the button may be in another document
  if (snapshot.withoutButton) {
    const message =
      'The element has no Pay button (without-button). Press the button of your page, then use expectOutcome().';
    throw new PaymentTestError('no_pay_button', message);
  }
  while (!snapshot.canPay) {
    if (limit.isOver)
      throw noOutcome(`The Pay button cannot be pressed after ${limit.timeoutMs} ms.`, describe(snapshot));
    await pause();
    snapshot = await widget.inspect();
  }
  const { length } = seen;
  await widget.press();
  for (;;) {
    const outcome = seen.slice(length).find(({ id }) => id === paying);
    if (outcome) {
      await widget.whenShown(outcome);
      return toResult(outcome);
    }
    if (limit.isOver) {
      throw noOutcome(`The payment has no outcome after ${limit.timeoutMs} ms.`, await widget.describe());
    }
    await pause();
  }
}

function noOutcome(message: string, state: string): PaymentTestError {
  return new PaymentTestError('no_outcome', `${message} ${state}`);
}

export async function whenOutcome(
  show: () => Shown | Promise<Shown>,
  expected: Outcome,
  options: OutcomeOptions,
): Promise<void> {
  const limit = startLimit(options.timeout ?? OUTCOME_TIMEOUT);
  for (;;) {
    await pause(); // an attempt that has begun just now shows itself
    const error = mismatch(expected, options, await show());
    if (!error) return;
    if (limit.isOver) throw error;
  }
}

function toResult({ outcome, code, reference }: Pick<SeenOutcome, 'outcome' | 'code' | 'reference'>): PaymentResult {
  return { outcome, ...(code && { code }), ...(reference !== undefined && { reference }) };
}

export function outcomeInQuery(url: string): PaymentResult | undefined {
  const query = new URL(url, 'http://localhost').searchParams;
  const outcome = query.get('outcome');
  if (outcome !== 'paid' && outcome !== 'pending') return undefined;
  return toResult({ outcome, code: undefined, reference: query.get('reference') ?? undefined });
}

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

/** After a failure, and while the outcome is not known, a page shows its element: it may not have rendered it yet. */
export function outcomeWithout(last: SeenOutcome | undefined): PaymentResult | undefined {
  return last?.outcome === 'paid' || last?.outcome === 'pending' ? toResult(last) : undefined;
}

export interface Shown {
  readonly actual: PaymentResult | undefined;
  readonly description: string;
}

export function describe({ isDefined, state, text }: Snapshot): string {
  const now = isDefined ? `The element is ${state}` : 'The element is not defined: its script is not loaded';
  return text ? `${now}, and the shopper reads: “${text}”` : `${now}.`;
}

const OUTCOMES: readonly Outcome[] = ['paid', 'pending', 'failed', 'unknown', 'action'];

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
