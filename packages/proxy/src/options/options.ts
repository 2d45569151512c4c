import * as z from 'zod/mini';
import {
  acceptableNames,
  isActionOrigin,
  isCurrencyExponents,
  PROTOTYPE_NAMES,
  readBrands,
  toMode,
  type BuildRequest,
  type CurrencyExponents,
  type InterpretResponse,
  type Mode,
  type NetworksOf,
  type PaymentDraft,
  type ResolvedPayment,
} from 'payment-widget/contract';
import type { Logger } from '../log/events.js';
import type { OnMeasurement } from '../log/measurements.js';
import { IN_CODE, type Naming } from '../log/events.js';
import type { OnSettled } from '../settlement/settled-payment.js';
import type { PostgresPool } from '../stores/postgres-query.js';
import type { RedisClient } from '../stores/redis-script.js';
import type { AttemptStore } from '../stores/store.js';
import {
  secretProblem,
  keyProblem,
  originProblem,
  placeholderProblem,
  portProblem,
  quoteSafely,
} from './unusable-values.js';

/** Strings of at least 32 bytes. Tokens may be signed with either; the second one is the old one while you change it. */
export type OrderTokenSecret = string | readonly [string, string?];

/** What `resolvePayment` may know of a card, for a price by card. */
export interface CardHint {
  /** The first 8 digits, or the first 6 if the number has fewer than 16. Treat it as confidential, and do not log it. */
  readonly bin?: string;
  /** The brand by the table of the widget, such as `visa` or `american-express`. Missing if unknown. */
  readonly brand?: string;
}

/**
 * Returns the price of the order and optionally its canonical reference, or nothing if there is no such order. Look at the
 * session in `request` and return nothing for a stranger, since the error `amount_changed` reveals the price.
 */
export type ResolvePayment = (
  draft: PaymentDraft,
  request: Request,
  card: CardHint,
) => ResolvedPayment | null | undefined | Promise<ResolvedPayment | null | undefined>;

type ClientId = string | null | undefined;

type Check = (value: unknown) => boolean;

/** The message continues the name of the option, and contains no secret. */
type Message = string | ((value: unknown) => string);

/** @template T - the type of the option */
const required = <T>(isValid: Check, message: Message = '') =>
  z.custom<T>(isValid, { error: ({ input }) => (typeof message === 'string' ? message : message(input)) });

const optional = <T>(isValid: Check, message?: Message) => z.optional(required<T>(isValid, message));

/** May be missing, but not `undefined`, which may come from a missing variable of the environment. */
const given = <T>(isValid: Check, message: Message) => z.exactOptional(required<T>(isValid, message));

const callback = <T>() =>
  optional<T>((value) => typeof value === 'function', 'is not a function. Expected a function, or remove the option.');

const flag = <T extends boolean>() =>
  optional<T>((value) => typeof value === 'boolean', 'is not a boolean. Expected true or false.');

const limit = <T extends number | false>() =>
  optional<T>(
    (value) => value === false || (Number.isInteger(value) && (value as number) > 0),
    'is invalid. Expected a positive integer, or false for no limit.',
  );

/** Checked together with other options. */
const unchecked = <T>() => z.optional(z.custom<T>());

const group = <T>(options: z.ZodMiniType) => z.optional(options as z.ZodMiniType<T>);

const insteadOf = (expected: string) => (value: unknown) => `is ${quoteSafely(value)}. Expected ${expected}`;

type Values<Rows extends () => Record<string, z.ZodMiniType>> = z.infer<z.ZodMiniObject<ReturnType<Rows>>>;

/** Rejects unknown names: cards might be sent without a limit whose name is misspelled. */
const only = <S extends Record<string, z.ZodMiniType>>(shape: S, expected = '') =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? `is not an option. Expected one of ${Object.keys(shape).join(', ')}.`
        : `is not an object. ${expected}`,
  });

/** What the library and the program use for options that are not set. */
export const DEFAULTS = {
  storePath: './payment-attempts',
  requestsPerMinute: 900,
  attemptsPerReference: 10,
  attemptsPerClient: 20,
};

