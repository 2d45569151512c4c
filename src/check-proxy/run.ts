import { failure, unchecked, type Check, type Finding, type Group, type Requirement, type Verdict } from './check.js';
import { allResponses } from './checks/all-responses.js';
import { attempts, repeatedPayments } from './checks/attempts.js';
import { orderTokens } from './checks/order-tokens.js';
import { payments } from './checks/payments.js';
import { invalidRequests, origins } from './checks/requests.js';
import { serviceRequests, serviceResponses } from './checks/service.js';
import { NoResponseError } from './http.js';
import { Prober, type Settings } from './prober.js';

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

const MIXED_MODES = 'Sends a payment, and the proxy reports both a Test key and a Live key.';

/**
 * @throws {NoResponseError} if there is no proxy at the URL
 * @throws {LiveKeyError} if the proxy has a Live key and `live` is not set
 */
export async function* checkProxy(settings: Settings): AsyncGenerator<Finding, Prober> {
  const probe = new Prober(settings);
  await probe.readConfig();
  let isPaid = false;
  for (const group of GROUPS) {
    for (const check of group.checks) {
      const verdict: Verdict | undefined = obstacle(check, probe, isPaid) ?? (await runCheck(check, probe));
      if (check.id === 'payment') isPaid = !verdict;
      const { id, proves, fix } = check;
      yield {
        group: group.name,
        id,
        proves,
        result: verdict?.result ?? 'pass',
        ...(verdict && { found: verdict.found }),
        ...(verdict && verdict.result !== 'unchecked' && { fix: verdict.fix ?? fix }),
        ...(verdict?.missing && { missing: verdict.missing }),
      };
    }
  }
  return probe;
}

async function runCheck(check: Check, probe: Prober): Promise<Verdict | undefined> {
  try {
    return await check.run(probe);
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    if (error === probe.timeout)
      return unchecked('The proxy does not get the body of a POST, or does not respond. See "payment".');
    return failure(error.message, 'Respond to every request. The log of the proxy or the server may show the reason.');
  }
}

function obstacle({ needs = [], harmless }: Check, probe: Prober, isPaid: boolean): Verdict | undefined {
  if (!probe.isProxy) return { ...unchecked('There is no proxy at this URL.'), missing: 'payment' };
  if (harmless !== true) {
    if (probe.hasMixedModes) return unchecked(MIXED_MODES);
    if (probe.settings.live && probe.mode !== 'test')
      return unchecked('Sends a payment, and the proxy may have a Live key.');
  }
  return needs.map((requirement) => missing(requirement, probe, isPaid)).find((verdict) => verdict !== undefined);
}

function missing(requirement: Requirement, probe: Prober, isPaid: boolean): Verdict | undefined {
  const { settings, config, reachesService } = probe;
  const unless = (isMet: boolean, found: string) => (isMet ? undefined : { ...unchecked(found), missing: requirement });
  switch (requirement) {
    case 'payment':
      return unless(isPaid, 'Needs an accepted payment.');
    case 'service':
      if (!settings.service) return missing('stand-in', probe, isPaid);
      return unless(reachesService, 'The fake service received nothing.');
    case 'stand-in':
      return unless(settings.service !== undefined, 'Needs the fake service.');
    case 'origin':
      return unless(settings.origin !== undefined, 'Needs another origin that may use the proxy.');
    case 'tokens':
      return unless(settings.orderTokenSecret !== undefined, 'Needs the secret of the order tokens.');
    case 'idempotency':
    case 'recovery':
      return unless(config[requirement] === true, `/config does not contain "${requirement}": true.`);
  }
}
