import type { Mode } from '../../src/contract/protocol.js';
import type { Database, Table } from '../../src/sandbox/database.js';
import type { Sandbox } from '../../src/sandbox/sandbox.js';

const MODES = ['live', 'test'] as const;

export const WEBHOOK_PATH = '/webhooks/payments';

/** The merchant's account at the payments service: API keys and webhook secrets. */
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

  async keepKeys(keys: Readonly<Record<Mode, string>>): Promise<void> {
    for (const mode of MODES) if (this.#keys.get(mode) !== keys[mode]) await this.#keys.put(mode, keys[mode]);
  }

  /** Registers the shop's webhook, unless another endpoint is registered. */
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
