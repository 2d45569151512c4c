import type { ServiceScenario } from './behaviours.js';
import type { LedgerEntry } from './records.js';
import type { RequestLogEntry } from './request-log.js';

/** Options of {@link startSandbox}. */
export interface SandboxOptions {
  /**
   * The port on 127.0.0.1.
   * @default any free port
   */
  readonly port?: number;
  /**
   * What happens with every payment, such as `declined`.
   * @default the card number decides
   */
  readonly scenario?: ServiceScenario;
  /**
   * The shortest time that a response takes, in milliseconds, at most 20,000.
   * @default `0`
   */
  readonly latency?: number;
  /**
   * Requests per minute. The response to more is 429. `false` means no limit.
   * @default `1000`, as the service
   */
  readonly rateLimit?: number | false;
  /**
   * Where your server receives webhooks, signed by Standard Webhooks: `payment.succeeded` and `payment.failed`. With them, it settles
   * payments that are unknown, pending or at the bank.
   * @default none
   */
  readonly webhookUrl?: string;
}

/** A running sandbox of the payments service, in this process and in memory. */
export interface RunningSandbox {
  /** Its address, for the option `baseUrl` of the proxy, or for `PAYMENTS_BASE_URL`. */
  readonly baseUrl: string;
  /** Its Test key, for the option `apiKey` of the proxy, or for `PAYMENTS_API_KEY`. */
  readonly apiKey: string;
  /** The secret that signs webhooks, for `verifyWebhook()`. */
  readonly webhookSecret: string;
  /** The address of its developer console. */
  readonly consoleUrl: string;
  /**
   * All charges, the oldest first.
   * @param reference - only those of this order
   */
  ledger(reference?: string): LedgerEntry[];
  /** The last 1000 requests, the newest first, without headers and bodies. */
  requests(): RequestLogEntry[];
  /**
   * Chooses what happens with every payment from now on. Without a name, the card number decides again.
   * @throws {TypeError} for an unknown name
   */
  scenario(name?: ServiceScenario): void;
  /** Makes everything as it was at the start: no charges, no requests, the scenario of the options, and the same key. */
  reset(): Promise<void>;
  /** Stops it, and closes all connections. */
  close(): Promise<void>;
}
