import type { Mode } from '../contract/protocol.js';
import type { RequestLogEntry } from './request-log.js';

/**
 * The API of the developer console, below `/console/api/`, in JSON. Times are ISO 8601 in UTC.
 *
 * - `GET overview` → {@link Overview}
 * - `GET keys` → {@link Credential}[]; `POST keys` {@link NewKey} → {@link RevealedCredential}; `DELETE keys/{id}`
 * - `GET webhooks` → {@link WebhookEndpoint}[]; `PUT webhooks/{mode}` `{ url }` → {@link RevealedEndpoint};
 *   `DELETE webhooks/{mode}`
 * - `GET settings`, `PUT settings` → {@link DeveloperSettings}
 *
 * Errors are `{ error: { code, message } }` with 400 or 404.
 */
export interface Overview {
  /** The mode of the key that was used last. */
  readonly environment: 'LIVE' | 'TEST';
  readonly version: 'v1.0';
  /** Requests since midnight UTC. */
  readonly requestsToday: number;
  /** Such as `1000/min`, or `none`. */
  readonly rateLimit: string;
  readonly recentRequests: readonly Omit<RequestLogEntry, 'details'>[];
}

export interface NewKey {
  readonly kind: Mode;
  /** Purpose of the key, 1 to 60 characters. */
  readonly name: string;
}

export interface Credential extends NewKey {
  readonly id: string;
  /** The last four characters. */
  readonly hint: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

export interface RevealedCredential extends Credential {
  /** The API key, shown once. */
  readonly key: string;
}

export interface WebhookEndpoint {
  readonly mode: Mode;
  readonly url: string;
  readonly createdAt: string;
}

export interface RevealedEndpoint extends WebhookEndpoint {
  /** The signing secret, `whsec_…`, shown once. */
  readonly secret: string;
}

export interface DeveloperSettings {
  /** Minimum response time of the service, in ms, 0 to 20000. */
  readonly latencyMs: number;
  /** Whether a repeated `Idempotency-Key` returns the stored response without another charge. */
  readonly honoursIdempotency: boolean;
  /** Delay between a payment and its event, in ms, 0 to 60000. */
  readonly webhookDelayMs: number;
}
