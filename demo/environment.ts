import type { EncryptionKey } from '../src/contract/encryption-key.js';
import type { Mode } from '../src/contract/protocol.js';
import { toMode } from '../src/contract/protocol.js';
import { ENCRYPTIONS, type Encryption } from './sandbox/card-key.js';

/** The payments service that the merchant's proxy is pointed at. */
export interface Service {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly mode: Mode;
  /** With it the proxy takes encrypted cards only. */
  readonly encryptionKey?: EncryptionKey | undefined;
  /** Nobody's money: what the proxy remembers may be in a small file, or in memory. */
  readonly isSandbox?: true;
}

/** A service for each kind of key. A real one is there for the kind of its key only. */
export type Services = Readonly<Record<Mode, Service | undefined>>;

const NAMES = ['PAYMENTS_BASE_URL', 'PAYMENTS_API_KEY', 'PAYMENTS_MODE'] as const;

/**
 * The real service by `PAYMENTS_BASE_URL`, `PAYMENTS_API_KEY` and `PAYMENTS_MODE`.
 * @returns `undefined` when none is set: the sandbox is meant
 * @throws when only some are set, or one cannot be right
 */
export function readService(env: NodeJS.ProcessEnv): Service | undefined {
  const [baseUrl, apiKey, mode] = NAMES.map((name) => env[name]?.trim() ?? '') as [string, string, string];
  const missing = NAMES.filter((name) => !env[name]?.trim());
  if (missing.length === NAMES.length) return undefined;
  if (missing.length > 0) {
    throw new Error(
      `${missing.join(' and ')} missing. A real service needs ${NAMES.join(', ')}; set none for the sandbox.`,
    );
  }
  const narrowed = toMode(mode);
  if (!narrowed)
    throw new Error(`PAYMENTS_MODE is "${mode}". Expected "test" or "live", the kind of key that PAYMENTS_API_KEY is.`);
  return { baseUrl, apiKey, mode: narrowed };
}

/**
 * How cards are encrypted for the sandbox, by `SANDBOX_ENCRYPTION`.
 * @returns `undefined` when it is not set: they are not
 * @throws when it names no way that the sandbox knows
 */
export function readEncryption(env: NodeJS.ProcessEnv): Encryption | undefined {
  const wanted = env['SANDBOX_ENCRYPTION']?.trim();
  if (!wanted) return undefined;
  const encryption = ENCRYPTIONS.find((name) => name === wanted);
  if (!encryption) throw new Error(`SANDBOX_ENCRYPTION is "${wanted}". Expected ${ENCRYPTIONS.join(' or ')}.`);
  return encryption;
}

/** The folder of the demo's databases, by `SANDBOX_DATA`. */
export function readDataFolder(env: NodeJS.ProcessEnv): string {
  return env['SANDBOX_DATA']?.trim() || './demo-data';
}
