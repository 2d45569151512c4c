import { CommandError } from '../command-line.js';
import { isKnown, readSources } from './setting-sources.js';
import {
  address,
  flag,
  json,
  limit,
  list,
  oneOf,
  secret,
  SettingError,
  store,
  subnets,
  text,
  url,
  webhookSecrets,
} from './setting-readers.js';

export interface Setting<T = unknown> {
  readonly description: string;
  readonly default?: string;
  readonly example?: string;
  readonly isRequired?: true;
  readonly option?: string;
  /** Another setting without which it has no effect. */
  readonly needs?: string;
  readonly read: (value: string) => T;
}

export const SETTINGS = {
  PAYMENTS_BASE_URL: {
    option: 'baseUrl',
    description: 'The address of the payments service, without `/v1`.',
    example: 'https://api.example',
    isRequired: true,
    read: text,
  },
  PAYMENTS_API_KEY: {
    option: 'apiKey',
    description: 'The API key. It is sent to the service only.',
    example: 'sandbox_test_…',
    isRequired: true,
    read: text,
  },
  OLD_PAYMENTS_API_KEY: {
    needs: 'PAYMENTS_API_KEY',
    description: 'The old API key, while you change it: it is used if the service rejects the new one.',
    read: text,
  },
  PAYMENTS_MODE: {
    option: 'mode',
    description: 'The kind of key: `test` or `live`.',
    example: 'test',
    isRequired: true,
    read: oneOf('test', 'live'),
  },
  PAYMENTS_STORE: {
    option: 'store',
    description:
      'Where payments are recorded: `lmdb:PATH`, `redis://…`, `rediss://…`, `postgres://…`, or `memory:` for a trial.',
    default: 'lmdb:./payment-attempts',
    read: store,
  },
  ALLOW_MEMORY_STORE: {
    option: 'allowMemoryStore',
    description: '`true` allows `memory:` with a Live key. After a restart, an order can then be charged twice.',
    default: 'false',
    read: flag,
  },
  ORDER_TOKEN_SECRET: {
    option: 'orderTokenSecret',
    description: 'The secret of your order tokens, at least 32 random bytes. Tokens state the price.',
    read: secret,
  },
  OLD_ORDER_TOKEN_SECRET: {
    needs: 'ORDER_TOKEN_SECRET',
    description: 'The old secret, until the tokens that it has signed have expired.',
    read: secret,
  },
  PRICE_URL: {
    needs: 'PRICE_SECRET',
    option: 'resolvePayment',
    description: 'An address of your shop that returns the price of an order, instead of order tokens or beside them.',
    example: 'http://127.0.0.1:8000/price',
    read: url,
  },
  PRICE_SECRET: {
    needs: 'PRICE_URL',
    description: 'Signs the requests to `PRICE_URL`: at least 32 random bytes.',
    read: secret,
  },
  TRUST_BROWSER_AMOUNT: {
    option: 'trustBrowserAmount',
    description: '`true` accepts any amount from the page, for a form in which the shopper enters the amount.',
    default: 'false',
    read: flag,
  },
  SETTLED_URL: {
    needs: 'SETTLED_SECRET',
    option: 'onSettled',
    description: 'An address of your shop that gets a signed webhook for each payment whose outcome is certain.',
    example: 'http://127.0.0.1:8000/settled',
    read: url,
  },
  SETTLED_SECRET: {
    needs: 'SETTLED_URL',
    description:
      'Signs these webhooks: `whsec_` and random bytes in Base64. Two, separated by a space, while you change it.',
    example: 'whsec_…',
    read: webhookSecrets,
  },
  ALLOWED_ORIGINS: {
    option: 'allowedOrigins',
    description: 'Other origins whose pages may use the proxy.',
    example: 'https://shop.example',
    read: list,
  },
  FRAME_ANCESTORS: {
    option: 'frame.ancestors',
    description: 'The origins whose pages may hold the form of isolated mode. Without it, the form is not served.',
    example: 'https://shop.example',
    read: list,
  },
  FRAME_CURRENCY_EXPONENTS: {
    needs: 'FRAME_ANCESTORS',
    option: 'frame.currencyExponents',
    description: 'Decimals by currency code for the isolated form, in JSON, if the service deviates from ISO 4217.',
    example: '{"ISK":2}',
    read: json('an object such as {"ISK":2}'),
  },
  FRAME_FONTS: {
    needs: 'FRAME_ANCESTORS',
    option: 'frame.fonts',
    description: 'Fonts of the isolated form, in JSON: a list of `{ "family": …, "src": … }`.',
    example: '[{"family":"Inter","src":"/fonts/inter.woff2"}]',
    read: json('a list such as [{"family":"Inter","src":"/fonts/inter.woff2"}]'),
  },
  LISTEN: {
    description: 'Where the proxy listens: `HOST:PORT`, `:PORT` for all interfaces, or `unix:PATH`.',
    default: '127.0.0.1:3000',
    read: address,
  },
  MOUNT_PATH: {
    option: 'mountPath',
    description: 'The path of `proxy-url` as the program sees it, or `/`. Other paths do not exist.',
    default: '/pay',
    read: text,
  },
  OPERATIONS_LISTEN: {
    description: 'Where `/healthz`, `/readyz` and `/metrics` are served. Without it, they are not.',
    example: '127.0.0.1:9400',
    read: address,
  },
  TRUSTED_PROXIES: {
    description:
      'The servers in front: IP addresses and subnets. Only they may say who the client is. Sockets are trusted.',
    default: '127.0.0.1 ::1',
    read: subnets,
  },
  BRANDS: {
    option: 'brands',
    description: 'The accepted card brands. Default: all.',
    example: 'visa mastercard amex',
    read: list,
  },
  ACTION_ORIGINS: {
    option: 'actionOrigins',
    description: 'The https origins that a shopper may be sent to for a confirmation.',
    example: 'https://acs.example',
    read: list,
  },
  ANSWER_FIELDS: {
    option: 'answerFields',
    description: 'Members of the service’s responses that the page may get. Default: all.',
    example: 'id status errors',
    read: list,
  },
  UPSTREAM_HONOURS_IDEMPOTENCY: {
    option: 'upstreamHonoursIdempotency',
    description: '`true` if the service recognizes an `Idempotency-Key`.',
    default: 'false',
    read: flag,
  },
  LIMIT_REQUESTS_PER_MINUTE: {
    option: 'limits.requestsPerMinute',
    description: 'Requests to the service per minute, or `none`.',
    default: '900',
    read: limit,
  },
  LIMIT_ATTEMPTS_PER_REFERENCE: {
    option: 'limits.attemptsPerReference',
    description: 'Attempts per order in ten minutes, or `none`. Default: 10 more than per client.',
    example: '30',
    read: limit,
  },
  LIMIT_ATTEMPTS_PER_CLIENT: {
    option: 'limits.attemptsPerClient',
    description: 'Attempts per client in ten minutes, or `none`.',
    default: '20',
    read: limit,
  },
  PAYMENTS_FUNCTIONS: {
    option: 'networksOf',
    description: 'The path of an ES module that exports `buildRequest`, `interpretResponse` or `networksOf`.',
    example: './payment-functions.mjs',
    read: text,
  },
  LOG_REQUESTS: {
    description: '`true` writes a log line for each request.',
    default: 'false',
    read: flag,
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;

type Read<Name extends SettingName> = ReturnType<(typeof SETTINGS)[Name]['read']>;
type Given<Name extends SettingName> = (typeof SETTINGS)[Name] extends
  { readonly default: string } | { readonly isRequired: true }
  ? Read<Name>
  : Read<Name> | undefined;

/** The value of each setting; `undefined` if it is not set and has no default. */
export type Settings = { readonly [Name in SettingName]: Given<Name> };

/** Something that is wrong with a setting. The text begins with its name, and contains no secret. */
export interface SettingProblem {
  readonly name: string;
  readonly text: string;
}

export interface Reading {
  readonly settings: Partial<Settings>;
  readonly problems: readonly SettingProblem[];
}

const NAMES = Object.keys(SETTINGS) as SettingName[];

/** @param file - path of a file with `NAME=value` lines; the environment wins over it */
export function findSettings(
  env: Readonly<Record<string, string | undefined>>,
  file?: string,
  names: readonly SettingName[] = NAMES,
): Reading {
  const { values, problems } = readSources(NAMES, names, env, file);
  const wrong = new Set(problems.map(({ name }) => name));
  const settings: Record<string, unknown> = {};
  for (const name of names) {
    const setting: Setting = SETTINGS[name];
    const value = values.get(name) ?? setting.default;
    if (wrong.has(name)) continue;
    if (value === undefined) {
      if (!setting.isRequired) continue;
      const example = setting.example === undefined ? '' : `, such as ${JSON.stringify(setting.example)}`;
      problems.push({
        name,
        text: `${name} is missing. Expected a value${example}. ${setting.description.replace(/`/g, '')}`,
      });
      continue;
    }
    try {
      settings[name] = setting.read(value);
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      problems.push({ name, text: `${name} ${error.message}` });
    }
  }
  return { settings, problems };
}

/** @throws {CommandError} with everything that is wrong */
export function readSettings<Name extends SettingName>(
  env: Readonly<Record<string, string | undefined>>,
  file: string | undefined,
  names: readonly Name[],
): Pick<Settings, Name> {
  const { settings, problems } = findSettings(env, file, names);
  if (problems.length > 0) throw new CommandError(describeProblems(problems));
  return settings as Pick<Settings, Name>;
}

/** Words that the names of some settings start with, and hardly a name of another program. */
const OWN_NAME = /^(OLD_)?(PAYMENTS?|ORDER_TOKENS?|SETTLED)_[A-Z_]+$/;

/** Variables that Kubernetes sets in each container beside a service named "payments" or "payment". */
const KUBERNETES = /^PAYMENTS?_(SERVICE_(HOST|PORT)|PORT)(_|$)/;

export function unknownNames(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env).filter((name) => OWN_NAME.test(name) && !KUBERNETES.test(name) && !isKnown(name, NAMES));
}

export function describeProblems(problems: readonly SettingProblem[]): string {
  const head = problems.length === 1 ? 'A setting is wrong:' : `${problems.length} settings are wrong:`;
  const lines = problems.map(({ text }) => `- ${text}`);
  return [head, ...lines, 'For all settings, run: npx --no payment-widget-proxy start --help'].join('\n');
}

const NAMES_BY_OPTION = new Map(
  Object.entries<Setting>(SETTINGS).map(([name, { option }]) => [option, name as SettingName] as const),
);

export const nameOf = (option: string): SettingName | undefined => NAMES_BY_OPTION.get(option);

export function inSettings(message: string): string {
  return message.replace(/\b(\w+): true/g, '$1=true').replace(/\b[a-z]+[A-Z]\w*/g, (name) => nameOf(name) ?? name);
}
