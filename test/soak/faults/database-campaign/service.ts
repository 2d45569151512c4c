import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '../../../support/node-servers.js';
import { IDEMPOTENCY_KEY } from '../../../../src/contract/protocol.js';
import type { Scope } from '../../../support/scope.js';
import { chance, random } from './random.js';

/** A request with the key of its attempt. */
export interface Charge {
  readonly key: string;
  /** In ms, on the clock of `performance.now()`. */
  readonly at: number;
}

export interface PaymentsService {
  readonly url: string;
  readonly charges: readonly Charge[];
  /** Each request, charged or not. */
  readonly arrivals: readonly Charge[];
}

interface ServiceOptions {
  /** The probability that it breaks the connection instead of answering. */
  readonly breaking?: number;
  /** How long it takes when it is too late, in ms. */
  readonly late?: number;
}

/** A payments service without de-duplication: it charges for each request, declines it, answers too late or not at all. */
export async function startService(
  t: Scope,
  { breaking = 0, late = 2000 }: ServiceOptions = {},
): Promise<PaymentsService> {
  const charges: Charge[] = [];
  const arrivals: Charge[] = [];
  const url = await startServer(t, (request, response) => {
    const key = String(request.headers[IDEMPOTENCY_KEY.toLowerCase()]);
    arrivals.push({ key, at: performance.now() });
    request.resume().on('end', () => {
      void (async () => {
        await sleep(random(0, 200));
        const isDeclined = chance(0.1);
        if (!isDeclined) charges.push({ key, at: performance.now() });
        await sleep(chance(0.05) ? late : random(0, 500));
        if (chance(breaking)) {
          response.socket?.resetAndDestroy();
          return;
        }
        response.writeHead(isDeclined ? 402 : 200, { 'Content-Type': 'application/json' });
        response.end(isDeclined ? '{"code":"card_declined"}' : '{"id":"pay_1"}');
      })();
    });
  });
  return { url, charges, arrivals };
}
