import {
  failure,
  REQUIREMENTS,
  unchecked,
  type CheckFinding,
  type Group,
  type ProxyCheck,
  type Verdict,
} from './check.js';
import { allResponses } from './checks/all-responses.js';
import { attempts, binding, BODY_PARSER, payments, repeatedPayments } from './checks/payments.js';
import { orderTokens, requests } from './checks/requests.js';
import { service } from './checks/service.js';
import { NoResponseError, type Prober } from './prober.js';

/** Checks that examine all responses come last. */
export const GROUPS: readonly Group[] = [
  payments,
  requests,
  repeatedPayments,
  binding,
  attempts,
  orderTokens,
  service,
  allResponses,
];

/**
 * @throws {NoResponseError} if there is no proxy at the URL
 * @throws {LiveKeyError} if the proxy has a Live key and `live` is not set
 */
export async function* checkProxy(probe: Prober): AsyncGenerator<CheckFinding, void> {
  await probe.readConfig();
  for (const group of GROUPS) {
    for (const [id, check] of Object.entries(group.checks)) {
      const verdict = obstacle({ ...group, ...check }, probe) ?? (await runCheck(check, probe));
      if (id === 'payment') probe.isPaid = !verdict;
      const isWrong = verdict && verdict.result !== 'unchecked';
      const fix = isWrong ? (verdict.fix ?? check.fix) : undefined;
      yield { group: group.name, id, proves: check.proves, result: 'pass', ...verdict, fix };
    }
  }
}

const RESPOND = `Respond to every request. The log of the proxy may show why it did not. ${BODY_PARSER}`;

async function runCheck(check: ProxyCheck, probe: Prober): Promise<Verdict | undefined> {
  try {
    return await check.run(probe);
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    return failure(error.message, RESPOND);
  }
}

function obstacle({ harmless, needs = [] }: ProxyCheck, probe: Prober): Verdict | undefined {
  if (!harmless && probe.settings.live) return unchecked('Sends a payment, and the proxy may have a Live key.');
  const [missing] = needs.map((need) => REQUIREMENTS[need]).find(([, isMet]) => !isMet(probe)) ?? [];
  return missing === undefined ? undefined : unchecked(`Needs ${missing}.`);
}
