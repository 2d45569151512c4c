import { parseProblem, parseReport } from '../../contract/parse.js';
import { ATTEMPT_NOT_FOUND, createIdempotencyKey, IDEMPOTENCY_REPLAYED } from '../../contract/protocol.js';
import type { AttemptReport } from '../../contract/schema.js';
import { failure, unchecked, warning, type Check, type Group } from '../check.js';
import { respond } from '../fake-service.js';
import type { PaymentResult, Prober } from '../prober.js';
import { describe, isSuccess, jsonOf, outcomeOf, type ProxyResponse } from '../responses.js';

/** Time for a second request to reach the service. */
const GRACE_MS = 400;

const inDoubt = respond(500, '{"error":"the card may have been charged"}');

/** The same payment again. Browsers may repeat a request without the page's knowledge. */
export const repeatedPayments: Group = {
  name: 'Repeated payments',
  needs: ['payment', 'service', 'idempotency'],
  checks: {
    replay: {
      proves: 'A repeated Idempotency-Key with the same payment is charged once and gets the same response',
      fix: 'Store each key before you send, and return the stored response for a known key.',
      needs: ['payment'],
      async run(probe) {
        const first = await probe.pay();
        const { key, payment } = first;
        const repeated = await probe.pay({ key, reference: payment.reference });
        const { response, received } = repeated;
        if (received.length > 0) return failure('The service received it twice.');
        if (!probe.reachesService && !isReplay(response) && isSame(first, probe.first)) {
          return unchecked('Two orders got the same response, so it cannot be told whether this is a repeated one.');
        }
        // With isolated mode, our proxy repeats the outcome without the response of the service.
        const isOutcome = isReplay(response) && response.status === first.response.status && response.text === '';
        if (isOutcome || isSame(first, repeated)) return undefined;
        const found = `The first response was ${describe(first.response)}, the second a different ${describe(response)}.`;
        return probe.config.idempotency ? failure(found) : warning(found);
      },
    },
    mismatch: {
      proves: 'A known key with a different payment is refused',
      fix: 'Store a hash of the payment with its key. For a different payment return 422 idempotency_key_reused, with "outcome": "unknown" unless the first payment was certainly not charged.',
      needs: ['payment', 'idempotency'],
      async run(probe) {
        const { key, payment, response: first } = await probe.pay();
        const { reference } = payment;
        // Another amount would be refused because of the price.
        const { response, received } = await probe.pay({ key, reference, description: 'Another payment' });
        if (received.length > 0) return failure('The service received the different payment.');
        const isWrong = isSuccess(response) || (isSuccess(first) && outcomeOf(response) === 'not_charged');
        return isWrong
          ? failure(`The first got ${describe(first)}, the different one ${describe(response)}.`)
          : undefined;
      },
    },
    'in-flight': {
      proves: 'A key whose first request is still running is not sent again',
      fix: 'Claim the key atomically before you send. Let the second request wait, or return 409 attempt_in_flight.',
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
        await Promise.race([second, service.waitForMoreThan(before + 1, AbortSignal.timeout(GRACE_MS))]);
        release();
        const [{ response: one }, { response: other }] = await Promise.all([first, second]);
        service.next();
        if (service.received.length > before + 1) return failure('The service received both.');
        const isWrong = outcomeOf(other) === 'not_charged';
        return isWrong ? failure(`The first got ${describe(one)}, the second ${describe(other)}.`) : undefined;
      },
    },
    'replay-in-doubt': {
      proves: 'A payment with an unknown outcome is not sent again, with any key, and stays unknown',
      fix: 'After a 5xx or a broken connection, return the stored response for the same key, and 409 conflict for other keys of its reference, until the outcome is known.',
      async run(probe) {
        const { key, payment } = await probe.payWhile(inDoubt);
        const { reference } = payment;
        for (const [what, again] of [
          ['with another key', {}],
          ['with the same key', { key }],
        ] as const) {
          const { response, received } = await probe.pay({ ...again, reference });
          if (received.length > 0) return failure(`The service received the order again, ${what}.`);
          if (isSuccess(response) || outcomeOf(response) === 'not_charged') {
            return failure(`The outcome is unknown, but ${what} the proxy returned ${describe(response)}.`);
          }
        }
        return undefined;
      },
    },
    'same-order': {
      proves: 'A paid order is not charged again with another key, which does not get the stored response',
      fix: 'Store which references are paid. For another key, return 200 { "state": "paid" } with Idempotency-Replayed: true, or 409. References can be guessed.',
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
  },
};

const isReplay = ({ headers }: ProxyResponse) => headers.get(IDEMPOTENCY_REPLAYED) === 'true';

const isSame = ({ response: one }: PaymentResult, { response: other }: PaymentResult) =>
  one.status === other.status && one.text === other.text;

interface Reported extends Pick<Check, 'proves' | 'fix' | 'needs'> {
  readonly pay: (probe: Prober) => Promise<PaymentResult>;
  readonly states: readonly AttemptReport['state'][];
}

const reported = ({ pay, states, ...check }: Reported): Check => ({
  ...check,
  async run(probe) {
    const { key, response: paid } = await pay(probe);
    const response = await probe.readAttempt(key);
    const report = response.status === 200 ? parseReport(jsonOf(response)) : undefined;
    if (!report) return failure(`The proxy returned ${describe(response)}. Expected 200, as in the contract.`);
    const isRight = states.includes(report.state) || (paid.status === 202 && report.state === 'unknown');
    return isRight ? undefined : failure(`The state is ${report.state}.`);
  },
});

export const attempts: Group = {
  name: 'Attempts',
  needs: ['payment', 'service', 'recovery'],
  checks: {
    'attempt-paid': reported({
      proves: 'A paid attempt is reported as succeeded',
      fix: 'Return { "state": "succeeded", "status", "payment" } from GET …/attempts, with the key in the Idempotency-Key header, as soon as the service has responded.',
      needs: ['payment', 'recovery'],
      pay: (probe) => probe.pay(),
      states: ['succeeded'],
    }),
    'attempt-declined': reported({
      proves: 'A declined attempt is reported as failed',
      fix: 'Return { "state": "failed", "status", "error" } if the card was certainly not charged.',
      pay: (probe) => probe.payWhile(respond(402, '{"error":"declined"}')),
      states: ['failed'],
    }),
    'attempt-in-doubt': reported({
      proves: 'An attempt with an unknown outcome is reported as unknown, not as failed',
      fix: 'Return { "state": "unknown" } until the outcome is known. "failed" lets the shopper pay twice.',
      pay: (probe) => probe.payWhile(inDoubt),
      states: ['unknown', 'processing'],
    }),
    'attempt-unseen': {
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
    'attempt-quiet': {
      proves: 'Reading an attempt does not contact the service',
      fix: 'Return the stored state. Pages poll every few seconds.',
      async run(probe) {
        const before = probe.service.received.length;
        await probe.readAttempt(probe.first.key);
        await probe.readAttempt(createIdempotencyKey());
        return probe.service.received.length > before ? failure('The service received a request.') : undefined;
      },
    },
    'stranger-attempt': {
      proves: 'A rejected key learns only the state of the order',
      fix: 'Return only { "state" } or 404 for a key that did not create the attempt. References can be guessed.',
      needs: ['payment', 'service', 'idempotency', 'recovery'],
      async run(probe) {
        if (probe.settings.orderTokenSecret) {
          return unchecked('Strangers have no token of the order. See "token-order".');
        }
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
  },
};
