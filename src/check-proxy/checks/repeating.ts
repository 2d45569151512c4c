import { createIdempotencyKey, IDEMPOTENCY_KEY, IDEMPOTENCY_REPLAYED } from '../../contract/protocol.js';
import { failure, unchecked, warning, type Group } from '../check.js';
import type { Answer } from '../http.js';
import { describe, isGood, outcomeOf, type Paid } from '../prober.js';
import { always, answer } from '../fake-service.js';

/** Long enough for a second request to get through, if it is let through; in ms. */
const GRACE = 400;

/** The same payment again: browsers do that by themselves, unseen by the page. */
export const repeating: Group = {
  name: 'Repeated payments',
  checks: [
    {
      id: 'replay',
      proves: 'The same Idempotency-Key with the same payment is charged once, and answered alike',
      mend: 'Write down each key before you send, and answer a key that you know with what it was answered. A proxy without a memory keeps this warning: it must keep no connections, as README.md of this package says under "A proxy of your own".',
      needs: ['payment'],
      async run(probe) {
        const once = await probe.pay();
        const { key, payment } = once;
        const again = await probe.pay({ key, ...(payment.reference && { reference: payment.reference }) });
        const verdict = probe.config.idempotency ? failure : warning;
        if (probe.reachesService) {
          if (again.received.length > 0) return verdict('The service was sent it a second time.');
        } else if (!isReplay(again.answer) && isAlike(once, probe.first)) {
          return unchecked('The answers of two orders are alike, so they do not tell two payments apart.');
        }
        if (isAlike(once, again)) return undefined;
        return verdict(`It was answered ${describe(once.answer)}, and then another ${describe(again.answer)}.`);
      },
    },
    {
      id: 'mismatch',
      proves: 'A key that comes with another payment is refused',
      mend: 'Keep a hash of the payment with its key, and answer 422 idempotency_key_reused to another one, with "outcome": "unknown" unless the first was certainly not charged.',
      needs: ['payment', 'idempotency'],
      async run(probe) {
        const { key, payment, answer: first } = await probe.pay();
        // Another amount would be answered by who knows the price.
        const { reference = '' } = payment;
        const { answer, received } = await probe.pay({ key, reference, description: 'Another payment' });
        if (received.length > 0) return failure('The service was sent the other payment.');
        if (isGood(answer)) return failure(`It was answered ${describe(answer)}.`);
        return isGood(first) && outcomeOf(answer) === 'not_charged'
          ? failure(`It was answered ${describe(answer)}, which reads as not charged; the first of this key was.`)
          : undefined;
      },
    },
    {
      id: 'in-flight',
      proves: 'The same key while the first is on its way is not sent a second time',
      mend: 'Claim the key in one step before you send, and let the second wait, or answer 409 attempt_in_flight.',
      needs: ['payment', 'service', 'idempotency'],
      async run(probe) {
        const { service } = probe;
        const before = service.received.length;
        let letGo: () => void = () => undefined;
        service.next((response) => {
          letGo = () => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":"pay_check_held"}');
        });
        const same = { key: createIdempotencyKey(), reference: probe.payment().reference ?? '' };
        const first = probe.pay(same);
        await Promise.race([first, service.moreThan(before, probe.settings.wait)]);
        const second = probe.pay(same);
        const isSentTwice = await Promise.race([
          service.moreThan(before + 1, GRACE),
          second.then(() => service.received.length > before + 1),
        ]);
        letGo();
        const [{ answer: one }, { answer: other }] = await Promise.all([first, second]);
        service.next();
        if (isSentTwice || service.received.length > before + 1) return failure('The service got both.');
        return outcomeOf(other) === 'not_charged'
          ? failure(`The second was answered ${describe(other)} while the first became ${describe(one)}.`)
          : undefined;
      },
    },
    {
      id: 'replay-in-doubt',
      proves: 'A payment in doubt is not sent again, under its key or another, and stays in doubt',
      mend: 'After a 5xx or a broken connection answer the same key as before, and 409 conflict to other keys for its reference, until somebody has looked.',
      needs: ['payment', 'service', 'idempotency'],
      async run(probe) {
        const { service } = probe;
        service.next(...always(answer(500, '{"error":"after the charge, perhaps"}')));
        const { key, payment } = await probe.pay();
        service.next();
        const same = payment.reference ? { reference: payment.reference } : {};
        const other = await probe.pay(same);
        if (other.received.length > 0) return failure('The service was sent the order again, under another key.');
        const again = await probe.pay({ key, ...same });
        if (again.received.length > 0) {
          const isSameKey = again.received.every(({ headers }) => headers[IDEMPOTENCY_KEY.toLowerCase()] === key);
          if (!isSameKey) return failure('The service was sent it again, without its key.');
          return warning('It was sent again: right only if the service has confirmed that it knows keys.');
        }
        const wrong = [other, again].find(({ answer: told }) => isGood(told) || outcomeOf(told) === 'not_charged');
        return wrong && failure(`Nobody knows whether it was charged, and it was answered ${describe(wrong.answer)}.`);
      },
    },
    {
      id: 'same-order',
      proves: 'An order that is paid is not charged again under another key',
      mend: 'Remember which references are paid, and answer another key for one of them with its paid answer, or 409.',
      needs: ['payment', 'service', 'idempotency'],
      async run(probe) {
        const { payment } = await probe.pay();
        const { received } = await probe.pay(payment.reference ? { reference: payment.reference } : {});
        return received.length > 0 ? warning('A second tab of the same checkout would be charged, too.') : undefined;
      },
    },
  ],
};

const isReplay = ({ headers }: Answer) => headers.get(IDEMPOTENCY_REPLAYED) === 'true';

const isAlike = ({ answer: one }: Paid, { answer: other }: Paid) =>
  one.status === other.status && one.text === other.text;
