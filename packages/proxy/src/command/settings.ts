import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { codesOf } from '../base/errors.js';
import type { Naming } from '../log/events.js';
import { DEFAULTS, settingsOfOptions } from '../options/options.js';
import { asFlag, asList, SettingError, type OptionSetting, type Setting } from '../options/settings.js';
import {
  isGuessable,
  isOnThisMachine,
  placeholderProblem,
  portProblem,
  quoteSafely,
  secretProblem,
} from '../options/unusable-values.js';
import { CommandError, type Environment } from './command-line.js';

export type ListenAddress = { readonly host?: string; readonly port: number } | { readonly path: string };

const asText = (value: string): string => value;

function address(value: string): ListenAddress {
  const path = /^unix:(.+)$/.exec(value)?.[1];
  if (path !== undefined) return { path: resolve(path) };
  const [, host = '', port = ''] = /^(.*):(\d{1,5})$/.exec(value) ?? [];
  const name = host.replace(/^\[(.+)\]$/, '$1');
  const isHost = isIP(name) === 6 ? host.startsWith('[') : /^[a-zA-Z\d.-]*$/.test(name);
  if (port !== '' && Number(port) < 65_536 && isHost) {
    return { ...(name !== '' && { host: name }), port: Number(port) };
  }
  throw new SettingError(
    `is ${quoteSafely(value)}. Expected an address such as "127.0.0.1:4300", ":4300" or "unix:/run/pay.sock".`,
  );
}

export function subnets(value: string): BlockList {
  const found = new BlockList();
  for (const entry of asList(value)) {
    const [ip = '', bits] = entry.split('/');
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
    const most = family === 'ipv6' ? 128 : 32;
    if (isIP(ip) === 0 || !(bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))) {
      throw new SettingError(
        `contains ${quoteSafely(entry)}. Expected IP addresses and subnets such as "10.0.0.0/8 ::1".`,
      );
    }
    found.addSubnet(ip, bits === undefined ? most : Number(bits), family);
  }
  return found;
}

/** The message does not quote the address, since it may contain a password. */
function url(value: string): URL {
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password || parsed.hash) {
    throw new SettingError(
      'is not valid. Expected an absolute URL without a password, such as "https://shop.example/settled".',
    );
  }
  const blocked = portProblem(parsed);
  if (blocked) throw new SettingError(blocked);
  if (parsed.protocol === 'https:' || isOnThisMachine(parsed.href)) return parsed;
  throw new SettingError('is http. Expected https, or http on this machine, such as "http://127.0.0.1:8000/settled".');
}

/** The message does not quote the setting, since it may contain a password. */
function store(value: string): string {
  if (value === 'memory:' || /^lmdb:.+/.test(value)) return value;
  if (/^(rediss?|postgres|postgresql):\/\/./.test(value) && URL.canParse(value)) return value;
  throw new SettingError(
    'is not valid. Expected "lmdb:./path", "redis://…", "rediss://…", "postgres://…" or "memory:".',
  );
}

function secret(value: string): string {
  const problem = secretProblem(value);
  if (problem === undefined) return value;
  throw new SettingError(problem);
}

function webhookSecrets(value: string): readonly string[] {
  const secrets = asList(value);
  const isSecret = (each: string) => /^whsec_[A-Za-z\d+/]{22,}={0,2}$/.test(each);
  const isValid = secrets.length > 0 && secrets.length <= 2 && secrets.every(isSecret);
  const isWeak = secrets.some((each) => isGuessable(each.replace('whsec_', '')));
  if (isValid && !isWeak) return secrets;
  throw new SettingError(
    `is ${isValid ? 'easy to guess' : 'not valid'}. Expected "whsec_" and at least 16 random bytes in Base64, or two such secrets ` +
      'while you change it.',
  );
}

