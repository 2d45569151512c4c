import * as z from 'zod/mini';
import { acceptableNames, readBrands } from '../contract/brand-names.js';
import { PROTOTYPE_NAMES, isActionOrigin, holdsSecret } from '../contract/security.js';
import { isCurrencyExponents } from '../contract/currency.js';
import { toMode } from '../contract/protocol.js';
import { lazy } from './schema.js';
import type { AttemptStore } from './attempts/store.js';
import { isAncestorList, isFont, type FrameOptions } from './frame/frame-options.js';
import type { LimitOptions } from './limits.js';
import { ProxyConfigurationError, type OptionProblem, type PaymentProxyOptions } from './options.js';
import { secretProblem } from './order-token.js';

export function checkOptions(options: PaymentProxyOptions): void {
  const [first, ...others] = problemsOf(options);
  if (first) throw new ProxyConfigurationError(first, ...others);
}

/** Everything that is wrong with the options. No text contains a secret. */
export function problemsOf(options: PaymentProxyOptions): OptionProblem[] {
  const issues = optionsSchema().safeParse(options).error?.issues ?? [];
  const isUnknown = ({ code }: z.core.$ZodIssue) => code === 'unrecognized_keys';
  // Unknown names first: a misspelled option is missing as well.
  const problems = [...issues.filter(isUnknown), ...issues.filter((issue) => !isUnknown(issue))].flatMap((issue) => {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
    return names.map((name) => ({ option: [...issue.path, name ?? []].flat().join('.'), text: issue.message }));
  });
  const wrong = new Set(problems.map(({ option }) => option));
  return [...problems, ...[...conflictsOf(options)].filter(({ option }) => !wrong.has(option))];
}

type Shape<Options> = Readonly<Record<keyof Options, z.ZodMiniType>>;

const required = (isValid: (value: unknown) => boolean, problem: string | ((value: unknown) => string)) =>
  z.custom(isValid, { error: ({ input }) => (typeof problem === 'string' ? problem : problem(input)) });

const optional = (...rule: Parameters<typeof required>) => z.optional(required(...rule));

const functionIfAny = () =>
  optional((value) => typeof value === 'function', 'is not a function. Expected a function, or remove the option.');

const booleanIfAny = () => optional((value) => typeof value === 'boolean', 'is not a boolean. Expected true or false.');

const anything = () => z.optional(z.unknown());

/** Rejects unknown names: cards might be sent without a limit whose name is misspelled. */
const only = <S extends Record<string, z.ZodMiniType>>(shape: S, problem = '') =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? `is not an option. Expected one of ${Object.keys(shape).join(', ')}.`
        : `is not an object. ${problem}`,
  });

const limit = () =>
  optional(
    (value) => value === false || (Number.isInteger(value) && (value as number) > 0),
    'is invalid. Expected a positive integer, or false for no limit.',
  );

const limits = () =>
  only({
    requestsPerMinute: limit(),
    attemptsPerReference: limit(),
    attemptsPerClient: limit(),
    clientId: functionIfAny(),
    humanCheck: functionIfAny(),
    redis: anything(),
    postgres: optional(
      (pool) => typeof (pool as Partial<NonNullable<LimitOptions['postgres']>> | null)?.query === 'function',
      'is not a pool. Expected a Pool of the package "pg".',
    ),
  } satisfies Shape<LimitOptions>);

const frame = () =>
  only(
    {
      ancestors: required(
        isAncestorList,
        (value) =>
          `is ${quote(value)}. Expected https origins such as ["https://shop.example"], without a path or "*".`,
      ),
      currencyExponents: optional(
        isCurrencyExponents,
        'is invalid. Expected numbers of decimals, 0 to 4, by ISO 4217 code, such as { ISK: 2 }.',
      ),
      fonts: optional(
        (fonts) => Array.isArray(fonts) && fonts.every(isFont),
        (fonts) =>
          `contains ${quote(Array.isArray(fonts) ? fonts.find((font) => !isFont(font)) : fonts)}. Expected { family, src } with ` +
          'optional weight and style, all strings; src is an https URL, or a path such as "/fonts/inter.woff2".',
      ),
      files: functionIfAny(),
    } satisfies Shape<FrameOptions>,
    'Expected { ancestors: ["https://shop.example"] }.',
  );

