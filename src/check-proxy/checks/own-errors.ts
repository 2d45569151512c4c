import { isPaymentErrorCode } from '../../contract/errors.js';
import { unchecked, warning, type Group } from '../check.js';
import type { Answer } from '../http.js';
import { isProblem, jsonOf } from '../prober.js';

/** What the proxy says where the service has said nothing. It comes late: it looks at all that was provoked before. */
export const ownErrors: Group = {
  name: 'Errors of its own',
  checks: [
    {
      id: 'problem',
      proves: "The proxy's own errors are problem documents (RFC 9457) with code and outcome",
      mend: 'Answer application/problem+json with type, title, status, detail, a code of the contract, and outcome "not_charged" or "unknown".',
      harmless: true,
      async run(probe) {
        // These provoke some, where no other check was allowed to.
        await probe.send({ method: 'GET' });
        await probe.send({ headers: { 'Content-Type': 'text/plain' }, body: '{}' });
        const flaws = new Set(probe.ownErrors.map(flawOf).filter((flaw) => flaw !== undefined));
        if (flaws.size > 0) return warning(`${[...flaws].join('; ')}.`);
        if (probe.ownErrors.length > 0) return undefined;
        return unchecked(
          probe.reachesService
            ? 'The proxy makes no errors itself: everything is passed on.'
            : 'Who has made an error, the proxy or the service, is not to be seen from here.',
        );
      },
    },
  ],
};

/** What is wrong with a problem document. */
function flawOf(answer: Answer): string | undefined {
  const flaw = flawIn(answer);
  return flaw && `Of ${answer.status}: ${flaw}`;
}

function flawIn(answer: Answer): string | undefined {
  if (!isProblem(answer)) return `Content-Type is "${answer.headers.get('Content-Type') ?? ''}"`;
  const { type, title, status, detail, code, outcome } = (jsonOf(answer) ?? {}) as Readonly<Record<string, unknown>>;
  const missing = Object.entries({ type, title, detail }).filter(([, text]) => typeof text !== 'string');
  if (missing.length > 0) return `${missing.map(([name]) => name).join(', ')} missing`;
  if (status !== answer.status) return 'its member status is another';
  if (!isPaymentErrorCode(code)) return 'its code is none of the contract';
  return outcome === 'not_charged' || outcome === 'unknown' ? undefined : 'its outcome is none of the contract';
}
