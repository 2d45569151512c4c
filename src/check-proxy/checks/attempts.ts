import { parseProblem, parseReport } from '../../contract/parse.js';
import type { AttemptReport } from '../../contract/schema.js';
import { ATTEMPT_NOT_FOUND, createIdempotencyKey } from '../../contract/protocol.js';
import { failure, type Check, type Group, type Verdict } from '../check.js';
import type { Prober } from '../prober.js';
import { describe, jsonOf } from '../responses.js';
import { always, respond } from '../fake-service.js';

/** `GET …/attempts`, if the proxy reports on attempts. */
export const attempts: Group = {
  name: 'Attempts',
  checks: [
    {
      id: 'attempt-paid',
      proves: 'A paid attempt is reported as succeeded',
      fix: 'Return { "state": "succeeded", "status", "payment" } from GET …/attempts, with the key in the Idempotency-Key header, as soon as the service has responded.',
      needs: ['payment', 'recovery'],
      async run(probe) {
        const { key, response: paid } = await probe.pay();
        return stateIs(probe, key, paid.status === 202 ? ['unknown', 'succeeded'] : ['succeeded']);
      },
    },
    {
      id: 'attempt-declined',
      proves: 'A declined attempt is reported as failed',
      fix: 'Return { "state": "failed", "status", "error" } if the card was certainly not charged.',
      needs: ['payment', 'service', 'recovery'],
      async run(probe) {
        probe.service.next(...always(respond(402, '{"error":"declined"}')));
        const { key } = await probe.pay();
        probe.service.next();
        return stateIs(probe, key, ['failed']);
      },
    },
    {
      id: 'attempt-in-doubt',
      proves: 'An attempt with an unknown outcome is reported as unknown, not as failed',
      fix: 'Return { "state": "unknown" } until the outcome is known. "failed" lets the shopper pay twice.',
      needs: ['payment', 'service', 'recovery'],
      async run(probe) {
        probe.service.next(...always(respond(500, '{"error":"after the charge, perhaps"}')));
        const { key } = await probe.pay();
        probe.service.next();
        return stateIs(probe, key, ['unknown', 'processing']);
      },
    },
    {
      id: 'attempt-unseen',
      proves: `An unknown key returns 404 ${ATTEMPT_NOT_FOUND}`,
      fix: `Serve GET …/attempts, with the key in the Idempotency-Key header, and return 404 with "code": "${ATTEMPT_NOT_FOUND}" for an unknown key. It tells the page that nothing was sent. Any other 404 leaves the outcome unknown.`,
      needs: ['recovery'],
      harmless: true,
      async run(probe) {
        const response = await probe.readAttempt(createIdempotencyKey());
        const isUnseen = response.status === 404 && parseProblem(jsonOf(response))?.code === ATTEMPT_NOT_FOUND;
        return isUnseen ? undefined : failure(`The proxy returned ${describe(response)}.`);
      },
    },
    {
      id: 'attempt-quiet',
      proves: 'Reading an attempt does not contact the service',
      fix: 'Return the stored state. Pages poll every few seconds.',
      needs: ['payment', 'service', 'recovery'],
      async run(probe) {
        const before = probe.service.received.length;
        await probe.readAttempt(probe.first.key);
        await probe.readAttempt(createIdempotencyKey());
        const count = probe.service.received.length - before;
        return count > 0
          ? failure(`The service received ${count} ${count === 1 ? 'request' : 'requests'}.`)
          : undefined;
      },
    },
  ] satisfies readonly Check[],
};

async function stateIs(
  probe: Prober,
  key: string,
  expected: readonly AttemptReport['state'][],
): Promise<Verdict | undefined> {
  const response = await probe.readAttempt(key);
  if (response.status !== 200) return failure(`The proxy returned ${describe(response)}.`);
  const report = parseReport(jsonOf(response));
  if (!report) return failure('The response does not match the contract.');
  return expected.includes(report.state) ? undefined : failure(`The state is ${report.state}.`);
}