const optionsSchema = /* @__PURE__ */ lazy(() =>
  only({
    mode: required(
      (mode) => toMode(mode) !== undefined,
      'is missing or invalid. Expected "test" or "live", the kind of apiKey.',
    ),
    apiKey: required(
      (keys) => isKey(keys) || (isList(keys, isKey) && keys.length === 2 && keys[0] !== keys[1]),
      'is missing or invalid. Expected the API key alone, as in the developer console, or two different ones: ' +
        'letters, digits and -._~+/ without quotes, brackets, spaces or a name.',
    ),
    baseUrl: required(isBaseUrl, (url) =>
      isBaseUrl(url, /(?:)/)
        ? 'ends with /v1, which is added by the proxy. Remove it.'
        : 'is not valid. Expected an absolute http(s) URL without query, such as "https://api.example".',
    ),
    mountPath: optional(
      (path) => typeof path === 'string' && /^(?:\/|(?:\/[\w.~-]+)+)$/.test(path),
      (path) => `is ${quote(path)}. Expected a path such as "/pay", without a slash at its end, or "/".`,
    ),
    allowedOrigins: optional(
      (origins) => Array.isArray(origins) && origins.every(isOrigin),
      (origins) => `is ${quote(origins)}. Expected origins such as "https://shop.example", without a path or "*".`,
    ),
    answerFields: optional(
      (names) => isList(names, (name) => name !== '' && !PROTOTYPE_NAMES.includes(name)),
      (names) => `is ${quote(names)}. Expected names of members such as ["id", "status"].`,
    ),
    actionOrigins: optional(
      (origins) => isList(origins, isActionOrigin),
      (origins) => `is ${quote(origins)}. Expected https origins such as ["https://acs.example"], without a path.`,
    ),
    brands: optional(
      (names) => isList(names) && 'brands' in readBrands(names),
      (names) =>
        `contains ${quote(isList(names) ? Object.values(readBrands(names))[0] : names)}. Expected names out of: ${acceptableNames().join(' ')}.`,
    ),
    store: optional((value) => {
      const store = value as Partial<AttemptStore> | null;
      return [store?.read, store?.swap, store?.list].every((method) => typeof method === 'function');
    }, 'is not a store. Expected read, swap and list, as of createRedisStore(client) or await openLmdbStore({ path }).'),
    storePath: optional(
      (path) => typeof path === 'string' && path !== '',
      'is invalid. Expected the path of a folder.',
    ),
    frame: z.optional(frame()),
    limits: z.optional(limits()),
    networksOf: functionIfAny(),
    buildRequest: functionIfAny(),
    interpretResponse: functionIfAny(),
    onSettled: functionIfAny(),
    onMeasurement: functionIfAny(),
    logger: functionIfAny(),
    fetch: functionIfAny(),
    orderTokenSecret: anything(),
    resolvePayment: anything(),
    trustBrowserAmount: anything(),
    allowMemoryStore: booleanIfAny(),
    upstreamHonoursIdempotency: booleanIfAny(),
  } satisfies Shape<PaymentProxyOptions>),
);

