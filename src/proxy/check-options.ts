import { acceptableNames, readBrands } from '../card/brand-names.js';
import { PROTOTYPE_NAMES } from '../contract/metadata.js';
import { isActionOrigin } from '../contract/loopback.js';
import { isCurrencyExponents } from '../contract/currency-exponents.js';
import { toMode, type Mode } from '../contract/protocol.js';
import type { AttemptStore } from './attempts/store.js';
import { FRAME_OPTIONS, isAncestorList, isFont, type FrameOptions } from './frame/frame-options.js';
import type { LimitOptions } from './limits.js';
import { ProxyConfigurationError, type PaymentProxyOptions } from './options.js';
import { secretProblem } from './order-token.js';

/** @throws {ProxyConfigurationError} for the first invalid option */
export function checkOptions(options: PaymentProxyOptions): void {
  for (const check of CHECKS) check(options);
}

/** Everything that is wrong with the options, for a program that reports it at once. */
export function problemsOf(options: PaymentProxyOptions): ProxyConfigurationError[] {
  return CHECKS.flatMap((check) => {
    try {
      check(options);
      return [];
    } catch (error) {
      if (error instanceof ProxyConfigurationError) return [error];
      throw error;
    }
  });
}

/** Each throws for the first invalid option that it finds. */
const CHECKS: readonly ((options: PaymentProxyOptions) => void)[] = [
  checkOptionNames,
  checkMode,
  checkKey,
  checkKeyMode,
  checkBaseUrl,
  checkMountPath,
  checkOrigins,
  checkAnswerFields,
  checkActionOrigins,
  checkAmountSource,
  checkBrands,
  checkFrame,
  checkStore,
  checkLimits,
  checkClientLimit,
  checkHooks,
];

const OPTIONS: Readonly<Record<keyof PaymentProxyOptions, true>> = {
  baseUrl: true,
  apiKey: true,
  mode: true,
  mountPath: true,
  brands: true,
  networksOf: true,
  orderTokenSecret: true,
  resolvePayment: true,
  trustBrowserAmount: true,
  allowedOrigins: true,
  frame: true,
  buildRequest: true,
  interpretResponse: true,
  answerFields: true,
  actionOrigins: true,
  store: true,
  storePath: true,
  allowMemoryStore: true,
  upstreamHonoursIdempotency: true,
  limits: true,
  onSettled: true,
  onMeasurement: true,
  logger: true,
  fetch: true,
};

const LIMITS: Readonly<Record<keyof LimitOptions, true>> = {
  requestsPerMinute: true,
  attemptsPerReference: true,
  attemptsPerClient: true,
  clientId: true,
  humanCheck: true,
  redis: true,
  postgres: true,
};

function checkOptionNames(options: PaymentProxyOptions): void {
  checkNames(options, OPTIONS, '');
}

/** A misspelled option must not be ignored: cards might be sent without a limit. */
function checkNames(given: object, known: Readonly<Record<string, true>>, prefix: string): void {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  throw new ProxyConfigurationError(
    `${prefix}${unknown}`,
    `is not an option. Expected one of ${Object.keys(known).join(', ')}.`,
  );
}

function checkMode({ mode }: PaymentProxyOptions): void {
  if (toMode(mode)) return;
  throw new ProxyConfigurationError('mode', 'is missing or invalid. Expected "test" or "live", the kind of apiKey.');
}

function checkKey({ apiKey }: PaymentProxyOptions): void {
  // A Bearer token (b64token, RFC 6750). The message must not contain the key.
  const isKey = (key: unknown) => typeof key === 'string' && /^[\w.~+/-]+=*$/.test(key);
  const isPair = Array.isArray(apiKey) && apiKey.length === 2 && apiKey[0] !== apiKey[1] && apiKey.every(isKey);
  if (isPair || isKey(apiKey)) return;
  throw new ProxyConfigurationError(
    'apiKey',
    'is missing or invalid. Expected the API key alone, as in the developer console, or two different ones: ' +
      'letters, digits and -._~+/ without quotes, brackets, spaces or a name.',
  );
}

/** Best effort: a key of the other kind can move real money. */
function checkKeyMode({ apiKey, mode }: PaymentProxyOptions): void {
  const other = mode === 'test' ? 'live' : 'test';
  if (![apiKey].flat().some((key: unknown) => typeof key === 'string' && key.includes(`_${other}_`))) return;
  throw new ProxyConfigurationError(
    'mode',
    `is "${mode}", but apiKey contains "_${other}_". Expected both to be of the same kind.`,
  );
}

