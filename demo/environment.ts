import type { Mode } from 'payment-widget/contract/protocol';
import { toMode } from 'payment-widget/contract/protocol';

/** The payments service of the merchant's proxy. */
export interface Service {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly mode: Mode;
  /** No real money: attempts may be stored in a simple file or in memory. */
  readonly isSandbox?: true;
}

/** The service for each mode. A real service exists for the mode of its key only. */
export type Services = Readonly<Record<Mode, Service | undefined>>;

const NAMES = ['PAYMENTS_BASE_URL', 'PAYMENTS_API_KEY', 'PAYMENTS_MODE'] as const;

/**
 * Reads the real service from `PAYMENTS_BASE_URL`, `PAYMENTS_API_KEY` and `PAYMENTS_MODE`.
 * @returns `undefined` if none is set, which means the sandbox
 * @throws if only some are set, or one is invalid
 */
export function readService(env: NodeJS.ProcessEnv): Service | undefined {
  const [baseUrl, apiKey, mode] = NAMES.map((name) => env[name]?.trim() ?? '') as [string, string, string];
  const missing = NAMES.filter((name) => !env[name]?.trim());
  if (missing.length === NAMES.length) return undefined;
  if (missing.length > 0) {
    throw new Error(
      `${missing.join(' and ')} not set. A real service needs ${NAMES.join(', ')}. Set none of them to use the sandbox.`,
    );
  }
  const narrowed = toMode(mode);
  if (!narrowed) throw new Error(`PAYMENTS_MODE is "${mode}". Expected "test" or "live", to match PAYMENTS_API_KEY.`);
  return { baseUrl, apiKey, mode: narrowed };
}
