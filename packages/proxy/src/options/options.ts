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
import type { OnSettled } from '../settlement/settled-payment.js';
import type { PostgresPool } from '../stores/postgres-query.js';
import type { RedisClient } from '../stores/redis-script.js';
import type { AttemptStore } from '../stores/store.js';
import { asFlag, asJson, asLimit, asList, settable, settingsIn, type Setting } from './settings.js';
import {
  isList,
  matches,
  PLAIN_ORIGIN,
  problemOfBaseUrl,
  problemOfKeys,
  problemOfOrigins,
  problemOfSecrets,
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

/** What is wrong with a value, if anything. The text continues the name of the option, and contains no secret. */
type ProblemOf = (value: unknown) => string | undefined;

/** @template T - the type of the option */
const required = <T>(problemOf: ProblemOf, setting?: Setting) =>
  settable(
    z.custom<T>((value) => problemOf(value) === undefined, { error: ({ input }) => problemOf(input) }),
    setting,
  );

const optional = <T>(problemOf: ProblemOf, setting?: Setting) => settable(z.optional(required<T>(problemOf)), setting);

/** The option may be missing, but not `undefined`, which may come from a missing variable of the environment. */
const given = <T>(problemOf: ProblemOf, setting: Setting) => settable(z.exactOptional(required<T>(problemOf)), setting);

const unless =
  (isValid: (value: unknown) => boolean, problem: string): ProblemOf =>
  (value) =>
    isValid(value) ? undefined : problem;

const callback = <T>() =>
  optional<T>(
    unless((value) => typeof value === 'function', 'is not a function. Expected a function, or remove the option.'),
  );

const flag = <T extends boolean>(setting: Setting) =>
  optional<T>(
    unless((value) => typeof value === 'boolean', 'is not a boolean. Expected true or false.'),
    { default: 'false', read: asFlag, ...setting },
  );

const limit = <T extends number | false>(setting: Setting) =>
  optional<T>(
    unless(
      (value) => value === false || (Number.isInteger(value) && (value as number) > 0),
      'is invalid. Expected a positive integer, or false for no limit.',
    ),
    { read: asLimit, ...setting },
  );

/** An option that is checked together with others. */
const unchecked = <T>(setting?: Setting) => settable(z.optional(z.custom<T>()), setting);

const group = <T>(options: z.ZodMiniType) => z.optional(options as z.ZodMiniType<T>);

const unlessIs =
  (isValid: (value: unknown) => boolean, expected: string): ProblemOf =>
  (value) =>
    isValid(value) ? undefined : `is ${quoteSafely(value)}. Expected ${expected}`;

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
  requestsPerMinute: limit<number | false>({
    name: 'LIMIT_REQUESTS_PER_MINUTE',
    description: 'Requests to the service per minute, or `none`.',
    default: String(DEFAULTS.requestsPerMinute),
  }),
  /**
   * Attempts per order in ten minutes. It slows down card testing, which reuses one order. With `clientId`, the default is
   * `attemptsPerClient` + 10, so that one client cannot use up the attempts of another's order.
   * @default `10`
   */
  attemptsPerReference: limit<number | false>({
    name: 'LIMIT_ATTEMPTS_PER_REFERENCE',
    description: 'Attempts per order in ten minutes, or `none`. Default: 10 more than per client.',
    example: '30',
  }),
  /**
   * Attempts per client in ten minutes. Requires `clientId`. An attempt above this limit does not count for the order.
   * @default `20`
   */
  attemptsPerClient: limit<number | false>({
    name: 'LIMIT_ATTEMPTS_PER_CLIENT',
    description: 'Attempts per client in ten minutes, or `none`.',
    default: String(DEFAULTS.attemptsPerClient),
  }),
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
    unless(
      (pool) => typeof (pool as Partial<PostgresPool> | null)?.query === 'function',
      'is not a pool. Expected a Pool of the package "pg".',
    ),
  ),
});

/** Rate limits. Each number is a positive integer, or `false` for no limit. */
export type LimitOptions = Values<typeof limitRows>;

