import type { Mode } from '../../src/contract/protocol.js';
import type { Database } from '../data/database.js';
import type { Table } from '../data/table.js';
import type { Sandbox } from '../sandbox/sandbox.js';

const MODES = ['live', 'test'] as const;

/** Path on the shop's server where the service tells what became of payments. */
export const WEBHOOK_PATH = '/webhooks/payments';

/** What the merchant remembers of its account at the payments service: keys, and what webhooks are signed with. */
export class Account {
  readonly #keys: Table<string>;
  readonly #secrets: Table<string>;

  constructor(database: Database) {
    this.#keys = database.table('api-keys');
    this.#secrets = database.table('webhook-secrets');
  }

  get keys(): Partial<Record<Mode, string>> {
    return Object.fromEntries(MODES.flatMap((mode) => [[mode, this.#keys.get(mode)]]));
  }

  webhookSecret(mode: Mode): string | undefined {
    return this.#secrets.get(mode);
  }

  /** Remembers the keys that it has from now on. */
  async keepKeys(keys: Readonly<Record<Mode, string>>): Promise<void> {
    for (const mode of MODES) if (this.#keys.get(mode) !== keys[mode]) await this.#keys.put(mode, keys[mode]);
  }

  /** Sees to it, as a person at the console would, that the shop hears of payments; where somebody else listens, not. */
  async listenTo({ endpoints }: Sandbox, shopUrl: string): Promise<void> {
    const url = shopUrl + WEBHOOK_PATH;
    for (const mode of MODES) {
      const endpoint = endpoints.find(mode);
      const isOurs = endpoint?.url.endsWith(WEBHOOK_PATH) === true;
      if (endpoint && !isOurs) continue;
      if (endpoint?.url === url && endpoint.secret === this.#secrets.get(mode)) continue;
      const { secret } = await endpoints.set(mode, url);
      await this.#secrets.put(mode, secret);
    }
  }
}
