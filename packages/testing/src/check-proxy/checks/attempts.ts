import {
  ATTEMPT_NOT_FOUND,
  IDEMPOTENCY_REPLAYED,
  createIdempotencyKey,
  parseProblem,
  parseReport,
  type AttemptReport,
} from 'payment-widget/contract';
import { failure, unchecked, warning, type Check, type Group } from '../check.js';
import { respond } from '../fake-service.js';
import { describe, isSuccess, jsonOf, outcomeOf, type ProxyResponse } from '../http.js';
import type { PaymentResult, Prober } from '../prober.js';

/** Time for a second request to reach the service. */
const GRACE_MS = 400;

const inDoubt = respond(500, '{"error":"the card may have been charged"}');

/** The same payment again. Browsers may repeat a request without the page's knowledge. */
export const repeatedPayments: Group = {
  name: 'Repeated payments',
  checks: [
    {
      id: 'replay',
      proves: 'A repeated Idempotency-Key with the same payment is charged once and gets the same response',
      fix: 'Store each key before you send, and return the stored response for a known key.',
      needs: ['payment'],
      async run(probe) {
        const once = await probe.pay();
        const { key, payment } = once;
        const repeated = await probe.pay({ key, reference: payment.reference });
        if (probe.reachesService) {
          if (repeated.received.length > 0) return failure('The service received it twice.');
        } else if (!isReplay(repeated.response) && isSame(once, probe.first)) {
          return unchecked('Two orders got the same response, so it cannot be told whether this is a repeated one.');
        }
        // With isolated mode, our proxy repeats the outcome without the response of the service.
        const { response } = repeated;
        const isOutcome = isReplay(response) && response.status === once.response.status && response.text === '';
        if (isOutcome || isSame(once, repeated)) return undefined;
        const verdict = probe.config.idempotency ? failure : warning;
        return verdict(
          `The first response was ${describe(once.response)}, the second a different ${describe(response)}.`,
        );
      },
    },
    {
      id: 'mismatch',
      proves: 'A known key with a different payment is refused',
      fix: 'Store a hash of the payment with its key. For a different payment return 422 idempotency_key_reused, with "outcome": "unknown" unless the first payment was certainly not charged.',
      needs: ['payment', 'idempotency'],
      async run(probe) {
        const { key, payment, response: first } = await probe.pay();
        // Another amount would be refused because of the price.
        const { reference } = payment;
        const { response, received } = await probe.pay({ key, reference, description: 'Another payment' });
        if (received.length > 0) return failure('The service received the different payment.');
        if (isSuccess(response)) return failure(`The proxy returned ${describe(response)}.`);
        return isSuccess(first) && outcomeOf(response) === 'not_charged'
          ? failure(
              `The proxy returned ${describe(response)}, which means not charged, but the first payment was charged.`,
            )
          : undefined;
      },
    },
    {
      id: 'in-flight',
      proves: 'A key whose first request is still running is not sent again',
      fix: 'Claim the key atomically before you send. Let the second request wait, or return 409 attempt_in_flight.',
      needs: ['payment', 'service', 'idempotency'],
      async run(probe) {
        const { service } = probe;
        const before = service.received.length;
        let release: () => void = () => undefined;
        service.next((response) => {
          release = () => {
            respond(200, '{"id":"pay_check_held"}')(response);
          };
        });
        const same = { key: createIdempotencyKey(), reference: probe.payment().reference };
        const first = probe.pay(same);
        await Promise.race([first, service.waitForMoreThan(before)]);
        const second = probe.pay(same);
        const isSentTwice = await Promise.race([
          service.waitForMoreThan(before + 1, AbortSignal.timeout(GRACE_MS)),
          second.then(() => service.received.length > before + 1),
        ]);
        release();
        const [{ response: one }, { response: other }] = await Promise.all([first, second]);
        service.next();
        if (isSentTwice || service.received.length > before + 1) return failure('The service received both.');
        return outcomeOf(other) === 'not_charged'
          ? failure(`The second request returned ${describe(other)}, the first ${describe(one)}.`)
          : undefined;
      },
    },
    {
      id: 'replay-in-doubt',
      proves: 'A payment with an unknown outcome is not sent again, with any key, and stays unknown',
      fix: 'After a 5xx or a broken connection, return the stored response for the same key, and 409 conflict for other keys of its reference, until the outcome is known.',
      needs: ['payment', 'service', 'idempotency'],
      async run(probe) {
        const { key, payment } = await probe.payWhile(inDoubt);
        const same = { reference: payment.reference };
        const other = await probe.pay(same);
        if (other.received.length > 0) return failure('The service received the order again, with another key.');
        const repeated = await probe.pay({ key, ...same });
        if (repeated.received.length > 0) return failure('The service received it again.');
        const wrong = [other, repeated].find(
          ({ response }) => isSuccess(response) || outcomeOf(response) === 'not_charged',
        );
        return wrong && failure(`The outcome is unknown, but the proxy returned ${describe(wrong.response)}.`);
      },
    },
    {
      id: 'same-order',
      proves: 'A paid order is not charged again with another key, which does not get the stored response',
      fix: 'Store which references are paid. For another key, return 200 { "state": "paid" } with Idempotency-Replayed: true, or 409. References can be guessed.',
      needs: ['payment', 'service', 'idempotency'],
      async run(probe) {
        const { payment, response: first } = await probe.pay();
        const { response, received } = await probe.pay({ reference: payment.reference });
        if (received.length > 0) return failure('A second tab with the same checkout would be charged, too.');
        const [id] = /pay_check_\d+/.exec(first.text) ?? [];
        const isOpen = !probe.settings.orderTokenSecret; // a stranger has no token of the order
        if (!isOpen || id === undefined || !response.text.includes(id)) return undefined;
        return failure(`The proxy returned ${describe(response)} with the data of the first payment.`);
      },
    },
  ],
};

