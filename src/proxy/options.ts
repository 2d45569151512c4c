import type { PaymentDraft, ResolvedPayment } from '../contract/schema.js';
import type { BuildRequest } from '../contract/serialize.js';
import type { InterpretResponse } from '../contract/interpret.js';
import { toMode, type Mode } from '../contract/protocol.js';
import { keysProblem, type EncryptionKeys } from './encrypted-card.js';
import type { LimitOptions } from './limits.js';
import type { Logger } from './log.js';
import type { AttemptStore } from './attempts/store.js';

/** The order as the merchant's server knows it; nothing when it knows no such order. */
export type ResolvePayment = (
  draft: PaymentDraft,
  request: Request,
) => ResolvedPayment | null | undefined | Promise<ResolvedPayment | null | undefined>;

/** Where the amount that is charged comes from: the merchant's server, or, said out loud, the browser. */
type AmountSource =
  { resolvePayment: ResolvePayment; trustBrowserAmount?: never } | { trustBrowserAmount: true; resolvePayment?: never };

/** Options of {@link createPaymentProxy}. */
export type PaymentProxyOptions = AmountSource & {
  /** Address of the payments service, without `/v1`. A Live key needs https, except on this machine itself. */
  baseUrl: string;
  /**
   * The API key. It is sent to the service and nowhere else. Two while one takes the place of the other: when the service
   * refuses one with 401, which says that nothing was charged, the payment is sent with the other.
   */
  apiKey: string | readonly [string, string];
  /** Which kind of key it is, or both are. The service does not show how to tell them apart, so it has to be said. */
  mode: Mode;
  /**
   * Public key of the service (JWK with `kid` and `alg`: RSA-OAEP-256 or ECDH-ES), by which pages encrypt cards: then no
   * other card is taken. Of several, pages are told the first; the others are taken from pages that are still open.
   */
  encryptionKey?: EncryptionKeys;
  /** Other origins whose pages may use this proxy, such as `https://shop.example`. The proxy's own is always allowed. */
  allowedOrigins?: readonly string[];
  /**
   * Makes the body that the service gets. What the service expects is not shown in its interface, so the default is
   * ours: the shape that the widget sends.
   */
  buildRequest?: BuildRequest;
  /**
   * Decides what an answer of the service means, where its body says more than its status, such as a 200 that declines.
   * `undefined` leaves it to the status. A page that is answered by this proxy needs no `interpretResponse` of its own.
   */
  interpretResponse?: InterpretResponse;
  /** Where attempts are remembered: `payment-widget/stores/lmdb` (the default, in `storePath`), `…/redis`, `…/memory`. */
  store?: AttemptStore;
  /** The folder of the default store, on a disk of this machine; `./payment-attempts`. It is made on the first payment. */
  storePath?: string;
  /** Takes a store that forgets, with a Live key: after a restart an order can be charged again. */
  allowMemoryStore?: true;
  /** Says that the service recognises an `Idempotency-Key`: then a payment in doubt is sent again with the same one. */
  upstreamHonoursIdempotency?: boolean;
  /** How many requests may go to the service. */
  limits?: LimitOptions;
  /** Takes the lines of the log; by default each goes to the console as a line of JSON. */
  logger?: Logger;
  /** Replaces the network, for tests. */
  fetch?: (request: Request) => Promise<Response>;
};

/** A proxy that was set up wrongly. `option` names what is to be mended. */
export class ProxyConfigurationError extends TypeError {
  override readonly name = 'ProxyConfigurationError';
  readonly option: string;

  constructor(option: string, message: string) {
    super(`createPaymentProxy: ${option} ${message}`);
    this.option = option;
  }
}

/**
 * Checks the options before anything is served.
 * @throws {ProxyConfigurationError} that names the option which is wrong and says what was expected
 */
export function checkOptions(options: PaymentProxyOptions): void {
  checkNames(options, OPTIONS, '');
  checkMode(options.mode);
  checkKey(options.apiKey);
  checkKind(options);
  checkBaseUrl(options.baseUrl, options.mode);
  checkOrigins(options.allowedOrigins ?? []);
  checkAmountSource(options);
  checkEncryptionKey(options.encryptionKey);
  checkStore(options);
  checkLimits(options.limits ?? {});
  checkLogger(options.logger);
}

const OPTIONS: Readonly<Record<keyof PaymentProxyOptions, true>> = {
  baseUrl: true,
  apiKey: true,
  mode: true,
  encryptionKey: true,
  resolvePayment: true,
  trustBrowserAmount: true,
  allowedOrigins: true,
  buildRequest: true,
  interpretResponse: true,
  store: true,
  storePath: true,
  allowMemoryStore: true,
  upstreamHonoursIdempotency: true,
  limits: true,
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
};

/** One that is spelt wrongly would be left out without a word: cards would go unencrypted, or without a limit. */
function checkNames(given: object, known: Readonly<Record<string, true>>, prefix: string): void {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  throw new ProxyConfigurationError(`${prefix}${unknown}`, `is no option. Expected ${Object.keys(known).join(', ')}.`);
}

