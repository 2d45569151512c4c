import { createMask, type Mask } from '../../proxy/mask.js';
import { holdsSecret } from '../../transport/secrets.js';
import { parseAnswer } from '../../transport/protocol.js';
import { failure, unchecked, warning, type Group } from '../check.js';
import type { Answer } from '../http.js';

type PaidWith = Parameters<Mask['answer']>[1];

/** What no answer may hold. They come last: they look at all that was answered. */
export const secrets: Group = {
  name: 'Secrets',
  checks: [
    {
      id: 'no-key',
      proves: 'No answer holds the API key, however it is written',
      mend: 'Find out where it gets in: error pages that print the request, debug headers, the environment. And take another key, this one has been told.',
      harmless: true,
      run({ answers, apiKeys, settings: { ways } }) {
        const where = find(answers, createMask([...apiKeys]), {}, true);
        if (where) return Promise.resolve(failure(`It is in ${where}.`));
        if (apiKeys.size > 0) return Promise.resolve(undefined);
        return Promise.resolve(unchecked(`Nothing looks like a key; but which it is, is not known. ${ways.apiKey}`));
      },
    },
    {
      id: 'no-card',
      proves: 'No answer holds the card number or its security code, however it is written',
      mend: 'Repeat nothing of the request, in no answer and no error page; a card in an answer ends up in logs.',
      run({ answers, card: { number, cvc } }) {
        const card = { number, cvc, exp_month: 12, exp_year: 2030 };
        const where = find(answers, createMask([]), { card }, false);
        return Promise.resolve(where ? failure(`It is in ${where}.`) : undefined);
      },
    },
    {
      id: 'no-stack',
      proves: 'No answer shows a piece of the program',
      mend: 'Turn off the debug mode, and answer errors with your own text.',
      harmless: true,
      run({ answers }) {
        const where = find(answers, createMask([]), {}, false, false);
        return Promise.resolve(where ? warning(`A stack trace is in ${where}.`) : undefined);
      },
    },
  ],
};

/** Where the mask finds something that it would not have found without what it looks for. */
function find(
  answers: readonly Answer[],
  mask: Mask,
  paidWith: PaidWith,
  keys: boolean,
  aside = true,
): string | undefined {
  // A stack trace is masked, too, whatever is looked for.
  const plain = createMask([]);
  const isFound = (text: string) => mask.text(text, paidWith) !== (aside ? plain.text(text) : text);
  const seen = new Set<string>(); // most are the same every time
  for (const { headers, text, status } of answers) {
    const body = parseAnswer(seen.has(text) ? '' : text, headers);
    seen.add(text);
    const known = aside ? plain.answer(body, {}) : body;
    const isInBody = body.kind === 'json' ? mask.answer(known, paidWith) !== known : isFound(text);
    if (isInBody || (keys && holdsSecret(text))) return `the body of an answer with ${status}`;
    for (const [name, value] of headers) {
      if (seen.has(value)) continue;
      seen.add(value);
      if ((keys && holdsSecret(value)) || isFound(value)) return `the header ${name}`;
    }
  }
  return undefined;
}