const limitRows = () => ({
  /**
   * Requests to the service per minute. The service allows 1000. A payment that is sent again counts again.
   * @default `900`
   */
  requestsPerMinute: limit<number | false>(),
  /**
   * Attempts per order in ten minutes. It slows down card testing, which reuses one order. With `clientId`, the default is
   * `attemptsPerClient` + 10, so that one client cannot use up the attempts of another's order.
   * @default `10`
   */
  attemptsPerReference: limit<number | false>(),
  /**
   * Attempts per client in ten minutes. Requires `clientId`. An attempt above this limit does not count for the order.
   * @default `20`
   */
  attemptsPerClient: limit<number | false>(),
  /**
   * Identifies the client, for example by its IP address, which a `Request` does not contain. It must not return what the
   * client itself can choose, such as an `X-Forwarded-For` that your server does not overwrite. All IPv6 addresses of one /64
   * network count as one client, and an IP address is the same in each spelling, with or without a port. Without this function there is no limit per client.
   */
  clientId: callback<(request: Request) => ClientId | Promise<ClientId>>(),
  /** Called when an order or a client has no attempts left. Return `true` to allow this one. The request's body is already read. */
  humanCheck: callback<(request: Request, draft: PaymentDraft) => boolean | Promise<boolean>>(),
  /** A Redis client. Shares the counts among all proxies. While Redis is unreachable, each proxy counts on its own. */
  redis: unchecked<RedisClient>(),
  /**
   * A pool of `pg`. Shares the counts among all proxies, in the table that `migratePostgresStore()` creates. While PostgreSQL
   * is unreachable, each proxy counts on its own.
   */
  postgres: optional<PostgresPool>(
    (pool) => typeof (pool as Partial<PostgresPool> | null)?.query === 'function',
    'is not a pool. Expected a Pool of the package "pg".',
  ),
});

/** Rate limits. Each number is a positive integer, or `false` for no limit. */
export type LimitOptions = Values<typeof limitRows>;

const fontRows = () => ({
  /** The name of the font in `font-family`. */
  family: required<string>(matches(/^[^\p{Cc}]{1,100}$/u)),
  /** An https URL, or a path on the origin of the proxy, such as `/fonts/inter.woff2`. */
  src: required<string>(isFontSource),
  /** As in `@font-face`, such as `400` or `100 900`. */
  weight: optional<string>(matches(/^[\w ]{1,20}$/)),
  /** As in `@font-face`, such as `italic`. */
  style: optional<string>(matches(/^[\w -]{1,40}$/)),
});

/** A font of the isolated form. */
export type FrameFont = Values<typeof fontRows>;

const isFont = (font: unknown) => only(fontRows()).safeParse(font).success;

const frameRows = () => ({
  /** Origins whose pages may hold the frame, such as `https://shop.example`. Also http on this machine. */
  ancestors: required<readonly string[]>(
    (origins) => isList(origins, (origin) => isActionOrigin(origin) && PLAIN_ORIGIN.test(origin)),
    insteadOf('https origins such as ["https://shop.example"], without a path or "*".'),
  ),
  /** Decimals by currency code, such as `{ ISK: 2 }`, if the payments service deviates from ISO 4217. */
  currencyExponents: optional<CurrencyExponents>(
    isCurrencyExponents,
    'is invalid. Expected numbers of decimals, 0 to 4, by ISO 4217 code, such as { ISK: 2 }.',
  ),
  /** Fonts that the form may use. */
  fonts: optional<readonly FrameFont[]>(
    (fonts) => Array.isArray(fonts) && fonts.every(isFont),
    (fonts) =>
      `contains ${quoteSafely(Array.isArray(fonts) ? fonts.find((font) => !isFont(font)) : fonts)}. Expected { family, src } with ` +
      'optional weight and style, all strings; src is an https URL, or a path such as "/fonts/inter.woff2".',
  ),
  /**
   * Returns a file of `dist/browser` by its name, such as `frame.js`, and `integrity.json`, which
   * identifies the release. For runtimes without a file system. Only the body is used, and kept in memory.
   * @default reads the files of the installed package `payment-widget`
   */
  files: callback<(name: string, request: Request) => Response | undefined | Promise<Response | undefined>>(),
});

