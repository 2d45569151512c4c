import { verifyWebhook } from '../../../src/proxy/index.js';
import { startRecorder, type Behaviour } from '../../support/node-servers.js';
import { WEBHOOK_SECRET } from '../../support/program.js';
import type { Scope } from '../../support/scope.js';
import { chance } from '../faults/database-campaign/random.js';

/** What the shop knows of one attempt. */
export type Outcomes = ReadonlyMap<string, readonly string[]>;

export interface Shop {
  /** For `SETTLED_URL`. */
  readonly url: string;
  /** Outcomes by key, in the order of the webhooks that the shop has accepted. */
  readonly outcomes: Outcomes;
  /** How often it failed instead. */
  readonly failures: number;
  /** From now on, it accepts every webhook. */
  recover(): void;
}

/** A shop that verifies webhooks, and sometimes fails or forgets to answer. */
export async function startShop(t: Scope): Promise<Shop> {
  const outcomes = new Map<string, string[]>();
  let failures = 0;
  let failing = 0.15;
  const behave: Behaviour = (response, { headers, body }) => {
    if (chance(failing)) {
      failures++;
      if (chance(0.5)) response.writeHead(500).end();
      else response.socket?.resetAndDestroy();
      return;
    }
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
    const request = new Request('http://shop.example', { method: 'POST', body, headers: signed });
    void verifyWebhook(request, WEBHOOK_SECRET).then(
      ({ payload }) => {
        const { data } = payload as { data: { idempotency_key: string; outcome: string } };
        outcomes.set(data.idempotency_key, [...(outcomes.get(data.idempotency_key) ?? []), data.outcome]);
        response.writeHead(204).end();
      },
      () => response.writeHead(401).end(),
    );
  };
  const { url } = await startRecorder(t, behave);
  return {
    url: `${url}/settled`,
    outcomes,
    get failures() {
      return failures;
    },
    recover() {
      failing = 0;
    },
  };
}
