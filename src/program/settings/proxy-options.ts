import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { problemsOf } from '../../proxy/check-options.js';
import type { PaymentProxyOptions } from '../../proxy/options.js';
import { createMemoryStore } from '../../proxy/attempts/stores/memory.js';
import { codesOf } from '../../proxy/service/upstream-failure.js';
import { inSettings, NAME_OF, type SettingName, type SettingProblem, type Settings } from './settings.js';
import { loadStorePackage, StorePackageError } from '../open-store.js';
import { createPriceLookup, createSettledSender } from '../server/shop-urls.js';
import { SettingError } from './setting-readers.js';
import { pathToFileURL } from 'node:url';

/** Options of a proxy, and everything that is wrong with them. They are complete if nothing is. */
export interface ReadOptions {
  readonly options: PaymentProxyOptions;
  readonly problems: readonly SettingProblem[];
}

/**
 * Makes options from settings. Opens nothing.
 * @param wrong - problems that are known already
 */
export async function toOptions(settings: Partial<Settings>, wrong: readonly SettingProblem[]): Promise<ReadOptions> {
  const problems = [...wrong];
  const isWrong = (name: string) => problems.some((problem) => problem.name === name);
  const add = (name: SettingName, text: string) => {
    if (!isWrong(name)) problems.push({ name, text: `${name} ${text}` });
  };
  const is = (name: SettingName) => settings[name] !== undefined || isWrong(name);
  checkPairs(is, add);
  if (!is('ORDER_TOKEN_SECRET') && !is('PRICE_URL') && settings.TRUST_BROWSER_AMOUNT !== true) {
    add(
      'ORDER_TOKEN_SECRET',
      'is missing. Expected it, or PRICE_URL, since a page can be manipulated. If the shopper may choose any amount, set ' +
        'TRUST_BROWSER_AMOUNT=true.',
    );
  }
  await checkStore(settings.PAYMENTS_STORE, add);
  const path = settings.PAYMENTS_FUNCTIONS;
  const functions = path === undefined ? {} : await orProblem(loadFunctions(path), 'PAYMENTS_FUNCTIONS', add, {});
  const options = assemble(settings, functions);
  for (const { option, text } of problemsOf(options)) {
    const name = NAME_OF[option];
    if (name === 'PRICE_URL' && !is(name)) continue; // see above
    if (!name) throw new Error(`${option} ${text}`); // a fault of the program
    add(name, inSettings(text));
  }
  return { options, problems };
}

type Add = (name: SettingName, text: string) => void;

/** Settings that make sense only together. */
function checkPairs(is: (name: SettingName) => boolean, add: Add): void {
  for (const [url, secret] of [
    ['PRICE_URL', 'PRICE_SECRET'],
    ['SETTLED_URL', 'SETTLED_SECRET'],
  ] as const) {
    if (is(url) && !is(secret)) add(secret, `is missing. Expected the secret that signs requests to ${url}.`);
    if (is(secret) && !is(url)) add(secret, `has no effect without ${url}. Set both, or remove it.`);
  }
  for (const name of ['FRAME_CURRENCY_EXPONENTS', 'FRAME_FONTS'] as const) {
    if (is(name) && !is('FRAME_ANCESTORS')) add(name, 'has no effect without FRAME_ANCESTORS. Set both, or remove it.');
  }
  for (const name of ['PAYMENTS_API_KEY', 'ORDER_TOKEN_SECRET'] as const) {
    if (is(`OLD_${name}`) && !is(name)) add(`OLD_${name}`, `has no effect without ${name}. Set both, or remove it.`);
  }
}

async function checkStore(setting: string | undefined, add: Add): Promise<void> {
  if (setting === undefined) return;
  try {
    await loadStorePackage(setting);
  } catch (error) {
    if (!(error instanceof StorePackageError)) throw error;
    add('PAYMENTS_STORE', error.message);
    return;
  }
  const folder = /^lmdb:(.+)/.exec(setting)?.[1];
  if (folder === undefined) return;
  let place = resolve(folder);
  while (!existsSync(place)) place = dirname(place);
  try {
    accessSync(place === resolve(folder) ? place : `${place}/`, constants.W_OK);
  } catch (error) {
    add('PAYMENTS_STORE', `is a folder that cannot be written (${codesOf(error)}). Expected one on a local disk.`);
  }
}

