import { IDEMPOTENCY_KEY } from '../../../src/contract/protocol.js';
import { startServer } from '../../support/node-servers.js';
import type { Scope } from '../../support/scope.js';
import type { Seeded } from './seeded.js';

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
  /** Requests that are not answered yet. */
  readonly underWay: number;
}

/** Longer than the proxies wait, in ms. */
const TOO_LATE = 2500;

/** A payments service without de-duplication: it charges for each request, or declines it. Some answers are too late. */
export async function startService(t: Scope, random: Seeded, declines: number): Promise<PaymentsService> {
  const charges: Charge[] = [];
  const arrivals: Charge[] = [];
  let underWay = 0;
  const url = await startServer(t, (request, response) => {
    const key = String(request.headers[IDEMPOTENCY_KEY.toLowerCase()]);
    arrivals.push({ key, at: performance.now() });
    underWay++;
    response.once('close', () => underWay--);
    request.resume().on('end', () => {
      void (async () => {
        await random.pause(0, 60);
        const isDeclined = random.chance(declines);
        if (!isDeclined) charges.push({ key, at: performance.now() });
        await (random.chance(0.03) ? random.pause(TOO_LATE, TOO_LATE) : random.pause(0, 100));
        response.writeHead(isDeclined ? 402 : 200, { 'Content-Type': 'application/json' });
        response.end(isDeclined ? '{"code":"card_declined"}' : '{"id":"pay_1"}');
      })();
    });
  });
  return {
    url,
    charges,
    arrivals,
    get underWay() {
      return underWay;
    },
  };
}
