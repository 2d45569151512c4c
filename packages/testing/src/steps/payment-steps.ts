import { INPUT_IDS, type FieldName } from 'payment-widget/contract';
import type { SeenOutcome, Snapshot } from './inspect.js';
import {
  OutcomeError,
  PaymentTestError,
  type Outcome,
  type OutcomeOptions,
  type PaymentResult,
  type StepOptions,
  type WidgetOptions,
} from './options.js';

/** The steps, for an element in this page or in a page of Playwright. */

export const FILL_TIMEOUT = 10_000;
/** An attempt takes as long as the service does. */
export const PAY_TIMEOUT = 20_000;
export const OUTCOME_TIMEOUT = 10_000;

const INTERVAL_MS = 20;

/** An element, or in isolated mode its form. */
export interface WidgetHandle {
  inspect(): Promise<Snapshot>;
  /** Replaces the text of an input, or chooses an option by its value. */
  write(name: FieldName, value: string, isList: boolean): Promise<void>;
  press(): unknown;
}

export const partSelector = (name: string): string => `[part~="${name}"]`;

export const inputSelector = (name: FieldName): string => `${partSelector('input')}#${INPUT_IDS[name]}`;

export const errorSelector = (name: FieldName): string => `#${INPUT_IDS[name]}-error ${partSelector('error')}`;

// A test may replace them by a fake clock later.
const { setTimeout } = globalThis;
const now = performance.now.bind(performance);

export const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, INTERVAL_MS));

export type Limit = ReturnType<typeof startLimit>;

export function startLimit(timeoutMs: number) {
  const end = now() + timeoutMs;
  return {
    timeoutMs,
    get isOver() {
      return now() > end;
    },
    /** The remaining time in ms: at least 1, because 0 means no limit to Playwright. */
    left: () => Math.max(1, end - now()),
  };
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

/** Waits for an element that comes later, or for a page that cannot be read yet. */
export async function whenFound<T>(find: () => T | Promise<T>, limit: Limit): Promise<T> {
  for (;;) {
    try {
      return await find();
    } catch (error) {
      if (limit.isOver || (error instanceof PaymentTestError && error.code !== 'no_widget')) throw error;
    }
    await pause();
  }
}

/** @returns the last snapshot, also if the time is over */
export async function inspectUntil(
  widget: Pick<WidgetHandle, 'inspect'>,
  isReady: (snapshot: Snapshot) => boolean,
  limit: Limit,
): Promise<Snapshot> {
  for (;;) {
    const snapshot = await widget.inspect();
    if (isReady(snapshot) || limit.isOver) return snapshot;
    await pause();
  }
}

/** @param find - the element, and in isolated mode its form: the button is in either */
export async function pressPay(
  find: (limit: Limit) => readonly WidgetHandle[] | Promise<readonly WidgetHandle[]>,
  seen: readonly SeenOutcome[],
  { timeout = PAY_TIMEOUT }: StepOptions,
): Promise<PaymentResult> {
  const limit = startLimit(timeout);
  const places = await whenFound(() => find(limit), limit);
  let place = places.at(-1) as WidgetHandle;
  const inspect = () => {
    place = places.find((one) => one !== place) ?? place;
    return place.inspect();
  };
  const { id: paying, withoutButton } = await inspect();
  if (withoutButton) {
    const message =
      'The element has no Pay button (without-button). Press the button of your page, then use expectOutcome().';
    throw new PaymentTestError('no_pay_button', message);
  }
  const snapshot = await inspectUntil({ inspect }, ({ canPay }) => canPay, limit);
  if (!snapshot.canPay)
    throw noOutcome(`The Pay button cannot be pressed after ${timeout} ms.`, describeSnapshot(snapshot));
  const earlier = new Set(seen);
  await place.press();
  for (;;) {
    const outcome = seen.find((one) => one.id === paying && !earlier.has(one));
    await pause(); // the element shows it meanwhile
    if (outcome) return toResult(outcome);
    if (limit.isOver) {
      throw noOutcome(
        `The payment has no outcome after ${timeout} ms.`,
        await inspect().then(describeSnapshot, String),
      );
    }
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

export interface Shown {
  readonly actual: PaymentResult | undefined;
  readonly description: string;
}

/** @param seen - outcomes of any element, the oldest first */
export function shownBy(snapshot: Snapshot, seen: readonly SeenOutcome[]): Shown {
  const last = seen.findLast(({ id }) => id === snapshot.id);
  return { actual: currentOutcome(snapshot, last), description: describeSnapshot(snapshot) };
}

function currentOutcome({ state, reference }: Snapshot, last: SeenOutcome | undefined): PaymentResult | undefined {
  if (state === 'busy') return undefined;
  const isOfOrder = last && (last.reference ?? '') === (reference ?? '');
  // An invalid form, for example, fails and is ready again. Before the proxy has responded, "ready" is "loading".
  const isLatest = last?.state === state || (last?.state === 'loading' && state === 'ready');
  if (isOfOrder && isLatest) return toResult(last);
  if (state === 'loading' || state === 'ready') return undefined;
  return toResult({ outcome: state, code: undefined, reference });
}

/**
 * Returns what the query of `return-url` says, if there is no element.
 * @throws the error, if it is another one than `no_widget`
 */
export function shownWithout(error: unknown, url: string): Shown {
  if (!(error instanceof PaymentTestError && error.code === 'no_widget')) throw error;
  const query = new URL(url, 'http://localhost').searchParams;
  const outcome = query.get('outcome');
  const isOutcome = outcome === 'paid' || outcome === 'pending';
  return {
    actual: isOutcome
      ? toResult({ outcome, code: undefined, reference: query.get('reference') ?? undefined })
      : undefined,
    description: `There is no <payment-widget> in ${url}.`,
  };
}

export function describeSnapshot({ isDefined, state, text }: Snapshot): string {
  const now = isDefined ? `The element is ${state}` : 'The element is not defined: its script is not loaded';
  return text ? `${now}, and the shopper reads: “${text}”` : `${now}.`;
}

export function mismatch(
  expected: Outcome,
  { reference, code }: OutcomeOptions,
  { actual, description }: Shown,
): OutcomeError | undefined {
  const isCode = code === undefined || actual?.code === code;
  const isOrder = reference === undefined || actual?.reference === reference.normalize();
  if (actual?.outcome === expected && isCode && isOrder) return undefined;
  const wanted = toResult({ outcome: expected, code, reference });
  const found = actual ? inWords(actual) : 'no outcome yet';
  const message = `Expected the payment to be ${inWords(wanted)}, found ${found}. ${description}`;
  return new OutcomeError(message, wanted, actual);
}

function inWords({ outcome, code, reference }: PaymentResult): string {
  return `${outcome}${code ? ` (${code})` : ''}${reference === undefined ? '' : ` for ${reference}`}`;
}
