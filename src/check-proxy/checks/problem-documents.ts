import { isPaymentErrorCode } from '../../contract/errors.js';
import { ATTEMPT_NOT_FOUND } from '../../contract/protocol.js';
import { unchecked, warning, type Group } from '../check.js';
import type { ProxyResponse } from '../http.js';
import { isProblem, jsonOf } from '../responses.js';

/** Errors that the proxy creates itself. Runs late, to examine the errors that other checks have caused. */
export const problemDocuments: Group = {
  name: 'Proxy errors',
  checks: [
    {
      id: 'problem',
      proves: "The proxy's own errors are problem documents (RFC 9457) with code and outcome",
      fix: 'Return application/problem+json with type, title, status, detail, a code from the contract, and outcome "not_charged" or "unknown".',
      harmless: true,
      async run(probe) {
        // Cause errors, in case no other check was allowed to.
        await probe.send({ method: 'GET' });
        await probe.send({ headers: { 'Content-Type': 'text/plain' }, body: '{}' });
        const problems = new Set(probe.ownErrors.map(problemOf).filter((problem) => problem !== undefined));
        if (problems.size > 0) return warning(`${[...problems].join('; ')}.`);
        if (probe.ownErrors.length > 0) return undefined;
        return unchecked(
          probe.reachesService
            ? 'The proxy created no errors. It forwards everything.'
            : 'Cannot tell errors of the proxy from errors of the service.',
        );
      },
    },
  ],
};

function problemOf(response: ProxyResponse): string | undefined {
  const problem = check(response);
  return problem && `${response.status}: ${problem}`;
}

function check(response: ProxyResponse): string | undefined {
  if (!isProblem(response)) return `Content-Type is "${response.headers.get('Content-Type') ?? ''}"`;
  const { type, title, status, detail, code, outcome } = (jsonOf(response) ?? {}) as Readonly<Record<string, unknown>>;
  const missing = Object.entries({ type, title, detail }).filter(([, text]) => typeof text !== 'string');
  if (missing.length > 0) return `${missing.map(([name]) => name).join(', ')} missing`;
  if (status !== response.status) return '"status" differs from the HTTP status';
  if (!isPaymentErrorCode(code) && code !== ATTEMPT_NOT_FOUND) return '"code" is not a code of the contract';
  return outcome === 'not_charged' || outcome === 'unknown' ? undefined : '"outcome" is not "not_charged" or "unknown"';
}
