import { parseAnswer } from '../../transport/protocol.js';
import { failure, warning, type Group } from '../check.js';
import { describe, isGood } from '../prober.js';

/** The one route that every proxy has. */
export const payments: Group = {
  name: 'Payments',
  checks: [
    {
      id: 'payment',
      proves: 'POST …/v1/payments is taken, and answered by 200, 201 or 202',
      mend: 'Take JSON with an Idempotency-Key at this path, pass it on with the Authorization header, and pass the answer back.',
      async run(probe) {
        const { answer } = await probe.payFirst();
        if ([200, 201, 202].includes(answer.status)) return undefined;
        if (answer.status === 404 || answer.status === 409) return failure(notKnown(describe(answer), probe.settings));
        if (answer.status >= 300 && answer.status < 400) {
          return failure(`It answered ${answer.status}: a redirect, which the widget does not follow with a card.`);
        }
        return failure(`It answered ${describe(answer)}.`);
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

function notKnown(
  answer: string,
  { reference, amount, currency }: { reference: string; amount: number; currency: string },
) {
  return (
    `It answered ${answer}. If it looks orders up, let it know those that begin with "${reference}" at ${amount} ` +
    `${currency} while it is checked, or give --reference, --amount and --currency of ones that it knows.`
  );
}