async function orProblem<T>(promise: Promise<T>, name: SettingName, add: Add, otherwise: T): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    add(name, error.message);
    return otherwise;
  }
}

/** A setting that is wrong is left out, or has any valid value. */
function assemble(settings: Partial<Settings>, functions: Partial<PaymentProxyOptions>): PaymentProxyOptions {
  const { PRICE_URL: priceUrl, PRICE_SECRET: priceSecret, SETTLED_URL: settledUrl } = settings;
  const { SETTLED_SECRET: settledSecrets, TRUST_BROWSER_AMOUNT: trust } = settings;
  const { FRAME_ANCESTORS: ancestors, FRAME_FONTS: fonts, FRAME_CURRENCY_EXPONENTS: currencyExponents } = settings;
  const secret = pair(settings.ORDER_TOKEN_SECRET, settings.OLD_ORDER_TOKEN_SECRET);
  const limits = {
    requestsPerMinute: settings.LIMIT_REQUESTS_PER_MINUTE,
    attemptsPerReference: settings.LIMIT_ATTEMPTS_PER_REFERENCE,
    attemptsPerClient: settings.LIMIT_ATTEMPTS_PER_CLIENT,
    clientId: () => undefined, // the server knows
  };
  const options = {
    baseUrl: settings.PAYMENTS_BASE_URL ?? '',
    apiKey: pair(settings.PAYMENTS_API_KEY, settings.OLD_PAYMENTS_API_KEY) ?? '',
    mode: settings.PAYMENTS_MODE ?? 'test',
    mountPath: settings.MOUNT_PATH,
    orderTokenSecret: secret,
    resolvePayment: priceUrl && createPriceLookup(priceUrl, priceSecret ?? ''),
    trustBrowserAmount: trust === true ? trust : undefined,
    onSettled: settledUrl && createSettledSender(settledUrl, settledSecrets ?? []),
    allowedOrigins: settings.ALLOWED_ORIGINS,
    frame: ancestors && withoutUndefined({ ancestors, currencyExponents, fonts }),
    brands: settings.BRANDS,
    actionOrigins: settings.ACTION_ORIGINS,
    answerFields: settings.ANSWER_FIELDS,
    upstreamHonoursIdempotency: settings.UPSTREAM_HONOURS_IDEMPOTENCY,
    allowMemoryStore: settings.ALLOW_MEMORY_STORE === true ? true : undefined,
    store: settings.PAYMENTS_STORE === 'memory:' ? createMemoryStore() : undefined, // only to check it
    limits: withoutUndefined(limits),
    ...functions,
  };
  return withoutUndefined(options) as unknown as PaymentProxyOptions;
}

function pair(current: string | undefined, old: string | undefined): string | [string, string] | undefined {
  return current === undefined || old === undefined ? current : [current, old];
}

function withoutUndefined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<T>;
}

type Functions = Pick<PaymentProxyOptions, 'buildRequest' | 'interpretResponse' | 'networksOf'>;

const NAMES: readonly string[] = ['buildRequest', 'interpretResponse', 'networksOf'];

/**
 * Loads what settings cannot say.
 * @throws {SettingError} if the module cannot be loaded, or exports anything else
 */
export async function loadFunctions(path: string): Promise<Functions> {
  const module = (await import(/* @vite-ignore */ pathToFileURL(resolve(path)).href).catch((error: unknown) => {
    throw new SettingError(
      `is ${JSON.stringify(path)}, which cannot be loaded (${codesOf(error)}). Expected the path of an ES module.`,
    );
  })) as Readonly<Record<string, unknown>>;
  const entries = Object.entries(module);
  const wrong = entries.find(([name, value]) => !NAMES.includes(name) || typeof value !== 'function')?.[0];
  if (wrong === undefined && entries.length > 0) return Object.fromEntries(entries);
  const problem = wrong === undefined ? 'exports nothing' : `exports ${JSON.stringify(wrong)}`;
  throw new SettingError(`is ${JSON.stringify(path)}, which ${problem}. Expected functions named ${NAMES.join(', ')}.`);
}
