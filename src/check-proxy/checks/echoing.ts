import { createRedactor } from '../../proxy/redact.js';
import { failure, unchecked, warning, type Group } from '../check.js';
import { bodyHolds } from '../leak-detector.js';
import type { Answer } from '../http.js';
import type { Prober } from '../prober.js';
import { answer, type Behaviour, type Received } from '../fake-service.js';

const NEEDS = ['payment', 'service'] as const;

/** A header that nobody knows by its name. */
const ECHO = 'X-Echo';

const TEXT = { 'Content-Type': 'text/plain' };

const keyIn = ({ headers: { authorization = '' } }: Received) => authorization.replace(/^Bearer /, '');

/** Each repeats the key alone: beside a card, it could go with that. The text is of a server in front of the service. */
const KEY_IN_BODY: readonly Behaviour[] = [
  (response, received) => {
    answer(400, JSON.stringify({ error: 'invalid', sent: keyIn(received) }))(response);
  },
  (response, received) => {
    answer(400, `Invalid: ${keyIn(received)}`, TEXT)(response);
  },
  (response, received) => {
    answer(200, JSON.stringify({ id: 'pay_check_key', sent: keyIn(received) }))(response);
  },
];

const keyInHeader: Behaviour = (response, received) => {
  answer(400, '{"error":"invalid"}', { [ECHO]: keyIn(received) })(response);
};

/** What a service repeats of a request. It may be made to; the page gets to read what the proxy lets through. */
export const echoing: Group = {
  name: 'What the service repeats',
  checks: [
    {
      id: 'key-masked',
      proves: 'An API key that the service repeats does not reach the page',
      mend: 'Pass back what you know of an answer, not all of it; or take the key out of body and headers before you do.',
      needs: NEEDS,
      async run(probe) {
        if (probe.apiKeys.size === 0) return unchecked('Which key the service gets is not known.');
        const redactor = createRedactor([...probe.apiKeys]);
        for (const echo of KEY_IN_BODY) {
          const told = await repeated(probe, echo);
          if (bodyHolds(told, redactor)) return failure(`It is in the body of an answer with ${told.status}.`);
        }
        const header = (await repeated(probe, keyInHeader)).headers.get(ECHO) ?? '';
        return redactor.text(header) === header ? undefined : warning('It is in a header.');
      },
    },
    {
      id: 'card-masked',
      proves: 'A card that the service repeats does not reach the page',
      mend: 'Pass back what you know of an answer, not all of it; or take out the digits of the number, whatever stands between them, and members that hold the security code.',
      needs: NEEDS,
      async run(probe) {
        if (probe.config.encryption_key) {
          return unchecked('Cards come encrypted, so the proxy cannot know what it would have to take out.');
        }
        const { number, cvc } = probe.card;
        const grouped = number.replace(/\d{4}(?=\d)/g, '$& ');
        const echoes: Readonly<Record<string, Behaviour>> = {
          'the number': answer(400, JSON.stringify({ error: `No such card: ${number}` })),
          'the number in groups': answer(400, JSON.stringify({ error: `No such card: ${grouped}` })),
          'the number in a text': answer(400, `No such card: ${number}`, TEXT),
          'the security code': answer(400, JSON.stringify({ error: 'invalid', card: { cvc } })),
          'the security code in JSON in a text': answer(
            400,
            JSON.stringify({ received: JSON.stringify({ cid: cvc }) }),
          ),
        };
        const redactor = createRedactor([]);
        const card = { number, cvc, exp_month: 12, exp_year: 2030 };
        const passed: string[] = [];
        for (const [what, echo] of Object.entries(echoes)) {
          if (bodyHolds(await repeated(probe, echo), redactor, { card })) passed.push(what);
        }
        return passed.length > 0 ? warning(`The page gets to read ${passed.join(', ')}.`) : undefined;
      },
    },
  ],
};

/** What becomes of such an answer of the service. */
async function repeated(probe: Prober, echo: Behaviour): Promise<Answer> {
  probe.service.next(echo);
  const { answer: told } = await probe.pay({}, true);
  probe.service.next();
  return told;
}
