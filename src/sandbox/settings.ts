import type { Database, Table } from './database.js';
import type { ChangeNotifier } from './changes.js';
import type { DeveloperSettings } from './console-api.js';

/** Events arrive soon, but after the response to the payment. */
const DEFAULTS: DeveloperSettings = { latencyMs: 0, honoursIdempotency: false, webhookDelayMs: 2000 };

/** Settings of the sandbox. */
export class Settings {
  readonly #table: Table<DeveloperSettings>;
  readonly #changes: ChangeNotifier;
  readonly #defaults: DeveloperSettings;

  constructor(database: Database, changes: ChangeNotifier, defaults: Partial<DeveloperSettings> = {}) {
    this.#table = database.table('settings');
    this.#changes = changes;
    this.#defaults = { ...DEFAULTS, ...defaults };
  }

  get current(): DeveloperSettings {
    return this.#table.get('developer') ?? this.#defaults;
  }

  change(settings: DeveloperSettings): Promise<void> {
    const written = this.#table.put('developer', settings);
    this.#changes.notify('settings');
    return written;
  }
}
