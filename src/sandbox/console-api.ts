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
 * - `GET events`: server-sent events; the `data` of each `change` names what has changed, a {@link ChangeTopic}
 *
 * Errors are `{ error: { code, message } }` with 400 or 404.
 */
export type ChangeTopic = 'overview' | 'keys' | 'webhooks' | 'settings';

export interface Overview {
  /** The mode of the key that was used last. */
  readonly environment: 'LIVE' | 'TEST';
  readonly version: 'v1.0';
  /** Requests since midnight UTC. */
  readonly requestsToday: number;
  /** Such as `1000/min`, or `none`. */
  readonly rateLimit: string;
  /** The ten most recent requests. */
  readonly recentRequests: readonly RequestLogEntry[];
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

/** An event and its deliveries to an endpoint. */
export interface Delivery {
  /** The `webhook-id`, the same for each try. */
  readonly id: string;
  readonly mode: Mode;
  readonly type: 'payment.succeeded' | 'payment.failed';
  readonly url: string;
  readonly createdAt: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly tries: readonly DeliveryTry[];
  /** Time of the next try. */
  readonly nextAt: string | null;
  /** The request body. */
  readonly payload: unknown;
}

export interface DeliveryTry {
  readonly at: string;
  /** `null` if there was no response, see `error`. */
  readonly status: number | null;
  readonly error?: string;
  readonly latencyMs: number;
}

export interface DeveloperSettings {
  /** Minimum response time of the service, in ms, 0 to 20000. */
  readonly latencyMs: number;
  /** Whether a repeated `Idempotency-Key` returns the stored response without another charge. */
  readonly honoursIdempotency: boolean;
  /** Delay between a payment and its event, in ms, 0 to 60000. */
  readonly webhookDelayMs: number;
}
