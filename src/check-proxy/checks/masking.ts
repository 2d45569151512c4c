import { createRedactor } from '../../proxy/redact.js';
import { failure, unchecked, warning, type Group } from '../check.js';
import { bodyContains } from '../leak-detector.js';
import type { ProxyResponse } from '../http.js';
import type { Prober } from '../prober.js';
import { respond, type Behaviour, type Received } from '../fake-service.js';

const NEEDS = ['payment', 'service'] as const;

/** A header that proxies do not know. */
const ECHO = 'X-Echo';

const TEXT = { 'Content-Type': 'text/plain' };

const keyIn = ({ headers: { authorization = '' } }: Received) => authorization.replace(/^Bearer /, '');

/** Repeats the key without the card, so that masking the card does not hide the key. */
const KEY_IN_BODY: readonly Behaviour[] = [
  (response, received) => {
    respond(400, JSON.stringify({ error: 'invalid', sent: keyIn(received) }))(response);
  },
  (response, received) => {
    respond(400, `Invalid: ${keyIn(received)}`, TEXT)(response);
  },
  (response, received) => {
    respond(200, JSON.stringify({ id: 'pay_check_key', sent: keyIn(received) }))(response);
  },
];

const keyInHeader: Behaviour = (response, received) => {
  respond(400, '{"error":"invalid"}', { [ECHO]: keyIn(received) })(response);
};

/** Secrets that the service repeats in its responses. The page must not receive them. */
export const masking: Group = {
  name: 'Secrets in service responses',
  checks: [
    {
      id: 'key-masked',
      proves: 'An API key that the service repeats does not reach the page',
      fix: 'Return only the members and headers that you know, or remove the key from the body and headers.',
      needs: NEEDS,
      async run(probe) {
        if (probe.apiKeys.size === 0) return unchecked('The API key is not known.');
        const redactor = createRedactor([...probe.apiKeys]);
        for (const echo of KEY_IN_BODY) {
          const response = await payWith(probe, echo);
          if (bodyContains(response, redactor))
            return failure(`The key is in the body of a response with status ${response.status}.`);
        }
        const header = (await payWith(probe, keyInHeader)).headers.get(ECHO) ?? '';
        return redactor.text(header) === header ? undefined : warning('The key is in a header.');
      },
    },
    {
      id: 'card-masked',
      proves: 'A card that the service repeats does not reach the page',
      fix: 'Return only the members that you know, or remove the card number, with or without separators, and members with the security code.',
      needs: NEEDS,
      async run(probe) {
        const { number, cvc } = probe.card;
        const grouped = number.replace(/\d{4}(?=\d)/g, '$& ');
        const echoes: Readonly<Record<string, Behaviour>> = {
          'the number': respond(400, JSON.stringify({ error: `No such card: ${number}` })),
          'the number with spaces': respond(400, JSON.stringify({ error: `No such card: ${grouped}` })),
          'the number in plain text': respond(400, `No such card: ${number}`, TEXT),
          'the security code': respond(400, JSON.stringify({ error: 'invalid', card: { cvc } })),
          'the security code in a JSON string': respond(
            400,
            JSON.stringify({ received: JSON.stringify({ cid: cvc }) }),
          ),
        };
        const redactor = createRedactor([]);
        const card = { number, cvc, exp_month: 12, exp_year: 2030 };
        const passed: string[] = [];
        for (const [what, echo] of Object.entries(echoes)) {
          if (bodyContains(await payWith(probe, echo), redactor, { card })) passed.push(what);
        }
        return passed.length > 0 ? warning(`The page receives ${passed.join(', ')}.`) : undefined;
      },
    },
  ],
};

/** Pays while the service repeats the request. */
async function payWith(probe: Prober, echo: Behaviour): Promise<ProxyResponse> {
  probe.service.next(echo);
  const { response } = await probe.pay({ isEcho: true });
  probe.service.next();
  return response;
}