const fontRows = () => ({
  /** The name of the font in `font-family`. */
  family: required<string>(unless(matches(/^[^\p{Cc}]{1,100}$/u), '')),
  /** An https URL, or a path on the origin of the proxy, such as `/fonts/inter.woff2`. */
  src: required<string>(unless(isFontSource, '')),
  /** As in `@font-face`, such as `400` or `100 900`. */
  weight: optional<string>(unless(matches(/^[\w ]{1,20}$/), '')),
  /** As in `@font-face`, such as `italic`. */
  style: optional<string>(unless(matches(/^[\w -]{1,40}$/), '')),
});

/** A font of the isolated form. */
export type FrameFont = Values<typeof fontRows>;

const isFont = (font: unknown) => only(fontRows()).safeParse(font).success;

const frameRows = () => ({
  /** Origins whose pages may hold the frame, such as `https://shop.example`. Also http on this machine. */
  ancestors: required<readonly string[]>(
    unlessIs(
      (origins) => isList(origins, (origin) => isActionOrigin(origin) && PLAIN_ORIGIN.test(origin)),
      'https origins such as ["https://shop.example"], without a path or "*".',
    ),
    {
      name: 'FRAME_ANCESTORS',
      description: 'The origins whose pages may hold the form of isolated mode. Without it, the form is not served.',
      example: 'https://shop.example',
      read: asList,
    },
  ),
  /** Decimals by currency code, such as `{ ISK: 2 }`, if the payments service deviates from ISO 4217. */
  currencyExponents: optional<CurrencyExponents>(
    unless(
      isCurrencyExponents,
      'is invalid. Expected numbers of decimals, 0 to 4, by ISO 4217 code, such as { ISK: 2 }.',
    ),
    {
      name: 'FRAME_CURRENCY_EXPONENTS',
      description: 'Decimals by currency code for the isolated form, in JSON, if the service deviates from ISO 4217.',
      example: '{"ISK":2}',
      needs: 'FRAME_ANCESTORS',
      read: asJson('an object such as {"ISK":2}'),
    },
  ),
  /** Fonts that the form may use. */
  fonts: optional<readonly FrameFont[]>(problemOfFonts, {
    name: 'FRAME_FONTS',
    description: 'Fonts of the isolated form, in JSON: a list of `{ "family": …, "src": … }`.',
    example: '[{"family":"Inter","src":"/fonts/inter.woff2"}]',
    needs: 'FRAME_ANCESTORS',
    read: asJson('a list such as [{"family":"Inter","src":"/fonts/inter.woff2"}]'),
  }),
  /**
   * Returns a file of `dist/browser` by its name, such as `frame.js`, and `integrity.json`, which
   * identifies the release. For runtimes without a file system. Only the body is used, and kept in memory.
   * @default reads the files of the installed package `payment-widget`
   */
  files: callback<(name: string, request: Request) => Response | undefined | Promise<Response | undefined>>(),
});

/** Isolated mode: the proxy serves the form in a frame of its origin, so that no script of the shop's page can read the card. */
export type FrameOptions = Values<typeof frameRows>;

