import { parseReport } from '../../contract/parse.js';
import type { AttemptReport } from '../../contract/schema.js';
import { createIdempotencyKey } from '../../contract/protocol.js';
import { failure, type Check, type Group, type Verdict } from '../check.js';
import { describe, jsonOf, type Prober } from '../prober.js';
import { always, answer } from '../fake-service.js';

/** `GET …/attempts/{key}`, where the proxy says that it knows what became of payments. */
export const recovering: Group = {
  name: 'Attempts',
  checks: [
    {
      id: 'attempt-paid',
      proves: 'A paid attempt is told as succeeded',
      mend: 'Answer GET …/attempts/{key} with { "state": "succeeded", "status", "payment" } as soon as the service has answered.',
      needs: ['payment', 'recovery'],
      async run(probe) {
        const { key, answer: paid } = await probe.pay();
        return stateIs(probe, key, paid.status === 202 ? ['unknown', 'succeeded'] : ['succeeded']);
      },
    },
    {
      id: 'attempt-declined',
      proves: 'A declined attempt is told as failed',
      mend: 'Answer { "state": "failed", "status", "error" } after what certainly charged nothing.',
      needs: ['payment', 'service', 'recovery'],
      async run(probe) {
        probe.service.next(...always(answer(402, '{"error":"declined"}')));
        const { key } = await probe.pay();
        probe.service.next();
        return stateIs(probe, key, ['failed']);
      },
    },
    {
      id: 'attempt-in-doubt',
      proves: 'An attempt in doubt is told as unknown, and not as failed',
      mend: 'Answer { "state": "unknown" } until somebody has looked: "failed" lets the shopper pay a second time.',
      needs: ['payment', 'service', 'recovery'],
      async run(probe) {
        probe.service.next(...always(answer(500, '{"error":"after the charge, perhaps"}')));
        const { key } = await probe.pay();
        probe.service.next();
        return stateIs(probe, key, ['unknown', 'processing']);
      },
    },
    {
      id: 'attempt-unseen',
      proves: 'A key that never came is answered by 404',
      mend: 'Answer 404 to a key that you do not know: it tells the page that nothing was sent.',
      needs: ['recovery'],
      harmless: true,
      async run(probe) {
        const told = await probe.ask(createIdempotencyKey());
        return told.status === 404 ? undefined : failure(`It was answered ${describe(told)}.`);
      },
    },
    {
      id: 'attempt-quiet',
      proves: 'To ask about an attempt asks the service nothing',
      mend: 'Answer from what you have written down: pages ask every few seconds.',
      needs: ['payment', 'service', 'recovery'],
      async run(probe) {
        const before = probe.service.received.length;
        await probe.ask(probe.first.key);
        await probe.ask(createIdempotencyKey());
        const count = probe.service.received.length - before;
        return count > 0 ? failure(`${count} requests came to the service.`) : undefined;
      },
    },
  ] satisfies readonly Check[],
};

async function stateIs(
  probe: Prober,
  key: string,
  expected: readonly AttemptReport['state'][],
): Promise<Verdict | undefined> {
  const told = await probe.ask(key);
  if (told.status !== 200) return failure(`It was answered ${describe(told)}.`);
  const report = parseReport(jsonOf(told));
  if (!report) return failure('The answer is not as the contract has it.');
  return expected.includes(report.state) ? undefined : failure(`It was told as ${report.state}.`);
}
