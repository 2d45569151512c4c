import { createRedactor } from '../../proxy/redact.js';
import { holdsSecret } from '../../contract/secrets.js';
import { parseAnswer } from '../../contract/protocol.js';
import { failure, unchecked, warning, type Group } from '../check.js';
import { bodyHolds, textHolds } from '../leak-detector.js';
import type { Answer } from '../http.js';
import { isStackTrace } from '../stack-trace.js';

/** What no answer may hold. They come last: they look at all that was answered. */
export const secrets: Group = {
  name: 'Secrets',
  checks: [
    {
      id: 'no-key',
      proves: 'No answer contains the API key, verbatim or URL-encoded',
      mend: 'Find out where it gets in: error pages that print the request, debug headers, the environment. And take another key, this one has been told.',
      harmless: true,
      run({ answers, apiKeys, settings: { ways } }) {
        const redactor = createRedactor([...apiKeys]);
        const where = find(
          answers,
          (answer) => bodyHolds(answer, redactor) || holdsSecret(answer.text),
          (value) => textHolds(value, redactor) || holdsSecret(value),
        );
        if (where) return Promise.resolve(failure(`It is in ${where}.`));
        if (apiKeys.size > 0) return Promise.resolve(undefined);
        return Promise.resolve(unchecked(`Nothing looks like a key; but which it is, is not known. ${ways.apiKey}`));
      },
    },
    {
      id: 'no-card',
      proves: 'No answer contains the card number or its security code, with or without separators',
      mend: 'Repeat nothing of the request, in no answer and no error page; a card in an answer ends up in logs.',
      run({ answers, card: { number, cvc } }) {
        const redactor = createRedactor([]);
        const paidWith = { card: { number, cvc, exp_month: 12, exp_year: 2030 } };
        const where = find(
          answers,
          (answer) => bodyHolds(answer, redactor, paidWith),
          (value) => textHolds(value, redactor, paidWith),
        );
        return Promise.resolve(where ? failure(`It is in ${where}.`) : undefined);
      },
    },
    {
      id: 'no-stack',
      proves: 'No answer shows a piece of the program',
      mend: 'Turn off the debug mode, and answer errors with your own text.',
      harmless: true,
      run({ answers }) {
        const redactor = createRedactor([]);
        const isInBody = ({ text, headers }: Answer) => {
          const body = parseAnswer(text, headers);
          return isStackTrace(text) || redactor.body(body, {}) !== body;
        };
        const where = find(answers, isInBody, isStackTrace);
        return Promise.resolve(where ? warning(`A stack trace is in ${where}.`) : undefined);
      },
    },
  ],
};

/** Where it is, in which body or header. */
function find(
  answers: readonly Answer[],
  isInBody: (answer: Answer) => boolean,
  isInHeader: (value: string) => boolean,
): string | undefined {
  const seen = new Set<string>(); // most are the same every time
  const isNew = (text: string) => !seen.has(text) && seen.add(text);
  for (const answer of answers) {
    if (isNew(answer.text) && isInBody(answer)) return `the body of an answer with ${answer.status}`;
    for (const [name, value] of answer.headers) {
      if (isNew(value) && isInHeader(value)) return `the header ${name}`;
    }
  }
  return undefined;
}
