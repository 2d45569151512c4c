import type { Mode } from '../../src/contract/protocol.js';
import type { RequestLogEntry } from './request-log.js';

/**
 * What the developer console asks of the sandbox, all below `/console/api/`, JSON both ways. Times are ISO 8601 in UTC.
 *
 * - `GET overview?view=all|live|test` → {@link Overview}
 * - `GET keys` → {@link Credential}[]; `POST keys` {@link KeyWish} → {@link RevealedCredential}; `DELETE keys/{id}`
 * - `GET webhooks` → {@link WebhookEndpoint}[]; `PUT webhooks/{mode}` `{ url }` → {@link RevealedEndpoint};
 *   `DELETE webhooks/{mode}`; `POST webhooks/{mode}/example` sends an example event
 * - `GET deliveries` → {@link Delivery}[], newest first; `POST deliveries/{id}/again` sends it once more
 * - `GET settings`, `PUT settings` → {@link DeveloperSettings}
 * - `GET events`: server-sent events; each `change` names in `data` what to ask for again: one of {@link Changed}
 *
 * What cannot be done is answered with `{ error: { code, message } }` and 400, 404 or 409.
 */
export type Changed = 'overview' | 'keys' | 'webhooks' | 'deliveries' | 'settings';

export interface Overview {
  /** By the key that was used last. */
  readonly environment: 'LIVE' | 'TEST';
  readonly version: 'v1.0';
  /** Since midnight UTC, all of them. */
  readonly requestsToday: number;
  readonly rateLimit: '1000/min';
  /** The ten most recent of the view. */
  readonly recentRequests: readonly RequestLogEntry[];
}

export interface KeyWish {
  readonly kind: Mode;
  /** What it is for, 1 to 60 characters. */
  readonly name: string;
}

export interface Credential extends KeyWish {
  readonly id: string;
  /** The last four characters. */
  readonly hint: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

export interface RevealedCredential extends Credential {
  /** The API key. It is shown this once. */
  readonly key: string;
}

export interface WebhookEndpoint {
  readonly mode: Mode;
  readonly url: string;
  readonly createdAt: string;
}

export interface RevealedEndpoint extends WebhookEndpoint {
  /** `whsec_…`, what deliveries are signed with. It is shown this once. */
  readonly secret: string;
}

/** One event on its way to an endpoint. */
export interface Delivery {
  /** The `webhook-id`, the same at every try. */
  readonly id: string;
  readonly mode: Mode;
  readonly type: 'payment.succeeded' | 'payment.failed';
  readonly url: string;
  readonly createdAt: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly tries: readonly DeliveryTry[];
  /** When it is tried next. */
  readonly nextAt: string | null;
  /** The body as it is sent. */
  readonly payload: unknown;
}

export interface DeliveryTry {
  readonly at: string;
  /** `null`: no answer, see `error`. */
  readonly status: number | null;
  readonly error?: string;
  readonly latencyMs: number;
}

export interface DeveloperSettings {
  /** How long every answer of the service takes at least, in ms, 0 to 20000. */
  readonly latencyMs: number;
  /** Whether a request with the `Idempotency-Key` of an earlier one gets that one's answer and charges nothing. */
  readonly honoursIdempotency: boolean;
  /** How long after a payment its event is sent, in ms, 0 to 60000. */
  readonly webhookDelayMs: number;
}
