import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PaymentProxyOptions } from '../../proxy/options.js';
import { codesOf } from '../../proxy/service/upstream-failure.js';
import { SettingError } from './setting-readers.js';

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