/** Settings of the program that are no options of the library, or have another form there. */
const OWN_SETTINGS = {
  PAYMENTS_STORE: {
    option: 'store',
    description:
      'Where payments are recorded: `lmdb:PATH`, `redis://…`, `rediss://…`, `postgres://…`, or `memory:` for a trial.',
    default: `lmdb:${DEFAULTS.storePath}`,
    read: store,
  },
  OLD_PAYMENTS_API_KEY: {
    needs: 'PAYMENTS_API_KEY',
    description: 'The old API key, while you change it: it is used if the service rejects the new one.',
    read: asText,
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
  PAYMENTS_FUNCTIONS: {
    option: 'networksOf',
    description: 'The path of an ES module that exports `buildRequest`, `interpretResponse` or `networksOf`.',
    example: './payment-functions.mjs',
    read: asText,
  },
  LISTEN: {
    description: 'Where the proxy listens: `HOST:PORT`, `:PORT` for all interfaces, or `unix:PATH`.',
    default: '127.0.0.1:4300',
    read: address,
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
  LOG_REQUESTS: {
    description: '`true` writes a log line for each request.',
    default: 'false',
    read: asFlag,
  },
} as const satisfies Readonly<Record<string, Omit<SettingRow, 'name'>>>;

export type SettingRow = Setting & Partial<OptionSetting>;

/** All settings. Those of options are rows of the table of options. */
export const PROGRAM_SETTINGS: readonly SettingRow[] = [
  ...settingsOfOptions(),
  ...Object.entries(OWN_SETTINGS).map(([name, row]) => ({ name, ...row })),
];

type OwnSetting = keyof typeof OWN_SETTINGS;

type Read<Name extends OwnSetting> = ReturnType<(typeof OWN_SETTINGS)[Name]['read']>;
type Given<Name extends OwnSetting> = (typeof OWN_SETTINGS)[Name] extends { readonly default: string }
  ? Read<Name>
  : Read<Name> | undefined;

/** The value of each setting; `undefined` if it is not set and has no default. Options have the types of their values. */
export type ProgramSettings = { readonly [Name in OwnSetting]: Given<Name> } & Readonly<Record<string, unknown>>;

/** Something that is wrong with a setting. The text begins with its name, and contains no secret. */
export interface SettingProblem {
  readonly name: string;
  readonly text: string;
}

interface Reading {
  readonly settings: Partial<ProgramSettings>;
  readonly problems: readonly SettingProblem[];
}

/** @param file - path of a file with `NAME=value` lines; the environment wins over it */
export function findSettings(env: Environment, file?: string, names?: readonly string[]): Reading {
  const problems: SettingProblem[] = [];
  const settings: Record<string, unknown> = {};
  const attempt = <T>(name: string, run: () => T): T | undefined => {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      problems.push({ name, text: `${error.subject ?? name} ${error.message}` });
      return undefined;
    }
  };
  const own = (file !== undefined && attempt('--config', () => readConfig(file, problems))) || {};
  for (const row of PROGRAM_SETTINGS) {
    const { name } = row;
    if (names && !names.includes(name)) continue;
    settings[name] = attempt(name, () => readSetting(row, valueIn(env, name) ?? valueIn(own, name)));
  }
  return { settings: settings, problems };
}

function readSetting({ read = asText, schema, isRequired, ...setting }: SettingRow, given: string | undefined) {
  const text = given ?? setting.default;
  const copied = placeholderProblem(text);
  if (copied) throw new SettingError(copied);
  if (text !== undefined) {
    const value = read(text);
    const [issue] = schema?.safeParse(value).error?.issues ?? [];
    if (issue) throw new SettingError(issue.message);
    return value;
  }
  if (!isRequired) return undefined;
  const { example = '', description } = setting;
  throw new SettingError(`is missing. Expected a value, such as "${example}". ${description.replace(/`/g, '')}`);
}

function valueIn(source: Environment, name: string): string | undefined {
  const fileName = `${name}_FILE`;
  const { [name]: own, [fileName]: path } = source;
  if (own !== undefined && path !== undefined) {
    throw new SettingError(`and ${fileName} are both set. Remove one of them.`);
  }
  const subject = path === undefined ? name : fileName;
  const value = (path === undefined ? own : readFile(path, subject))?.trim();
  if (value === '') throw new SettingError('is empty. Expected a value, or remove it.', { subject });
  return value;
}

/** The message does not contain the path: it may be the secret itself. */
function readFile(path: string, subject: string): string {
  try {
    return new TextDecoder().decode(readFileSync(path)); // this drops a byte order mark
  } catch (error) {
    throw new SettingError(`is not a file that can be read (${codesOf(error)}).`, { subject });
  }
}

const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*(["'`]?)/;

const nameIn = (line: string) => ASSIGNMENT.exec(line)?.[1] ?? '';

/** No message shows an unknown name: it may be a line of a secret. */
function readConfig(file: string, problems: SettingProblem[]): Environment {
  const values: Record<string, string | undefined> = {};
  const lines = readFile(file, '--config').split('\n');
  for (let next = 0; next < lines.length;) {
    const number = next + 1;
    let entry = lines[next++] ?? '';
    const [start = '', name = '', quote = ''] = ASSIGNMENT.exec(entry) ?? [];
    const isOpen = () => quote !== '' && !entry.includes(quote, start.length);
    while (isOpen() && next < lines.length && !isKnown(nameIn(lines[next] ?? ''))) entry += `\n${lines[next++]}`;
    const problem = isOpen()
      ? 'has a quote that is not closed. Expected one at the end of the value.'
      : problemOf(entry);
    if (problem) problems.push({ name: '--config', text: `Line ${number} of ${file} ${problem}` });
    else if (name) values[name] = parseEnv(entry)[name];
  }
  return values;
}

function problemOf(entry: string): string | undefined {
  if (/^\s*(#|$)/.test(entry) || isKnown(nameIn(entry))) return undefined;
  return nameIn(entry) === ''
    ? 'is not valid. Expected NAME=value.'
    : 'does not name a setting. For all settings, see --help.';
}

/** @throws {CommandError} with everything that is wrong */
export function readProgramSettings(
  env: Environment,
  file: string | undefined,
  names: readonly string[],
): ProgramSettings {
  const { settings, problems } = findSettings(env, file, names);
  if (problems.length > 0) throw new CommandError(describeProblems(problems));
  return settings as ProgramSettings;
}

const isKnown = (name: string) => PROGRAM_SETTINGS.some((known) => known.name === name.replace(/_FILE$/, ''));

export function describeProblems(problems: readonly SettingProblem[]): string {
  const head = problems.length === 1 ? 'A setting is wrong:' : `${problems.length} settings are wrong:`;
  return [
    head,
    ...problems.map(({ text }) => `- ${text}`),
    'For all settings, run: npx --no payment-widget-proxy start --help',
  ].join('\n');
}

export const settingOf = (option: string): string | undefined =>
  PROGRAM_SETTINGS.find((setting) => setting.option === option)?.name;

/** The names that messages of the program have. */
export const IN_SETTINGS: Naming = {
  of: (option) => settingOf(option) ?? option,
  set: (option, value) => `${settingOf(option) ?? option}=${value}`,
};
