import { createRedactor } from '../../proxy/redact.js';
import { holdsSecret } from '../../contract/secrets.js';
import { parseAnswer } from '../../contract/protocol.js';
import { failure, unchecked, warning, type Group } from '../check.js';
import type { ProxyResponse } from '../http.js';
import { bodyContains, textContains } from '../leak-detector.js';
import { isStackTrace } from '../stack-trace.js';

/** Data that no response may contain. Runs last, to examine all responses. */
export const secrets: Group = {
  name: 'Secrets',
  checks: [
    {
      id: 'no-key',
      proves: 'No response contains the API key, verbatim or URL-encoded',
      fix: 'Find the source: error pages that print the request, debug headers or the environment. Then replace the key, because it has leaked.',
      harmless: true,
      run({ responses, apiKeys }) {
        const redactor = createRedactor([...apiKeys]);
        const where = find(
          responses,
          (response) => bodyContains(response, redactor) || holdsSecret(response.text),
          (value) => textContains(value, redactor) || holdsSecret(value),
        );
        if (where) return failure(`The key is in ${where}.`);
        if (apiKeys.size > 0) return undefined;
        return unchecked(
          'No response contains anything like a key, but the key itself is not known. ' +
            'Set PAYMENTS_API_KEY in the environment, or add --service.',
        );
      },
    },
    {
      id: 'no-card',
      proves: 'No response contains the card number, with or without separators, or the security code',
      fix: 'Do not repeat the request in responses or error pages. Card data in responses ends up in logs.',
      run({ responses, card: { number, cvc } }) {
        const redactor = createRedactor([]);
        const sent = { card: { number, cvc, exp_month: 12, exp_year: 2030 } };
        const where = find(
          responses,
          (response) => bodyContains(response, redactor, sent),
          (value) => textContains(value, redactor, sent),
        );
        return where ? failure(`Card data is in ${where}.`) : undefined;
      },
    },
    {
      id: 'no-stack',
      proves: 'No response contains a stack trace',
      fix: 'Turn off debug mode and return your own error messages.',
      harmless: true,
      run({ responses }) {
        const redactor = createRedactor([]);
        const isInBody = ({ text, headers }: ProxyResponse) => {
          const body = parseAnswer(text, headers);
          return isStackTrace(text) || (redactor.body(body, {}) ?? body) !== body;
        };
        const where = find(responses, isInBody, isStackTrace);
        return where ? warning(`A stack trace is in ${where}.`) : undefined;
      },
    },
  ],
};

/** Finds the body or header of a response that matches. */
function find(
  responses: readonly ProxyResponse[],
  isInBody: (response: ProxyResponse) => boolean,
  isInHeader: (value: string) => boolean,
): string | undefined {
  const seen = new Set<string>(); // most are identical
  const isNew = (text: string) => !seen.has(text) && seen.add(text);
  for (const response of responses) {
    if (isNew(response.text) && isInBody(response)) return `the body of a response with status ${response.status}`;
    for (const [name, value] of response.headers) {
      if (isNew(value) && isInHeader(value)) return `the header ${name}`;
    }
  }
  return undefined;
}
