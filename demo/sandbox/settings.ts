import type { Database } from '../data/database.js';
import type { Table } from '../data/table.js';
import type { Changes } from './changes.js';
import type { DeveloperSettings } from './console-api.js';

/** An event comes soon, but a payment's own answer comes first. */
const DEFAULTS: DeveloperSettings = { latencyMs: 0, honoursIdempotency: false, webhookDelayMs: 2000 };

/** What developers may change about the sandbox. */
export class Settings {
  readonly #table: Table<DeveloperSettings>;
  readonly #changes: Changes;

  constructor(database: Database, changes: Changes) {
    this.#table = database.table('settings');
    this.#changes = changes;
  }

  get current(): DeveloperSettings {
    return this.#table.get('developer') ?? DEFAULTS;
  }

  change(settings: DeveloperSettings): Promise<void> {
    const written = this.#table.put('developer', settings);
    this.#changes.tell('settings');
    return written;
  }
}