function checkBaseUrl({ baseUrl, mode }: { readonly baseUrl: unknown; readonly mode: Mode }): void {
  const url = typeof baseUrl === 'string' && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(url.href)) {
    throw new ProxyConfigurationError(
      'baseUrl',
      'is not valid. Expected an absolute http(s) URL without query, such as "https://api.example".',
    );
  }
  if (/\/v1\/*$/.test(url.pathname)) {
    throw new ProxyConfigurationError('baseUrl', 'ends with /v1, which is added by the proxy. Remove it.');
  }
  if (mode === 'test' || url.protocol === 'https:') return;
  if (!isOnThisMachine(url.href)) {
    throw new ProxyConfigurationError(
      'baseUrl',
      'is http, which exposes a Live key and cards on the network. Expected https.',
    );
  }
}

function checkMountPath({ mountPath }: { readonly mountPath?: unknown }): void {
  if (mountPath === undefined || mountPath === '/') return;
  if (typeof mountPath === 'string' && /^(?:\/[\w.~-]+)+$/.test(mountPath)) return;
  throw new ProxyConfigurationError(
    'mountPath',
    `is ${JSON.stringify(mountPath)}. Expected a path such as "/pay", without a slash at its end, or "/".`,
  );
}

function checkBrands({ brands: names }: { readonly brands?: unknown }): void {
  if (names === undefined) return;
  const isList = Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === 'string');
  const read = isList ? readBrands(names) : { wrong: names };
  if ('brands' in read) return;
  throw new ProxyConfigurationError(
    'brands',
    `contains ${JSON.stringify(read.wrong)}. Expected names out of: ${acceptableNames().join(' ')}.`,
  );
}

function checkFrame({ frame }: { readonly frame?: unknown }): void {
  if (frame === undefined) return;
  if (typeof frame !== 'object' || frame === null) {
    throw new ProxyConfigurationError('frame', 'is not an object. Expected { ancestors: ["https://shop.example"] }.');
  }
  checkNames(frame, FRAME_OPTIONS, 'frame.');
  const { ancestors, currencyExponents = {}, fonts = [], files } = frame as { [Name in keyof FrameOptions]?: unknown };
  if (!isAncestorList(ancestors)) {
    throw new ProxyConfigurationError(
      'frame.ancestors',
      `is ${JSON.stringify(ancestors)}. Expected https origins such as ["https://shop.example"], without a path or "*".`,
    );
  }
  if (!isCurrencyExponents(currencyExponents)) {
    throw new ProxyConfigurationError(
      'frame.currencyExponents',
      'is invalid. Expected numbers of decimals, 0 to 4, by ISO 4217 code, such as { ISK: 2 }.',
    );
  }
  const wrong: unknown = Array.isArray(fonts) ? fonts.find((font) => !isFont(font)) : fonts;
  if (wrong !== undefined) {
    throw new ProxyConfigurationError(
      'frame.fonts',
      `contains ${JSON.stringify(wrong)}. Expected { family, src } with optional weight and style, all strings; src is an https ` +
        'URL, or a path such as "/fonts/inter.woff2".',
    );
  }
  if (files === undefined || typeof files === 'function') return;
  throw new ProxyConfigurationError('frame.files', 'is not a function. Expected a function, or remove the option.');
}

function checkOrigins({ allowedOrigins }: PaymentProxyOptions): void {
  const origins: unknown = allowedOrigins ?? [];
  const isOrigin = (origin: unknown) =>
    typeof origin === 'string' && URL.canParse(origin) && new URL(origin).origin === origin;
  if (Array.isArray(origins) && origins.every(isOrigin)) return;
  throw new ProxyConfigurationError(
    'allowedOrigins',
    `is ${JSON.stringify(origins)}. Expected origins such as "https://shop.example", without a path or "*".`,
  );
}

function checkAnswerFields({ answerFields: names }: PaymentProxyOptions): void {
  if (names === undefined) return;
  const isName = (name: unknown) => typeof name === 'string' && name !== '' && !PROTOTYPE_NAMES.includes(name);
  if (Array.isArray(names) && names.length > 0 && names.every(isName)) return;
  throw new ProxyConfigurationError(
    'answerFields',
    `is ${JSON.stringify(names)}. Expected names of members such as ["id", "status"].`,
  );
}

function checkActionOrigins({ actionOrigins: origins }: PaymentProxyOptions): void {
  if (origins === undefined || (Array.isArray(origins) && origins.length > 0 && origins.every(isActionOrigin))) return;
  throw new ProxyConfigurationError(
    'actionOrigins',
    `is ${JSON.stringify(origins)}. Expected https origins such as ["https://acs.example"], without a path.`,
  );
}

function checkAmountSource(options: PaymentProxyOptions): void {
  const { resolvePayment, trustBrowserAmount }: { resolvePayment?: unknown; trustBrowserAmount?: unknown } = options;
  const hasTokens = Object.hasOwn(options, 'orderTokenSecret'); // undefined may be a missing environment variable
  if (hasTokens) checkTokenSecret(options.orderTokenSecret);
  const resolves = typeof resolvePayment === 'function';
  if (trustBrowserAmount === true && (hasTokens || resolves)) {
    const option = hasTokens ? 'orderTokenSecret' : 'resolvePayment';
    throw new ProxyConfigurationError(option, 'and trustBrowserAmount exclude each other. Remove one of them.');
  }
  if (resolves || trustBrowserAmount === true || (hasTokens && resolvePayment === undefined)) return;
  throw new ProxyConfigurationError(
    'resolvePayment',
    hasTokens
      ? 'is not a function. Expected a function, or remove the option.'
      : 'is missing. Expected a function that returns the amount of an order, or orderTokenSecret, since a page can be ' +
          'manipulated. If the shopper may choose any amount, set trustBrowserAmount: true.',
  );
}

/** The message must not contain the secret. */
function checkTokenSecret(secrets: unknown): void {
  const [first, second, ...others] = Array.isArray(secrets) ? (secrets as unknown[]) : [secrets];
  const problem = secretProblem(first) ?? (second === undefined ? undefined : secretProblem(second));
  if (!problem && others.length === 0) return;
  throw new ProxyConfigurationError(
    'orderTokenSecret',
    problem ?? 'has too many secrets. Expected the new and the old one.',
  );
}

function checkStore({ store, storePath = 'any', allowMemoryStore, mode }: PaymentProxyOptions): void {
  if (typeof storePath !== 'string' || storePath === '') {
    throw new ProxyConfigurationError('storePath', 'is invalid. Expected the path of a folder.');
  }
  if (store === undefined) return;
  const given = store as Partial<AttemptStore> | null; // JavaScript callers
  if (![given?.read, given?.swap, given?.list].every((method) => typeof method === 'function')) {
    throw new ProxyConfigurationError(
      'store',
      'is not a store. Expected read, swap and list, as of createRedisStore(client) or await openLmdbStore({ path }).',
    );
  }
  if (mode === 'test' || !store.volatile || allowMemoryStore) return;
  throw new ProxyConfigurationError(
    'store',
    'loses all attempts at a restart, so with a Live key an order can be charged twice. Remove it to use a durable ' +
      'store, or set allowMemoryStore: true.',
  );
}

function checkLimits(options: PaymentProxyOptions): void {
  const limits = options.limits ?? {};
  checkNames(limits, LIMITS, 'limits.');
  for (const name of ['requestsPerMinute', 'attemptsPerReference', 'attemptsPerClient'] as const) {
    const limit = limits[name] ?? false;
    if (limit === false || (Number.isInteger(limit) && limit > 0)) continue;
    throw new ProxyConfigurationError(
      `limits.${name}`,
      'is invalid. Expected a positive integer, or false for no limit.',
    );
  }
  for (const name of ['clientId', 'humanCheck'] as const) {
    if (limits[name] === undefined || typeof limits[name] === 'function') continue;
    throw new ProxyConfigurationError(
      `limits.${name}`,
      'is not a function. Expected a function, or remove the option.',
    );
  }
  const { redis, postgres } = limits;
  if (postgres !== undefined && typeof (postgres as Partial<typeof postgres> | null)?.query !== 'function') {
    throw new ProxyConfigurationError('limits.postgres', 'is not a pool. Expected a Pool of the package "pg".');
  }
  if (!redis || !postgres) return;
  throw new ProxyConfigurationError('limits.postgres', 'is set beside limits.redis. Expected one of them.');
}

/** Where the browser chooses order and amount, only a limit per client slows down card testing. */
function checkClientLimit({
  trustBrowserAmount,
  limits: { clientId, attemptsPerClient } = {},
}: PaymentProxyOptions): void {
  if (!trustBrowserAmount || clientId || attemptsPerClient === false) return;
  throw new ProxyConfigurationError(
    'limits.clientId',
    'is missing. With trustBrowserAmount, anyone can try out stolen cards here. Expected a function that identifies the ' +
      'client, such as by its IP address. If something else limits clients, set limits: { attemptsPerClient: false }.',
  );
}

function checkHooks(options: PaymentProxyOptions): void {
  for (const name of ['networksOf', 'logger', 'onSettled', 'onMeasurement'] as const) {
    if (options[name] === undefined || typeof options[name] === 'function') continue;
    throw new ProxyConfigurationError(name, 'is not a function. Expected a function, or remove the option.');
  }
}

/** Whether a URL is http on this machine. */
export function isOnThisMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  return protocol === 'http:' && isLoopback;
}