const isReplay = ({ headers }: ProxyResponse) => headers.get(IDEMPOTENCY_REPLAYED) === 'true';

const isSame = ({ response: one }: PaymentResult, { response: other }: PaymentResult) =>
  one.status === other.status && one.text === other.text;

function attemptCheck(
  texts: Pick<Check, 'id' | 'proves' | 'fix'>,
  pay: (probe: Prober) => Promise<PaymentResult>,
  states: (paid: PaymentResult) => readonly AttemptReport['state'][],
  needsService = true,
): Check {
  return {
    ...texts,
    needs: ['payment', ...(needsService ? (['service'] as const) : []), 'recovery'],
    async run(probe) {
      const paid = await pay(probe);
      const response = await probe.readAttempt(paid.key);
      if (response.status !== 200) return failure(`The proxy returned ${describe(response)}.`);
      const report = parseReport(jsonOf(response));
      if (!report) return failure('The response does not match the contract.');
      return states(paid).includes(report.state) ? undefined : failure(`The state is ${report.state}.`);
    },
  };
}

export const attempts: Group = {
  name: 'Attempts',
  checks: [
    attemptCheck(
      {
        id: 'attempt-paid',
        proves: 'A paid attempt is reported as succeeded',
        fix: 'Return { "state": "succeeded", "status", "payment" } from GET …/attempts, with the key in the Idempotency-Key header, as soon as the service has responded.',
      },
      (probe) => probe.pay(),
      ({ response }) => (response.status === 202 ? ['unknown', 'succeeded'] : ['succeeded']),
      false,
    ),
    attemptCheck(
      {
        id: 'attempt-declined',
        proves: 'A declined attempt is reported as failed',
        fix: 'Return { "state": "failed", "status", "error" } if the card was certainly not charged.',
      },
      (probe) => probe.payWhile(respond(402, '{"error":"declined"}')),
      () => ['failed'],
    ),
    attemptCheck(
      {
        id: 'attempt-in-doubt',
        proves: 'An attempt with an unknown outcome is reported as unknown, not as failed',
        fix: 'Return { "state": "unknown" } until the outcome is known. "failed" lets the shopper pay twice.',
      },
      (probe) => probe.payWhile(inDoubt),
      () => ['unknown', 'processing'],
    ),
    {
      id: 'attempt-unseen',
      proves: `An unknown key returns 404 ${ATTEMPT_NOT_FOUND}`,
      fix: `Serve GET …/attempts, with the key in the Idempotency-Key header, and return 404 with "code": "${ATTEMPT_NOT_FOUND}" for an unknown key. It tells the page that nothing was sent. Any other 404 leaves the outcome unknown.`,
      needs: ['recovery'],
      harmless: true,
      async run(probe) {
        const response = await probe.readAttempt(createIdempotencyKey());
        const isUnseen = response.status === 404 && parseProblem(jsonOf(response))?.code === ATTEMPT_NOT_FOUND;
        return isUnseen ? undefined : failure(`The proxy returned ${describe(response)}.`);
      },
    },
    {
      id: 'attempt-quiet',
      proves: 'Reading an attempt does not contact the service',
      fix: 'Return the stored state. Pages poll every few seconds.',
      needs: ['payment', 'service', 'recovery'],
      async run(probe) {
        const before = probe.service.received.length;
        await probe.readAttempt(probe.first.key);
        await probe.readAttempt(createIdempotencyKey());
        return probe.service.received.length > before ? failure('The service received a request.') : undefined;
      },
    },
    {
      id: 'stranger-attempt',
      proves: 'A rejected key learns only the state of the order',
      fix: 'Return only { "state" } or 404 for a key that did not create the attempt. References can be guessed.',
      needs: ['payment', 'service', 'idempotency', 'recovery'],
      async run(probe) {
        if (probe.settings.orderTokenSecret)
          return unchecked('Strangers have no token of the order. See "token-order".');
        for (const first of [await probe.payWhile(inDoubt), await probe.pay()]) {
          const { key, received } = await probe.pay({ reference: first.payment.reference });
          if (received.length > 0) continue; // an attempt of its own, see "same-order" and "replay-in-doubt"
          const response = await probe.readAttempt(key);
          const others = Object.keys(jsonOf(response) ?? {}).filter((name) => name !== 'state');
          if (isSuccess(response) && others.length > 0) return failure(`The report contains ${others.join(', ')}.`);
        }
        return undefined;
      },
    },
  ],
};
