import { randomBytes } from 'node:crypto';
import type { Mode } from '../../contract/protocol.js';
import type { Database } from '../data/database.js';
import type { Table } from '../data/table.js';
import type { ChangeNotifier } from '../change-notifier.js';
import type { RevealedEndpoint, WebhookEndpoint } from '../console-api.js';

export const createWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Webhook endpoints, one per mode. */
export class Endpoints {
  readonly #table: Table<RevealedEndpoint>;
  readonly #changes: ChangeNotifier;

  constructor(database: Database, changes: ChangeNotifier) {
    this.#table = database.table('endpoints');
    this.#changes = changes;
  }

  /** Sets the URL and the secret, by default a new one, which is revealed once. */
  async set(mode: Mode, url: string, secret = createWebhookSecret()): Promise<RevealedEndpoint> {
    const endpoint = { mode, url, createdAt: new Date().toISOString(), secret };
    await this.#put(mode, endpoint);
    return endpoint;
  }

  /** @returns `false` if there is none */
  async remove(mode: Mode): Promise<boolean> {
    if (!this.#table.get(mode)) return false;
    await this.#put(mode, undefined);
    return true;
  }

  list(): readonly WebhookEndpoint[] {
    return this.#table.values().map(({ secret: _, ...endpoint }) => endpoint);
  }

  /** The endpoint with its secret. */
  find(mode: Mode): RevealedEndpoint | undefined {
    return this.#table.get(mode);
  }

  #put(mode: Mode, endpoint: RevealedEndpoint | undefined): Promise<void> {
    const written = this.#table.put(mode, endpoint);
    this.#changes.notify('webhooks');
    return written;
  }
}
