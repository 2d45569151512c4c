import { always, respond } from '../fake-service.js';
import { failure, unchecked, type Check, type Group, type Verdict } from '../check.js';
import type { PaymentResult, Prober } from '../prober.js';
import { describe, jsonOf } from '../responses.js';

const NEEDS = ['payment', 'service', 'idempotency'] as const;

const WITH_TOKENS = 'Strangers have no token of the order. See "token-order".';

/** What somebody learns who guesses the reference of an order, without order tokens. */
export const strangers: Group = {
  name: 'Strangers',
  checks: [
    {
      id: 'stranger-payment',
      proves: 'Another key for a paid order does not get the stored response',
      fix: 'Return 200 { "state": "paid" } with Idempotency-Replayed: true, or 409, to every key except that of the payment. References can be guessed.',
      needs: NEEDS,
      async run(probe) {
        if (probe.settings.orderTokenSecret) return unchecked(WITH_TOKENS);
        const first = await probe.pay();
        const [id] = /pay_check_\d+/.exec(first.response.text) ?? [];
        if (id === undefined) return unchecked('The proxy does not return the data of the service.');
        const { response } = await payAgain(probe, first);
        return response.text.includes(id)
          ? failure(`The proxy returned ${describe(response)} with the data of the first payment.`)
          : undefined;
      },
    },
    {
      id: 'stranger-attempt',
      proves: 'A rejected key learns only the state of the order',
      fix: 'Return only { "state" } or 404 for a key that did not create the attempt.',
      needs: [...NEEDS, 'recovery'],
      async run(probe) {
        if (probe.settings.orderTokenSecret) return unchecked(WITH_TOKENS);
        const { service } = probe;
        service.next(...always(respond(500, '{"error":"the card may have been charged"}')));
        const unknown = await probe.pay();
        service.next();
        return (await checkReport(probe, unknown)) ?? checkReport(probe, await probe.pay());
      },
    },
  ] satisfies readonly Check[],
};

/** Pays the same order with another key. */
const payAgain = (probe: Prober, { payment: { reference } }: PaymentResult) => probe.pay({ reference });

async function checkReport(probe: Prober, first: PaymentResult): Promise<Verdict | undefined> {
  const { key, received } = await payAgain(probe, first);
  if (received.length > 0) return undefined; // an attempt of its own, see "same-order" and "replay-in-doubt"
  const response = await probe.readAttempt(key);
  const report = jsonOf(response);
  if (response.status !== 200 || typeof report !== 'object' || report === null) return undefined;
  const others = Object.keys(report).filter((name) => name !== 'state');
  return others.length > 0 ? failure(`The report contains ${others.join(', ')}.`) : undefined;
}