const proxyRows = () => ({
  /** The address of the payments service, without `/v1`. A Live key requires `https:`, except for a service on this machine. */
  baseUrl: required<string>(problemOfBaseUrl, {
    name: 'PAYMENTS_BASE_URL',
    description: 'The address of the payments service, without `/v1`.',
    example: 'https://api.example',
    isRequired: true,
  }),
  /**
   * The API key. It is sent to the service only. To rotate it, pass the new and the old one: if the service rejects one with
   * 401, which means that nothing was charged, the payment is sent with the other.
   */
  apiKey: required<string | readonly [string, string]>(problemOfKeys, {
    name: 'PAYMENTS_API_KEY',
    description: 'The API key. It is sent to the service only.',
    example: 'sandbox_test_…',
    isRequired: true,
  }),
  /** The kind of key, `test` or `live`. A key that contains `_test_` or `_live_` must be of this kind. */
  mode: required<Mode>(
    unlessIs((mode) => toMode(mode) !== undefined, '"test" or "live".'),
    {
      name: 'PAYMENTS_MODE',
      description: 'The kind of key: `test` or `live`.',
      example: 'test',
      isRequired: true,
    },
  ),
  /**
   * The secret of your order tokens, at least 32 random bytes. Every request must then have a token of `createOrderToken()`,
   * and the payment must have the order and the price of the token. To change the secret, pass the new and the old one until
   * the old tokens have expired.
   */
  orderTokenSecret: given<OrderTokenSecret>(problemOfSecrets, {
    name: 'ORDER_TOKEN_SECRET',
    description: 'The secret of your order tokens, at least 32 random bytes. Tokens state the price.',
  }),
  /**
   * Called as `(draft, request, card)` for each payment. Returns the price of the order from your records, or nothing if there
   * is no such order. The draft contains no card. `card` has its `bin` and its `brand`. Beside an order token, it must
   * return the same order, and its price counts.
   */
  resolvePayment: unchecked<ResolvePayment>(),
  /** Accepts any amount from the page, for a form in which the shopper enters the amount. */
  trustBrowserAmount: unchecked<true>({
    name: 'TRUST_BROWSER_AMOUNT',
    description: '`true` accepts any amount from the page, for a form in which the shopper enters the amount.',
    default: 'false',
    read: asFlag,
  }),
  /**
   * The path where the proxy is mounted, as the proxy sees it: `/` if the framework removes it, as `app.use('/pay', …)` of
   * Express does. All other paths get 404. Needed for a path such as `/api/pay`.
   * @default the root, or one segment that is not a path of the proxy, such as `/pay`
   */
  mountPath: optional<string>(
    unlessIs(matches(/^(?:\/|(?:\/[\w.~-]+)+)$/), 'a path such as "/pay", without a slash at its end, or "/".'),
    {
      name: 'MOUNT_PATH',
      description: 'The path of `proxy-url` as the program sees it, or `/`. Other paths do not exist.',
      default: '/pay',
    },
  ),
  /**
   * The accepted card brands, such as `['visa', 'mastercard', 'amex']`. A card of another known brand is refused before
   * anything is stored or sent. Cards of unknown brands are never refused. Pages read the list from `/config`.
   * @default all
   */
  brands: optional<readonly string[]>(problemOfBrands, {
    name: 'BRANDS',
    description: 'The accepted card brands. Default: all.',
    example: 'visa mastercard amex',
    read: asList,
  }),
  /**
   * Returns the networks of a co-badged card by the first eight digits of its number, such as `['cartes-bancaires', 'visa']`,
   * or nothing for other cards. Pages then ask `GET …/networks/{digits}` and let the shopper choose.
   */
  networksOf: callback<NetworksOf>(),
  /**
   * Other origins whose pages may use this proxy, such as `https://shop.example`, or `capacitor://localhost` for an app. Its own origin
   * is always allowed.
   */
  allowedOrigins: optional<readonly string[]>(problemOfOrigins, {
    name: 'ALLOWED_ORIGINS',
    description: 'Other origins whose pages may use the proxy.',
    example: 'https://shop.example',
    read: asList,
  }),
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
    unlessIs(
      (origins) => isList(origins, isActionOrigin),
      'https origins such as ["https://acs.example"], without a path.',
    ),
    {
      name: 'ACTION_ORIGINS',
      description: 'The https origins that a shopper may be sent to for a confirmation.',
      example: 'https://acs.example',
      read: asList,
    },
  ),
  /**
   * Top-level members of the service's JSON responses that the page and the store may get, such as `['id', 'status']`. This
   * also applies to error responses: pages read `errors` to mark invalid fields, and `outcome`. `interpretResponse` gets all
   * members.
   * @default all
   */
  answerFields: optional<readonly string[]>(
    unlessIs(
      (names) => isList(names, (name) => name !== '' && !PROTOTYPE_NAMES.includes(name)),
      'names of members such as ["id", "status"].',
    ),
    {
      name: 'ANSWER_FIELDS',
      description: 'Members of the service’s responses that the page may get. Default: all.',
      example: 'id status errors',
      read: asList,
    },
  ),
  /**
   * Where attempts are stored: `openLmdbStore()`, `createRedisStore()`, `createMemoryStore()` or a store of your own.
   * @default LMDB in `storePath`
   */
  store: optional<AttemptStore>(
    unless(
      isStore,
      'is not a store. Expected read, swap and list, as of createRedisStore(client) or await openLmdbStore({ path }).',
    ),
  ),
  /**
   * The folder of the default store, on a local disk. It is created with the first payment.
   * @default `./payment-attempts`
   */
  storePath: optional<string>(unless(matches(/[^]/), 'is invalid. Expected the path of a folder.')),
  /** Allows a store that loses its data at a restart, with a Live key. An order can then be charged twice. */
  allowMemoryStore: flag<true>({
    name: 'ALLOW_MEMORY_STORE',
    description: '`true` allows `memory:` with a Live key. After a restart, an order can then be charged twice.',
  }),
  /**
   * Set it to `true` if the service recognizes an `Idempotency-Key`. The proxy then sends a payment with an unknown outcome
   * again, at most twice, with the same key.
   * @default `false`
   */
  upstreamHonoursIdempotency: flag<boolean>({
    name: 'UPSTREAM_HONOURS_IDEMPOTENCY',
    description: '`true` if the service recognizes an `Idempotency-Key`.',
  }),
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

export const optionTable = () => only(proxyRows());

/** The rows of each group, by the start of their names. */
const groups = () => ({ '': proxyRows(), 'frame.': frameRows(), 'limits.': limitRows() });

/** The options that have a setting, and their checks. */
export const settingsOfOptions = () => settingsIn(groups());

export type Options = Values<typeof proxyRows>;

export type AmountSource = 'orderTokenSecret' | 'resolvePayment' | 'trustBrowserAmount';

type AmountFrom<Given extends AmountSource, Beside extends AmountSource = never> = Required<Pick<Options, Given>> &
  Pick<Options, Beside> &
  Partial<Record<Exclude<AmountSource, Given | Beside>, never>>;

/**
 * Options of `createPaymentProxy`. The source of the amount is a token from your server, your server's records (or both), or
 * explicitly the browser.
 */
export type PaymentProxyOptions = Omit<Options, AmountSource> &
  (AmountFrom<'orderTokenSecret', 'resolvePayment'> | AmountFrom<'resolvePayment'> | AmountFrom<'trustBrowserAmount'>);

/** A font source has no characters that end `url(…)` in CSS. */
function isFontSource(src: unknown): boolean {
  if (typeof src !== 'string' || /[\s"'()\\]/.test(src)) return false;
  if (src.startsWith('/')) return !src.startsWith('//');
  return src.startsWith('https://') && URL.canParse(src) && PLAIN_ORIGIN.test(new URL(src).origin);
}

function problemOfFonts(fonts: unknown): string | undefined {
  if (Array.isArray(fonts) && fonts.every(isFont)) return undefined;
  const wrong: unknown = Array.isArray(fonts) ? fonts.find((font) => !isFont(font)) : fonts;
  return (
    `contains ${quoteSafely(wrong)}. Expected { family, src } with ` +
    'optional weight and style, all strings; src is an https URL, or a path such as "/fonts/inter.woff2".'
  );
}

function problemOfBrands(names: unknown): string | undefined {
  const read = isList(names) ? readBrands(names) : undefined;
  if (read && 'brands' in read) return undefined;
  const wrong = read ? Object.values(read)[0] : names;
  return `contains ${quoteSafely(wrong)}. Expected names out of: ${acceptableNames().join(' ')}.`;
}

function isStore(value: unknown): boolean {
  const store = value as Partial<AttemptStore> | null;
  return [store?.read, store?.swap, store?.list].every((method) => typeof method === 'function');
}
