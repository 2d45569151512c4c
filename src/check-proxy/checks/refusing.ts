import { IDEMPOTENCY_KEY, parseAnswer } from '../../contract/protocol.js';
import { failure, unchecked, warning, type Group } from '../check.js';
import { NoAnswerError } from '../http.js';
import {
  describe,
  isElsewhere,
  isGood,
  isProblem,
  isSentAndRefused,
  jsonOf,
  outcomeOf,
  SENT_AND_REFUSED,
} from '../prober.js';
import { flawOfOther } from './first-payment.js';

/** What a body may have by the contract, in bytes. */
const LONGEST_BODY = 16 * 1024;

/** Requests that are no payment as the widget sends it. */
export const refusing: Group = {
  name: 'What is refused',
  checks: [
    {
      id: 'method',
      proves: 'Only POST pays',
      mend: 'Answer 405 with Allow: POST to every other method: a GET is sent by links, images and whoever looks ahead.',
      needs: ['payment'],
      async run(probe) {
        const passed: string[] = [];
        const bare: string[] = [];
        for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
          const { answer, received } = await probe.pay({ method });
          if (isGood(answer) || received.some((request) => request.method === 'POST')) {
            return failure(`${method} was answered ${describe(answer)}.`);
          }
          if (received.length > 0) passed.push(method);
          else if (answer.status === 405 && !/\bPOST\b/.test(answer.headers.get('Allow') ?? '')) bare.push(method);
        }
        if (passed.length > 0) return warning(`These reach the service with your key: ${passed.join(', ')}.`);
        return bare.length > 0 ? warning(`405 came without Allow: POST for ${bare.join(', ')}.`) : undefined;
      },
    },
    {
      id: 'content-type',
      proves: 'Only application/json is taken',
      mend: 'Answer 415 to any other Content-Type: forms of other sites can send text/plain without asking.',
      needs: ['payment'],
      async run(probe) {
        for (const type of ['text/plain', 'application/x-www-form-urlencoded', undefined]) {
          const paid = await probe.pay({ headers: { 'Content-Type': type } });
          if (isSentAndRefused(paid)) return failure(SENT_AND_REFUSED);
          const { answer } = paid;
          if (isGood(answer)) return warning(`${type ?? 'A payment without one'} was answered ${describe(answer)}.`);
        }
        return undefined;
      },
    },
    {
      id: 'content-encoding',
      proves: 'A body in a Content-Encoding that nobody here unpacks is refused',
      mend: 'Answer 415 to a Content-Encoding that you do not unpack: what is looked at is another text than what is meant.',
      needs: ['payment'],
      async run(probe) {
        const paid = await probe.pay({ headers: { 'Content-Encoding': 'check-proxy' } });
        if (isSentAndRefused(paid)) return failure(SENT_AND_REFUSED);
        const { answer } = paid;
        return outcomeOf(answer) === 'not_charged' ? undefined : warning(`It was answered ${describe(answer)}.`);
      },
    },
    {
      id: 'key-required',
      proves: 'A payment without a good Idempotency-Key is refused',
      mend: `Answer 400 where ${IDEMPOTENCY_KEY} is not 22 to 255 base64url characters: without one nobody can tell a repeated payment.`,
      needs: ['payment'],
      async run(probe) {
        for (const key of [undefined, 'short', `${'k'.repeat(30)} or 1=1`]) {
          const paid = await probe.pay({ headers: { [IDEMPOTENCY_KEY]: key } });
          if (isSentAndRefused(paid)) return failure(SENT_AND_REFUSED);
          const { answer } = paid;
          if (!isGood(answer)) continue;
          const text = `${key === undefined ? 'Without one' : `With "${key}"`} it answered ${describe(answer)}.`;
          return probe.config.idempotency ? failure(text) : warning(text);
        }
        return undefined;
      },
    },
    {
      id: 'not-json',
      proves: 'A body that is not JSON is refused',
      mend: 'Answer 400 to a body that cannot be read; 5xx would say that the card may have been charged.',
      harmless: true,
      async run(probe) {
        const { answer } = await probe.pay({ body: '{"amount":' });
        if (isGood(answer)) return failure(`It was answered ${describe(answer)}.`);
        // With a Live key this is all that tells whether anything is there.
        const isNamed = probe.mode !== undefined || isProblem(answer);
        if (probe.settings.live && !isNamed && isElsewhere(answer)) return flawOfOther(answer, probe.settings);
        return answer.status >= 500 ? warning(`It was answered ${describe(answer)}.`) : undefined;
      },
    },
    {
      id: 'body-limit',
      proves: 'A body of more than 16 KiB is refused',
      mend: 'Answer 413 to a body of more than 16 KiB; servers in front of yours take a megabyte and more. A payment has half a kilobyte.',
      needs: ['payment'],
      async run(probe) {
        const metadata = { note: 'x'.repeat(LONGEST_BODY) };
        try {
          const { answer, received } = await probe.pay({ metadata });
          if (answer.status === 413) return undefined;
          if (received.length > 0) return warning('It came to the service.');
          return warning(`It was answered ${describe(answer)}, and not 413.`);
        } catch (error) {
          if (error instanceof NoAnswerError && error.reason === 'broken') return undefined; // hung up, and rightly
          throw error;
        }
      },
    },
    {
      id: 'price',
      proves: "Another price than that of the order is refused, and the order's is told",
      mend: 'Look the price up by the reference, and answer 409 amount_changed, "not_charged", with amount and currency of your records.',
      needs: ['payment'],
      async run(probe) {
        const { amount, currency } = probe.settings;
        const { answer, received } = await probe.pay({ amount: amount + 1 });
        if (isGood(answer) || received.length > 0) return warning('The page decides what is paid.');
        if (outcomeOf(answer) !== 'not_charged') {
          return failure(`It was answered ${describe(answer)}, which does not say that nothing was charged.`);
        }
        if (answer.status !== 409) return undefined;
        const told = (jsonOf(answer) ?? {}) as Readonly<Record<string, unknown>>;
        if (told['amount'] === amount && told['currency'] === currency) return undefined;
        return failure('It does not say what the order costs, or something else.');
      },
    },
    {
      id: 'not-found',
      proves: 'Another path is refused, whatever is behind the proxy',
      mend: 'Answer 404 to every path but those of the contract.',
      harmless: true,
      async run(probe) {
        const answer = await probe.send({ method: 'GET', path: '/v1/refunds' });
        if (answer.status >= 400 && answer.status < 500) return undefined;
        const isPage = parseAnswer(answer.text, answer.headers).kind === 'page';
        const text = `GET …/v1/refunds was answered ${describe(answer)}`;
        return isGood(answer) && !isPage ? failure(`${text}.`) : warning(`${text}${isPage ? ', a page' : ''}.`);
      },
    },
    {
      id: 'plain-card',
      proves: 'With an encryption_key no plain card is taken',
      mend: 'Answer 422 encryption_failed to payment_method.card when /config tells an encryption_key.',
      needs: ['payment'],
      async run(probe) {
        if (!probe.config.encryption_key)
          return unchecked('There is no encryption_key in /config, so plain cards are right.');
        const paid = await probe.pay({ body: JSON.stringify(probe.payment()) });
        if (isSentAndRefused(paid)) return failure(SENT_AND_REFUSED);
        const { answer } = paid;
        return isGood(answer) ? failure(`A plain card was answered ${describe(answer)}.`) : undefined;
      },
    },
  ],
};
