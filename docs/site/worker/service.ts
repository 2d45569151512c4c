import { realClock } from '../../../src/contract/clock.js';
import { createPaymentRecord, errorResponse, requestBody } from '../../../src/sandbox/assumptions.js';
import { chooseBehaviour, DELAYS } from '../../../src/sandbox/behaviours.js';
import { scenarioOfCard } from '../../../src/sandbox/scenarios.js';

/** Reports the final outcome of a payment, as a webhook does. */
export type OnSettled = (idempotencyKey: string, outcome: 'succeeded' | 'failed', body: string) => void;

/** The payments service of the demo's sandbox, with a Test key, for one page and without a network. */
export function createService(onSettled: OnSettled): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = requestBody().safeParse(await request.json());
    if (!body.success) return errorResponse(400, 'invalid_request');
    const payment = body.data;
    const { number } = payment.payment_method.card;
    if (scenarioOfCard(number)?.id === 'connection_refused') throw new ConnectionRefusedError();
    const record = createPaymentRecord(payment, 'test', new Date());
    const key = request.headers.get('Idempotency-Key') ?? '';
    const settle = (outcome: 'succeeded' | 'failed') => {
      onSettled(key, outcome, JSON.stringify(record));
      return Promise.resolve();
    };
    const behave = chooseBehaviour(new Headers(), 'test', number);
    if (!behave) return errorResponse(400, 'unknown_scenario');
    return behave({
      record,
      authorization: request.headers.get('Authorization') ?? '',
      charge: () => settle('succeeded'),
      abandon: () => settle('failed'),
      challenge: () => errorResponse(402, 'card_declined'), // this site has no bank
      delays: DELAYS,
      clock: realClock,
    });
  };
}

/** What `fetch` of Node rejects with if nothing listens at an address. */
class ConnectionRefusedError extends Error {
  override readonly name = 'ConnectionRefusedError';
  readonly code = 'ECONNREFUSED';
  readonly syscall = 'connect';
}
