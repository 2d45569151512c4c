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
import { attempts, payments, repeatedPayments } from './checks/payments.js';
import { invalidRequests, orderTokens, origins } from './checks/requests.js';
import { serviceRequests, serviceResponses } from './checks/service.js';
import { NoResponseError, type Prober } from './prober.js';

/** Checks that examine all responses come last. */
export const GROUPS: readonly Group[] = [
  payments,
  invalidRequests,
  origins,
  repeatedPayments,
  serviceRequests,
  attempts,
  orderTokens,
  serviceResponses,
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
      const verdict = obstacle(check, group, probe) ?? (await runCheck(check, probe));
      if (id === 'payment') probe.isPaid = !verdict;
      const isWrong = verdict && verdict.result !== 'unchecked';
      const fix = isWrong ? (verdict.fix ?? check.fix) : undefined;
      yield { group: group.name, id, proves: check.proves, result: 'pass', ...verdict, fix };
    }
  }
}

async function runCheck(check: ProxyCheck, probe: Prober): Promise<Verdict | undefined> {
  try {
    return await check.run(probe);
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    return error === probe.timeout
      ? unchecked('The proxy does not get the body of a POST, or does not respond. See "payment".')
      : failure(error.message, 'Respond to every request. The log of the proxy or the server may show the reason.');
  }
}

function obstacle(check: ProxyCheck, group: Group, probe: Prober): Verdict | undefined {
  if (!probe.isProxy) return { ...unchecked('There is no proxy at this URL.'), missing: 'payment' };
  const isHarmless = check.harmless ?? group.harmless ?? false;
  if (!isHarmless && probe.hasMixedModes) {
    return unchecked('Sends a payment, and the proxy reports both a Test key and a Live key.');
  }
  if (!isHarmless && probe.settings.live && probe.mode !== 'test') {
    return unchecked('Sends a payment, and the proxy may have a Live key.');
  }
  const needs = check.needs ?? (isHarmless ? [] : (group.needs ?? []));
  const all = needs.flatMap((need) => (need === 'service' ? (['stand-in', need] as const) : [need]));
  const missing = all.find((need) => !REQUIREMENTS[need].isMet(probe));
  return missing && { ...unchecked(`Needs ${REQUIREMENTS[missing].what}.`), missing };
}