/** Isolated mode: the proxy serves the form in a frame of its origin, so that no script of the shop's page can read the card. */
export type FrameOptions = Values<typeof frameRows>;

const proxyRows = ({ of } = IN_CODE) => ({
  /** The address of the payments service, without `/v1`. A Live key requires `https:`, except for a service on this machine. */
  baseUrl: required<string>((url) => !problemOfBaseUrl(url), problemOfBaseUrl),
  /**
   * The API key. It is sent to the service only. To rotate it, pass the new and the old one: if the service rejects one with
   * 401, which means that nothing was charged, the payment is sent with the other.
   */
  apiKey: required<string | readonly [string, string]>((keys) => !problemOfKeys(keys), problemOfKeys),
  /** The kind of key, `test` or `live`. A key that contains `_test_` or `_live_` must be of this kind. */
  mode: required<Mode>(
    (mode) => toMode(mode) !== undefined,
    `is missing or invalid. Expected "test" or "live", the kind of ${of('apiKey')}.`,
  ),
  /**
   * The secret of your order tokens, at least 32 random bytes. Every request must then have a token of `createOrderToken()`,
   * and the payment must have the order and the price of the token. To change the secret, pass the new and the old one until
   * the old tokens have expired.
   */
  orderTokenSecret: given<OrderTokenSecret>((secrets) => !problemOfSecrets(secrets), problemOfSecrets),
  /**
   * Called as `(draft, request, card)` for each payment. Returns the price of the order from your records, or nothing if there
   * is no such order. The draft contains no card. `card` has its `bin` and its `brand`. Beside an order token, it must
   * return the same order, and its price counts.
   */
  resolvePayment: unchecked<ResolvePayment>(),
  /** Accepts any amount from the page, for a form in which the shopper enters the amount. */
  trustBrowserAmount: unchecked<true>(),
  /**
   * The path where the proxy is mounted, as the proxy sees it: `/` if the framework removes it, as `app.use('/pay', …)` of
   * Express does. All other paths get 404. Needed for a path such as `/api/pay`.
   * @default the root, or one segment that is not a path of the proxy, such as `/pay`
   */
  mountPath: optional<string>(
    matches(/^(?:\/|(?:\/[\w.~-]+)+)$/),
    insteadOf('a path such as "/pay", without a slash at its end, or "/".'),
  ),
  /**
   * The accepted card brands, such as `['visa', 'mastercard', 'amex']`. A card of another known brand is refused before
   * anything is stored or sent. Cards of unknown brands are never refused. Pages read the list from `/config`.
   * @default all
   */
  brands: optional<readonly string[]>(
    (names) => isList(names) && 'brands' in readBrands(names),
    (names) =>
      `contains ${quoteSafely(isList(names) ? Object.values(readBrands(names))[0] : names)}. Expected names out of: ${acceptableNames().join(' ')}.`,
  ),
  /**
   * Returns the networks of a co-badged card by the first eight digits of its number, such as `['cartes-bancaires', 'visa']`,
   * or nothing for other cards. Pages then ask `GET …/networks/{digits}` and let the shopper choose.
   */
  networksOf: callback<NetworksOf>(),
  /**
   * Other origins whose pages may use this proxy, such as `https://shop.example`, or `capacitor://localhost` for an app. Its own origin
   * is always allowed.
   */
  allowedOrigins: optional<readonly string[]>((origins) => !problemOfOrigins(origins), problemOfOrigins),
  /** Serves the form of isolated mode at `GET …/frame`, in a frame of this origin, for pages of `frame.ancestors`. */
  frame: group<FrameOptions>(only(frameRows(), 'Expected { ancestors: ["https://shop.example"] }.')),
  /** Creates the request body for the service. The default body is the one of the proxy contract. */
  buildRequest: callback<BuildRequest>(),
  /**
   * Decides what a JSON response means, if its body says more than its status, such as a 200 that declines. Return `undefined`
   * to use the status. Pages that use this proxy need no `interpretResponse` of their own.
   */
  interpretResponse: callback<InterpretResponse>(),
  /**
   * The https origins that a shopper may be sent to for a confirmation, such as `['https://acs.example']`. An action with
   * another origin is not passed on; the outcome is then unknown. Also http for a server on this machine.
   * @default none
   */
  actionOrigins: optional<readonly string[]>(
    (origins) => isList(origins, isActionOrigin),
    insteadOf('https origins such as ["https://acs.example"], without a path.'),
  ),
  /**
   * Top-level members of the service's JSON responses that the page and the store may get, such as `['id', 'status']`. This
   * also applies to error responses: pages read `errors` to mark invalid fields, and `outcome`. `interpretResponse` gets all
   * members.
   * @default all
   */
  answerFields: optional<readonly string[]>(
    (names) => isList(names, (name) => name !== '' && !PROTOTYPE_NAMES.includes(name)),
    insteadOf('names of members such as ["id", "status"].'),
  ),
  /**
   * Where attempts are stored: `openLmdbStore()`, `createRedisStore()`, `createMemoryStore()` or a store of your own.
   * @default LMDB in `storePath`
   */
  store: optional<AttemptStore>((value) => {
    const store = value as Partial<AttemptStore> | null;
    return [store?.read, store?.swap, store?.list].every((method) => typeof method === 'function');
  }, 'is not a store. Expected read, swap and list, as of createRedisStore(client) or await openLmdbStore({ path }).'),
  /**
   * The folder of the default store, on a local disk. It is created with the first payment.
   * @default `./payment-attempts`
   */
  storePath: optional<string>(matches(/[^]/), 'is invalid. Expected the path of a folder.'),
  /** Allows a store that loses its data at a restart, with a Live key. An order can then be charged twice. */
  allowMemoryStore: flag<true>(),
  /**
   * Set it to `true` if the service recognizes an `Idempotency-Key`. The proxy then sends a payment with an unknown outcome
   * again, at most twice, with the same key.
   * @default `false`
   */
  upstreamHonoursIdempotency: flag<boolean>(),
  /** How many payments are let through. */
  limits: group<LimitOptions>(only(limitRows())),
  /**
   * Called for each attempt whose outcome is certain, at least once, also after a crash: see {@link OnSettled}. Ship here. All
   * proxies that share a store and a mode need the same function.
   */
  onSettled: callback<OnSettled>(),
  /**
   * Called for each attempt that was sent, each request to the service, each refusal by a limit, each error of the store and
   * each call of `onSettled`: see {@link OnMeasurement}. Count them for your monitoring.
   */
  onMeasurement: callback<OnMeasurement>(),
  /**
   * Receives log lines, and the original error as its second argument.
   * @default JSON lines on the console
   */
  logger: callback<Logger>(),
  /** Replaces the network, for tests. */
  fetch: callback<(request: Request) => Promise<Response>>(),
});

