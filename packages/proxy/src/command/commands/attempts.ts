import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandError, type Environment } from '../command-line.js';
import { inMode, type AttemptStore } from '../../stores/store.js';
import { codesOf, formatLine } from '../../log.js';
import { SettingError } from '../settings/setting-readers.js';
import { readSettings } from '../settings/settings.js';
import { openStore, type OpenedStore } from '../open-store.js';
import { currencyExponent } from 'payment-widget/contract';
import type { ListedAttempt } from '../../attempts/list-attempts.js';

export async function withAttempts(
  env: Environment,
  config: string | undefined,
  use: (store: AttemptStore, mode: string) => Promise<number>,
): Promise<number> {
  const { PAYMENTS_STORE: setting, PAYMENTS_MODE: mode } = readSettings(env, config, [
    'PAYMENTS_STORE',
    'PAYMENTS_MODE',
  ]);
  checkPlace(setting);
  const opened = await open(setting);
  try {
    return await use(inMode(mode, opened.store), mode);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`The store in PAYMENTS_STORE failed (${codesOf(error)}).`);
  } finally {
    await opened.close();
  }
}

export async function open(setting: string): Promise<OpenedStore> {
  try {
    return await openStore(setting);
  } catch (error) {
    if (error instanceof SettingError) throw new CommandError(`PAYMENTS_STORE ${error.message}`);
    throw new CommandError(`The store in PAYMENTS_STORE cannot be opened (${codesOf(error)}).`);
  }
}

function checkPlace(setting: string): void {
  if (setting === 'memory:') {
    throw new CommandError('PAYMENTS_STORE is memory:, which no other process than the program can read.');
  }
  const folder = folderOf(setting);
  if (folder === undefined || hasLmdb(folder)) return;
  throw new CommandError(
    `PAYMENTS_STORE is ${setting}, but there is no store at ${folder}. Run the command with the settings and in the folder ` +
      'of the program.',
  );
}

export function folderOf(setting: string): string | undefined {
  const path = /^lmdb:(.+)/.exec(setting)?.[1];
  return path === undefined ? undefined : resolve(path);
}

export function hasLmdb(path: string): boolean {
  return existsSync(path) && (statSync(path).isFile() || existsSync(join(path, 'data.mdb')));
}

const HEAD = ['STATE', 'SINCE', 'AMOUNT', 'REFERENCE', 'ATTEMPT', 'KEY'];

export function formatAttempts(attempts: readonly ListedAttempt[]): string {
  const sorted = [...attempts].sort((one, other) => one.since.getTime() - other.since.getTime());
  const rows = [HEAD, ...sorted.map(toRow)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function toRow({ state, since, amount, currency, reference, attempt, key }: ListedAttempt): string[] {
  const time = since.toISOString().replace(/\.\d+/, '');
  const price = amount === undefined || currency === undefined ? '-' : formatAmount(amount, currency);
  return [state, time, price, reference === undefined ? '-' : printable(reference), attempt, key];
}

function formatAmount(amount: number, currency: string): string {
  const decimals = currencyExponent(currency) ?? 0;
  return `${(amount / 10 ** decimals).toFixed(decimals)} ${currency}`;
}

/** A page may choose the reference, so it could contain codes that change what a terminal shows. */
export function printable(reference: string): string {
  return formatLine([reference]).slice(2, -2);
}
