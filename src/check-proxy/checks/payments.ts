import { parseAnswer } from '../../contract/protocol.js';
import { failure, warning, type Group } from '../check.js';
import { NoAnswerError } from '../http.js';
import { describe, isGood } from '../prober.js';
import { flawOf, flawOfSilence } from './first-payment.js';

/** The one route that every proxy has. */
export const payments: Group = {
  name: 'Payments',
  checks: [
    {
      id: 'payment',
      proves: 'POST …/v1/payments is taken, and answered by 200, 201 or 202',
      mend: 'Take JSON with an Idempotency-Key at this path, pass it on with the Authorization header, and pass the answer back.',
      async run(probe) {
        try {
          const first = await probe.payFirst();
          return [200, 201, 202].includes(first.answer.status) && probe.isProxy ? undefined : flawOf(first, probe);
        } catch (error) {
          if (!(error instanceof NoAnswerError) || error.reason !== 'silent') throw error;
          return flawOfSilence(error.message, probe);
        }
      },
    },
    {
      id: 'answer-type',
      proves: 'The answer of a payment is JSON, and says so',
      mend: "Pass back the service's body with Content-Type: application/json: a page is read as another server's, so the payment is in doubt.",
      needs: ['payment'],
      run(probe) {
        const { answer } = probe.first;
        const type = answer.headers.get('Content-Type') ?? '';
        const { kind } = parseAnswer(answer.text, answer.headers);
        return Promise.resolve(
          kind === 'page' || kind === 'cut'
            ? failure(`Its Content-Type is "${type}", and the widget cannot read it.`)
            : answer.text !== '' && !/\bjson\b/i.test(type)
              ? warning(`Its Content-Type is "${type}".`)
              : undefined,
        );
      },
    },
    {
      id: 'own-page',
      proves: 'Browsers that do not say Sec-Fetch-Site can pay from the own origin, too',
      mend: "Compare Origin with the address that browsers see, not with the server's name inside.",
      needs: ['payment'],
      async run(probe) {
        const { answer } = await probe.pay({ headers: { 'Sec-Fetch-Site': undefined } });
        return isGood(answer) ? undefined : warning(`With the Origin alone it answered ${describe(answer)}.`);
      },
    },
  ],
};