function* conflictsOf(options: PaymentProxyOptions): Generator<OptionProblem> {
  const { mode, apiKey, baseUrl, store, allowMemoryStore, trustBrowserAmount, limits: given } = options;
  const other = mode === 'test' ? 'live' : 'test';
  if (toMode(mode) && [apiKey].flat().some((key: unknown) => isKey(key) && key.includes(`_${other}_`))) {
    const text = `is "${mode}", but apiKey contains "_${other}_". Expected both to be of the same kind.`;
    yield { option: 'mode', text };
  }
  if (mode === 'live' && isBaseUrl(baseUrl) && !baseUrl.startsWith('https:') && !isOnThisMachine(baseUrl)) {
    const text = 'is http, which exposes a Live key and cards on the network. Expected https.';
    yield { option: 'baseUrl', text };
  }
  yield* amountSourceProblems(options);
  if (mode === 'live' && store?.volatile && !allowMemoryStore) {
    const text =
      'loses all attempts at a restart, so with a Live key an order can be charged twice. Remove it to use a durable ' +
      'store, or set allowMemoryStore: true.';
    yield { option: 'store', text };
  }
  if (given?.redis && given.postgres) {
    yield { option: 'limits.postgres', text: 'is set beside limits.redis. Expected one of them.' };
  }
  // Where the browser chooses order and amount, only a limit per client slows down card testing.
  if (trustBrowserAmount && !given?.clientId && given?.attemptsPerClient !== false) {
    const text =
      'is missing. With trustBrowserAmount, anyone can try out stolen cards here. Expected a function that identifies the ' +
      'client, such as by its IP address. If something else limits clients, set limits: { attemptsPerClient: false }.';
    yield { option: 'limits.clientId', text };
  }
}

function* amountSourceProblems(options: PaymentProxyOptions): Generator<OptionProblem> {
  const { resolvePayment, trustBrowserAmount }: { resolvePayment?: unknown; trustBrowserAmount?: unknown } = options;
  const hasTokens = Object.hasOwn(options, 'orderTokenSecret'); // undefined may be a missing environment variable
  const tokenProblem = hasTokens ? problemOfSecrets(options.orderTokenSecret) : undefined;
  if (tokenProblem) yield { option: 'orderTokenSecret', text: tokenProblem };
  const resolves = typeof resolvePayment === 'function';
  if (trustBrowserAmount === true && (hasTokens || resolves)) {
    const option = hasTokens ? 'orderTokenSecret' : 'resolvePayment';
    yield { option, text: 'and trustBrowserAmount exclude each other. Remove one of them.' };
  }
  if (resolves || trustBrowserAmount === true || (hasTokens && resolvePayment === undefined)) return;
  const text = hasTokens
    ? 'is not a function. Expected a function, or remove the option.'
    : 'is missing. Expected a function that returns the amount of an order, or orderTokenSecret, since a page can be ' +
      'manipulated. If the shopper may choose any amount, set trustBrowserAmount: true.';
  yield { option: 'resolvePayment', text };
}

function problemOfSecrets(secrets: unknown): string | undefined {
  const [first, second, ...others] = Array.isArray(secrets) ? (secrets as unknown[]) : [secrets];
  const problem = secretProblem(first) ?? (second === undefined ? undefined : secretProblem(second));
  return problem ?? (others.length > 0 ? 'has too many secrets. Expected the new and the old one.' : undefined);
}

/** A b64token (RFC 6750). */
const isKey = (key: unknown): key is string => typeof key === 'string' && /^[\w.~+/-]+=*$/.test(key);

function isBaseUrl(value: unknown, path = /^(?!.*\/v1\/*$)/): value is string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return false;
  return !/[?#]/.test(url.href) && path.test(url.pathname);
}

const isOrigin = (origin: unknown) =>
  typeof origin === 'string' && URL.canParse(origin) && new URL(origin).origin === origin;

const isList = (value: unknown, test: (text: string) => boolean = () => true): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string' && test(text));

/** Without the password of an address, and without what may be a key in the wrong place. */
export function quote(value: unknown): string {
  const text = (JSON.stringify(value) as string | undefined) ?? 'undefined';
  return holdsSecret(text) ? '…' : text.replace(/\/\/[^/"]*@/g, '//…@').replace(/[\w~+-]{24,}/g, '…');
}

/** Not another name below `localhost`, which a resolver may send elsewhere. */
export function isOnThisMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  return protocol === 'http:' && isLoopback;
}