function checkMode(mode: unknown): void {
  if (!toMode(mode))
    throw new ProxyConfigurationError('mode', 'must be "test" or "live", the kind of key that apiKey is.');
}

function checkKey(apiKey: unknown): void {
  // Nothing of the value goes into the message.
  const isKey = (key: unknown) => typeof key === 'string' && /^[\x21-\x7e]+$/.test(key);
  const isPair = Array.isArray(apiKey) && apiKey.length === 2 && apiKey[0] !== apiKey[1] && apiKey.every(isKey);
  if (isPair || isKey(apiKey)) return;
  throw new ProxyConfigurationError(
    'apiKey',
    'must be the API key from the developer console, without spaces, or a list of two different ones.',
  );
}

/** What kind of key it is cannot be told for certain; one that says it is another kind is a mistake that moves real money. */
function checkKind({ apiKey, mode }: PaymentProxyOptions): void {
  const other = mode === 'test' ? 'live' : 'test';
  if (![apiKey].flat().some((key) => key.includes(`_${other}_`))) return;
  throw new ProxyConfigurationError('mode', `is "${mode}", but by its "_${other}_" apiKey is a key of the other kind.`);
}

function checkBaseUrl(baseUrl: unknown, mode: Mode): void {
  const url = typeof baseUrl === 'string' && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(url.href)) {
    throw new ProxyConfigurationError('baseUrl', 'must be an absolute http(s) address, such as "https://api.example".');
  }
  if (/\/v1\/*$/.test(url.pathname)) {
    throw new ProxyConfigurationError('baseUrl', 'must not end with /v1: that is added.');
  }
  if (mode === 'test' || url.protocol === 'https:') return;
  if (!isOnThisMachine(url.href)) {
    throw new ProxyConfigurationError(
      'baseUrl',
      'must be https with a Live key: the key and the cards would be readable on the way.',
    );
  }
}

function checkEncryptionKey(keys: unknown): void {
  const problem = keysProblem(keys, Date.now());
  if (problem) throw new ProxyConfigurationError('encryptionKey', problem);
}

function checkOrigins(origins: unknown): void {
  const isOrigin = (origin: unknown) =>
    typeof origin === 'string' && URL.canParse(origin) && new URL(origin).origin === origin;
  if (Array.isArray(origins) && origins.every(isOrigin)) return;
  throw new ProxyConfigurationError(
    'allowedOrigins',
    `is ${JSON.stringify(origins)}. Expected origins such as "https://shop.example", no path, no "*".`,
  );
}

function checkAmountSource(options: PaymentProxyOptions): void {
  const resolves = typeof options.resolvePayment === 'function';
  if (resolves !== (options.trustBrowserAmount === true)) return;
  throw new ProxyConfigurationError(
    'resolvePayment',
    resolves
      ? 'and trustBrowserAmount exclude each other: either your server knows the amount, or the browser decides.'
      : 'is missing. Whoever controls the page controls the amount in it, so give the function that looks up what ' +
          'this order costs; or say trustBrowserAmount: true where the shopper may choose any amount.',
  );
}

function checkStore({ store, storePath = 'any', allowMemoryStore, mode }: PaymentProxyOptions): void {
  if (typeof storePath !== 'string' || storePath === '') {
    throw new ProxyConfigurationError('storePath', 'must be the path of a folder.');
  }
  if (store === undefined) return;
  const given = store as Partial<AttemptStore> | null; // by JavaScript
  if (typeof given?.read !== 'function' || typeof given.swap !== 'function') {
    throw new ProxyConfigurationError(
      'store',
      'must be a store: createRedisStore(client), or await openLmdbStore({ path }).',
    );
  }
  if (mode === 'test' || !store.volatile || allowMemoryStore) return;
  throw new ProxyConfigurationError(
    'store',
    'forgets everything at a restart, and with a Live key that means that an order can be charged twice. Leave it out ' +
      'for a durable one; or say allowMemoryStore: true.',
  );
}

function checkLimits(limits: LimitOptions): void {
  checkNames(limits, LIMITS, 'limits.');
  for (const name of ['requestsPerMinute', 'attemptsPerReference', 'attemptsPerClient'] as const) {
    const limit = limits[name] ?? false;
    if (limit === false || (Number.isInteger(limit) && limit > 0)) continue;
    throw new ProxyConfigurationError(`limits.${name}`, 'must be a whole number above 0, or false for no limit.');
  }
  for (const name of ['clientId', 'humanCheck'] as const) {
    if (limits[name] === undefined || typeof limits[name] === 'function') continue;
    throw new ProxyConfigurationError(`limits.${name}`, 'must be a function.');
  }
}

function checkLogger(logger: unknown): void {
  if (logger === undefined || typeof logger === 'function') return;
  throw new ProxyConfigurationError('logger', 'must be a function.');
}

/** Whether an address is reached in plain http without leaving this machine. */
export function isOnThisMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  return protocol === 'http:' && isLoopback;
}
