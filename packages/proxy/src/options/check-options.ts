import type * as z from 'zod/mini';
import { toMode } from 'payment-widget/contract';
import { IN_CODE, type Naming } from '../log/events.js';
import { optionTable, type AmountSource, type Options, type PaymentProxyOptions } from './options.js';
import { isKey, isOnThisMachine, problemOfBaseUrl } from './unusable-values.js';

/** Something that is wrong with an option. The text continues its name, and contains no secret. */
export interface OptionProblem {
  /** Name of the option, such as `limits.clientId`. */
  readonly option: string;
  readonly text: string;
}

/** Invalid options of `createPaymentProxy`. The message names all of them. */
export class ProxyConfigurationError extends TypeError {
  override readonly name = 'ProxyConfigurationError';
  /** Name of the first invalid option. */
  readonly option: string;

  constructor(first: OptionProblem, ...others: OptionProblem[]) {
    const lines = [first, ...others].map(({ option, text }) => `${option} ${text}`);
    super(`createPaymentProxy: ${lines.join('\n')}`);
    this.option = first.option;
  }
}

export function checkOptions(options: PaymentProxyOptions): void {
  const [first, ...others] = problemsOf(options);
  if (first) throw new ProxyConfigurationError(first, ...others);
}

/** Everything that is wrong with the options. No text contains a secret. */
export function problemsOf(options: PaymentProxyOptions, naming = IN_CODE): OptionProblem[] {
  const issues = optionTable().safeParse(options).error?.issues ?? [];
  const isUnknown = ({ code }: z.core.$ZodIssue) => code === 'unrecognized_keys';
  // Unknown names first: a misspelled option is missing as well.
  const problems = [...issues.filter(isUnknown), ...issues.filter((issue) => !isUnknown(issue))].flatMap((issue) => {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
    return names.map((name) => ({ option: [...issue.path, name ?? []].flat().join('.'), text: issue.message }));
  });
  const wrong = new Set(problems.map(({ option }) => option));
  const pairs = [...conflictsOf(options, naming), ...conflictsOfAmount(options, naming)];
  const conflicts = pairs.map(([option, text]) => ({ option, text }));
  return [...problems, ...conflicts.filter(({ option }) => !wrong.has(option))];
}

/** @param expected - what can say the amount */
export const amountIsMissing = (expected: string, { set }: Pick<Naming, 'set'>): string =>
  `is missing. Expected ${expected}, since a page can be manipulated. ` +
  `If the shopper may choose any amount, set ${set('trustBrowserAmount', 'true')}.`;

type Conflicts = Generator<readonly [option: string, text: string]>;

/** Options that are wrong together, apart from the source of the amount. */
function* conflictsOf(options: Omit<Options, AmountSource>, { of, set }: Naming): Conflicts {
  const { mode, apiKey, baseUrl, store, allowMemoryStore, limits } = options;
  const other = mode === 'test' ? 'live' : 'test';
  if (toMode(mode) && [apiKey].flat().some((key: unknown) => isKey(key) && key.includes(`_${other}_`))) {
    yield ['mode', `is "${mode}", but ${of('apiKey')} contains "_${other}_". Expected both to be of the same kind.`];
  }
  if (mode === 'live' && !problemOfBaseUrl(baseUrl) && !baseUrl.startsWith('https:') && !isOnThisMachine(baseUrl)) {
    yield ['baseUrl', 'is http, which exposes a Live key and cards on the network. Expected https.'];
  }
  if (mode === 'live' && store?.volatile && !allowMemoryStore) {
    const text = 'loses all attempts at a restart, so with a Live key an order can be charged twice.';
    yield ['store', `${text} Remove it to use a durable store, or set ${set('allowMemoryStore', 'true')}.`];
  }
  if (limits?.redis && limits.postgres) yield ['limits.postgres', 'is set beside limits.redis. Expected one of them.'];
}

function* conflictsOfAmount(options: PaymentProxyOptions, { of, set }: Naming): Conflicts {
  const { resolvePayment, trustBrowserAmount }: { resolvePayment?: unknown; trustBrowserAmount?: unknown } = options;
  const [hasTokens, resolves] = [Object.hasOwn(options, 'orderTokenSecret'), typeof resolvePayment === 'function'];
  if (trustBrowserAmount === true && (hasTokens || resolves)) {
    const option = hasTokens ? 'orderTokenSecret' : 'resolvePayment';
    yield [option, `and ${of('trustBrowserAmount')} exclude each other. Remove one of them.`];
  }
  if (hasTokens && !resolves && resolvePayment !== undefined) {
    yield ['resolvePayment', 'is not a function. Expected a function, or remove the option.'];
  }
  if (!hasTokens && !resolves && trustBrowserAmount !== true) {
    const expected = `a function that returns the amount of an order, or ${of('orderTokenSecret')}`;
    yield ['resolvePayment', amountIsMissing(expected, { set })];
  }
  const { clientId, attemptsPerClient } = options.limits ?? {};
  // Where the browser chooses order and amount, only a limit per client slows down card testing.
  if (trustBrowserAmount && !clientId && attemptsPerClient !== false) {
    const text =
      'is missing. With trustBrowserAmount, anyone can try out stolen cards here. Expected a function that identifies the ' +
      'client, such as by its IP address. If something else limits clients, set limits: { attemptsPerClient: false }.';
    yield ['limits.clientId', text];
  }
}
