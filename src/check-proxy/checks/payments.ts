import { parseAnswer } from '../../contract/protocol.js';
import { failure, warning, type Group } from '../check.js';
import { NoResponseError } from '../http.js';
import { describe, isSuccess } from '../responses.js';
import { explainRefusal, explainTimeout } from './explain-payment.js';

/** The one required route. */
export const payments: Group = {
  name: 'Payments',
  checks: [
    {
      id: 'payment',
      proves: 'POST …/v1/payments accepts a payment and returns 200, 201 or 202',
      fix: 'Accept JSON with an Idempotency-Key at this path, forward it with the Authorization header, and return the response.',
      async run(probe) {
        try {
          const first = await probe.payFirst();
          return [200, 201, 202].includes(first.response.status) && probe.isProxy
            ? undefined
            : explainRefusal(first, probe);
        } catch (error) {
          if (!(error instanceof NoResponseError) || error.reason !== 'timeout') throw error;
          return explainTimeout(error.message, probe);
        }
      },
    },
    {
      id: 'answer-type',
      proves: 'The response to a payment is JSON and has a JSON Content-Type',
      fix: 'Return the body of the service with Content-Type: application/json. The widget treats a web page as an unknown outcome.',
      needs: ['payment'],
      run(probe) {
        const { response } = probe.first;
        const type = response.headers.get('Content-Type') ?? '';
        const { kind } = parseAnswer(response.text, response.headers);
        if (kind === 'page' || kind === 'cut') {
          return failure(`The Content-Type is "${type}", and the widget cannot read the body.`);
        }
        return response.text === '' || /\bjson\b/i.test(type) ? undefined : warning(`The Content-Type is "${type}".`);
      },
    },
    {
      id: 'own-page',
      proves: "Browsers without Sec-Fetch-Site can pay from the proxy's own origin",
      fix: 'Compare Origin with the public URL that browsers see, not with the internal host name.',
      needs: ['payment'],
      async run(probe) {
        const { response } = await probe.pay({ headers: { 'Sec-Fetch-Site': undefined } });
        return isSuccess(response)
          ? undefined
          : warning(`With only the Origin header, the proxy returned ${describe(response)}.`);
      },
    },
  ],
};