type Options = Values<typeof proxyRows>;

type AmountSource = 'orderTokenSecret' | 'resolvePayment' | 'trustBrowserAmount';

type AmountFrom<Given extends AmountSource, Beside extends AmountSource = never> = Required<Pick<Options, Given>> &
  Pick<Options, Beside> &
  Partial<Record<Exclude<AmountSource, Given | Beside>, never>>;

/**
 * Options of `createPaymentProxy`. The source of the amount is a token from your server, your server's records (or both), or
 * explicitly the browser.
 */
export type PaymentProxyOptions = Omit<Options, AmountSource> &
  (AmountFrom<'orderTokenSecret', 'resolvePayment'> | AmountFrom<'resolvePayment'> | AmountFrom<'trustBrowserAmount'>);

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
  const issues = only(proxyRows(naming)).safeParse(options).error?.issues ?? [];
  const isUnknown = ({ code }: z.core.$ZodIssue) => code === 'unrecognized_keys';
  // Unknown names first: a misspelled option is missing as well.
  const problems = [...issues.filter(isUnknown), ...issues.filter((issue) => !isUnknown(issue))].flatMap((issue) => {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
    return names.map((name) => ({ option: [...issue.path, name ?? []].flat().join('.'), text: issue.message }));
  });
  const wrong = new Set(problems.map(({ option }) => option));
  const conflicts = [...conflictsOf(options, naming)].map(([option, text]) => ({ option, text }));
  return [...problems, ...conflicts.filter(({ option }) => !wrong.has(option))];
}

