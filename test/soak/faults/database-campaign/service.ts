import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '../../../support/node-servers.js';
import { IDEMPOTENCY_KEY } from '../../../../src/contract/protocol.js';
import type { Scope } from '../../../support/scope.js';
import { chance, random } from './random.js';

export interface Charge {
  readonly key: string;
  /** In ms, on the clock of `performance.now()`. */
  readonly at: number;
}

/** A payments service without de-duplication: it charges for each request, declines it, or answers too late. */
export async function startService(t: Scope): Promise<{ url: string; charges: readonly Charge[] }> {
  const charges: Charge[] = [];
  const url = await startServer(t, (request, response) => {
    const key = String(request.headers[IDEMPOTENCY_KEY.toLowerCase()]);
    request.resume().on('end', () => {
      void (async () => {
        await sleep(random(0, 200));
        const isDeclined = chance(0.1);
        if (!isDeclined) charges.push({ key, at: performance.now() });
        await sleep(chance(0.05) ? 2000 : random(0, 500));
        response.writeHead(isDeclined ? 402 : 200, { 'Content-Type': 'application/json' });
        response.end(isDeclined ? '{"code":"card_declined"}' : '{"id":"pay_1"}');
      })();
    });
  });
  return { url, charges };
}
