import { verifyWebhook } from '../../../src/proxy/index.js';
import { startRecorder, type Behaviour } from '../../support/node-servers.js';
import { WEBHOOK_SECRET } from '../../support/program.js';
import type { Scope } from '../../support/scope.js';
import type { Seeded } from './seeded.js';

/** What the shop knows of each attempt: its outcomes, in the order of the webhooks that the shop has accepted. */
export type Outcomes = ReadonlyMap<string, readonly string[]>;

/** A shop that verifies webhooks, and sometimes fails or forgets to answer. */
export async function startShop(
  t: Scope,
  random: Seeded,
): Promise<{ readonly url: string; readonly outcomes: Outcomes }> {
  const outcomes = new Map<string, string[]>();
  const behave: Behaviour = (response, { headers, body }) => {
    if (random.chance(0.1)) {
      if (random.chance(0.5)) response.writeHead(500).end();
      else response.socket?.resetAndDestroy();
      return;
    }
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
    const request = new Request('http://shop.example', { method: 'POST', body, headers: signed });
    void verifyWebhook(request, WEBHOOK_SECRET, { tolerance: Infinity }).then(
      ({ payload }) => {
        const { data } = payload as { data: { idempotency_key: string; outcome: string } };
        outcomes.set(data.idempotency_key, [...(outcomes.get(data.idempotency_key) ?? []), data.outcome]);
        response.writeHead(204).end();
      },
      () => response.writeHead(401).end(),
    );
  };
  const { url } = await startRecorder(t, behave);
  return { url: `${url}/settled`, outcomes };
}