/** Options that are wrong together. */
function* conflictsOf(
  options: PaymentProxyOptions,
  { of, set }: Naming,
): Generator<readonly [option: string, text: string]> {
  const { mode, apiKey, baseUrl, store, allowMemoryStore, limits }: Omit<Options, AmountSource> = options;
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
    const text = `is missing. Expected a function that returns the amount of an order, or ${of('orderTokenSecret')}, since a page can be`;
    yield [
      'resolvePayment',
      `${text} manipulated. If the shopper may choose any amount, set ${set('trustBrowserAmount', 'true')}.`,
    ];
  }
  // Where the browser chooses order and amount, only a limit per client slows down card testing.
  if (trustBrowserAmount && !limits?.clientId && limits?.attemptsPerClient !== false) {
    const text =
      'is missing. With trustBrowserAmount, anyone can try out stolen cards here. Expected a function that identifies the ' +
      'client, such as by its IP address. If something else limits clients, set limits: { attemptsPerClient: false }.';
    yield ['limits.clientId', text];
  }
}

function problemOfSecrets(secrets: unknown): string {
  const [first, second, ...others] = Array.isArray(secrets) ? (secrets as unknown[]) : [secrets];
  const problem = secretProblem(first) ?? (second === undefined ? undefined : secretProblem(second));
  return problem ?? (others.length > 0 ? 'has too many secrets. Expected the new and the old one.' : '');
}

function problemOfKeys(keys: unknown): string {
  const copied = [keys].flat().map(keyProblem).find(Boolean);
  if (copied) return copied;
  if (isKey(keys) || (isList(keys, isKey) && keys.length === 2 && keys[0] !== keys[1])) return '';
  return (
    'is missing or invalid. Expected the API key alone, as in the developer console, or two different ones: ' +
    'letters, digits and -._~+/ without quotes, brackets, spaces or a name.'
  );
}

/** A b64token (RFC 6750). */
const isKey = matches(/^[\w.~+/-]+=*$/);

function matches(pattern: RegExp): (value: unknown) => value is string {
  return (value): value is string => typeof value === 'string' && pattern.test(value);
}

function problemOfBaseUrl(value: unknown): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(url.href)) {
    return 'is not valid. Expected an absolute http(s) URL without query, such as "https://api.example".';
  }
  if (/\/v1\/*$/.test(url.pathname)) return 'ends with /v1, which is added by the proxy. Remove it.';
  return placeholderProblem(value) ?? portProblem(url) ?? '';
}

function problemOfOrigins(origins: unknown): string {
  if (!Array.isArray(origins)) return insteadOf('a list of origins such as "https://shop.example".')(origins);
  for (const origin of origins as unknown[]) {
    const problem = originProblem(origin);
    if (problem) return `contains ${quoteSafely(origin)}${problem}`;
  }
  return '';
}

const isList = (value: unknown, test: (text: string) => boolean = () => true): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string' && test(text));

/** URLs allow more in a host, such as `*` and `;`, which mean something else in a policy. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.-]+(?::\d+)?$/;

/** Without characters that end `url(…)` in CSS. */
function isFontSource(src: unknown): boolean {
  if (typeof src !== 'string' || /[\s"'()\\]/.test(src)) return false;
  if (src.startsWith('/')) return !src.startsWith('//');
  return src.startsWith('https://') && URL.canParse(src) && PLAIN_ORIGIN.test(new URL(src).origin);
}

/** Not another name below `localhost`, which a resolver may send elsewhere. */
export function isOnThisMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  return protocol === 'http:' && isLoopback;
}
