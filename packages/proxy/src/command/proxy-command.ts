import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codesOf } from '../base/errors.js';
import { amountIsMissing, problemsOf } from '../options/check-options.js';
import type { PaymentProxyOptions } from '../options/options.js';
import { SettingError } from '../options/settings.js';
import { createMemoryStore } from '../stores/memory.js';
import { config, createCommand, flag } from './command-line.js';
import { loadStorePackage } from './open-store.js';
import { createPaymentProxy } from '../index.js';
import { startProgram } from './server.js';
import {
  describeProblems,
  findSettings,
  IN_SETTINGS,
  PROGRAM_SETTINGS,
  settingOf,
  type ProgramSettings,
  type SettingProblem,
  type SettingRow,
} from './settings.js';
import { createPriceLookup, createSettledSender } from './shop-urls.js';

export const runProxy = createCommand({
  synopsis: 'payment-widget-proxy start [options]',
  about: 'Runs the payment proxy as a program, for shops in any language.',
  options: { config, check: flag('checks the settings, prints each wrong one, and exits with 0 or 1') },
  notes: `Settings are environment variables. NAME_FILE is the path of a file with the value of NAME.
The file of --config has lines NAME=value. Lists are separated by spaces or commas.

${PROGRAM_SETTINGS.map(describe).join('\n')}`,
  async run({ values: { config: file, check } }, env, streams) {
    const reading = findSettings(env, file);
    const { options, problems } = await toOptions(reading.settings, reading.problems);
    if (problems.length > 0) {
      streams.error(`${describeProblems(problems)}\n`);
      return 1;
    }
    if (!check) return startProgram(createPaymentProxy, reading.settings as ProgramSettings, options, streams.out);
    streams.out('All settings are valid.\n');
    return 0;
  },
});

function describe({ name, description, default: value, example, isRequired }: SettingRow): string {
  const note = value === undefined ? example && `Example: ${example}` : `Default: ${value}`;
  const notes = [isRequired && 'Required.', note].filter(Boolean);
  const text = [description.replace(/`/g, ''), ...notes].join(' ');
  return `  ${name}\n${text.replace(/(.{1,94})(?: |$)/g, '      $1\n')}`;
}

export async function toOptions(settings: Partial<ProgramSettings>, wrong: readonly SettingProblem[]) {
  const problems = [...wrong];
  const isWrong = (name: string) => problems.some((problem) => problem.name === name);
  const add = (name: string, text: string) => {
    if (!isWrong(name)) problems.push({ name, text: `${name} ${text}` });
  };
  const is = (name: string) => settings[name] !== undefined || isWrong(name);
  for (const { name, needs } of PROGRAM_SETTINGS) {
    if (needs && is(name) && !is(needs)) add(name, `needs ${needs}. Set both, or remove it.`);
  }
  if (!is('ORDER_TOKEN_SECRET') && !is('PRICE_URL') && settings['TRUST_BROWSER_AMOUNT'] !== true) {
    add('ORDER_TOKEN_SECRET', amountIsMissing('it, or PRICE_URL', IN_SETTINGS));
  }
  const orAdd = async <T>(name: string, work: Promise<T>) =>
    work.catch((error: unknown) => {
      if (!(error instanceof SettingError)) throw error;
      add(name, error.message);
      return undefined;
    });
  await orAdd('PAYMENTS_STORE', checkStore(settings.PAYMENTS_STORE));
  const functions = await orAdd('PAYMENTS_FUNCTIONS', loadFunctions(settings.PAYMENTS_FUNCTIONS));
  const options = assemble(settings, functions ?? {});
  for (const { option, text } of problemsOf(options, IN_SETTINGS)) {
    const name = settingOf(option);
    if (name === 'PRICE_URL' && !is(name)) continue; // its absence is reported above
    if (!name) throw new Error(`${option} ${text}`); // the program has a fault
    add(name, text);
  }
  return { options, problems };
}

/** @throws {SettingError} if its package is missing, or its folder cannot be written */
async function checkStore(setting = ''): Promise<void> {
  await loadStorePackage(setting);
  const folder = /^lmdb:(.+)/.exec(setting)?.[1];
  if (folder === undefined) return;
  let place = resolve(folder);
  while (!existsSync(place)) place = dirname(place);
  try {
    accessSync(place === resolve(folder) ? place : `${place}/`, constants.W_OK);
  } catch (error) {
    throw new SettingError(`is a folder that cannot be written (${codesOf(error)}). Expected one on a local disk.`);
  }
}

function assemble(settings: Partial<ProgramSettings>, functions: Partial<PaymentProxyOptions>): PaymentProxyOptions {
  const { PRICE_URL: priceUrl, PRICE_SECRET: priceSecret, SETTLED_URL: settledUrl } = settings;
  const given = PROGRAM_SETTINGS.map(({ name, option, schema }) => (schema && option ? [option, settings[name]] : []));
  const { frame, ...others } = nested({
    ...(Object.fromEntries(given) as object),
    apiKey: pair(settings['PAYMENTS_API_KEY'], settings.OLD_PAYMENTS_API_KEY),
    orderTokenSecret: pair(settings['ORDER_TOKEN_SECRET'], settings.OLD_ORDER_TOKEN_SECRET),
    resolvePayment: priceUrl && createPriceLookup(priceUrl, priceSecret ?? ''),
    onSettled: settledUrl && createSettledSender(settledUrl, settings.SETTLED_SECRET ?? []),
    store: settings.PAYMENTS_STORE === 'memory:' ? createMemoryStore() : undefined, // it is only checked
    'limits.clientId': () => undefined, // the server knows
    ...functions,
  });
  return { ...others, ...(settings['FRAME_ANCESTORS'] ? { frame } : {}) } as unknown as PaymentProxyOptions;
}

function nested(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const [first = '', member] = name.split('.');
    result[first] = member === undefined ? value : { ...(result[first] as object | undefined), [member]: value };
  }
  return result;
}

function pair(current: unknown, old: unknown): unknown {
  return current === undefined || old === undefined ? current : [current, old];
}

const FUNCTIONS: readonly string[] = ['buildRequest', 'interpretResponse', 'networksOf'];

/** @throws {SettingError} if the module cannot be loaded, or exports anything else */
async function loadFunctions(path: string | undefined): Promise<Partial<PaymentProxyOptions>> {
  if (path === undefined) return {};
  const module = (await import(/* @vite-ignore */ pathToFileURL(resolve(path)).href).catch((error: unknown) => {
    throw new SettingError(`is a module that cannot be loaded (${codesOf(error)}). Expected the path of an ES module.`);
  })) as object;
  const names = Object.keys(module);
  const isRight = Object.entries(module).every(
    ([name, value]) => FUNCTIONS.includes(name) && typeof value === 'function',
  );
  if (isRight && names.length > 0) return { ...module };
  const exported = isRight ? 'nothing' : 'something else';
  throw new SettingError(`is a module that exports ${exported}. Expected functions named ${FUNCTIONS.join(', ')}.`);
}
