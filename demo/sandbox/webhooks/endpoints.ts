import { randomBytes } from 'node:crypto';
import type { Mode } from '../../../src/contract/protocol.js';
import type { Database } from '../../data/database.js';
import type { Table } from '../../data/table.js';
import type { Changes } from '../changes.js';
import type { RevealedEndpoint, WebhookEndpoint } from '../console-api.js';

/** Where events are sent: one endpoint for each environment. */
export class Endpoints {
  readonly #table: Table<RevealedEndpoint>;
  readonly #changes: Changes;

  constructor(database: Database, changes: Changes) {
    this.#table = database.table('endpoints');
    this.#changes = changes;
  }

  /** Sets the address, and makes a new secret, which is revealed this once. */
  async set(mode: Mode, url: string): Promise<RevealedEndpoint> {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const endpoint = { mode, url, createdAt: new Date().toISOString(), secret };
    await this.#put(mode, endpoint);
    return endpoint;
  }

  /** @returns false when there is none */
  async remove(mode: Mode): Promise<boolean> {
    if (!this.#table.get(mode)) return false;
    await this.#put(mode, undefined);
    return true;
  }

  list(): readonly WebhookEndpoint[] {
    return this.#table.values().map(({ secret: _, ...endpoint }) => endpoint);
  }

  /** With its secret: for whoever signs. */
  find(mode: Mode): RevealedEndpoint | undefined {
    return this.#table.get(mode);
  }

  #put(mode: Mode, endpoint: RevealedEndpoint | undefined): Promise<void> {
    const written = this.#table.put(mode, endpoint);
    this.#changes.tell('webhooks');
    return written;
  }
}
