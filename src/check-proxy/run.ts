import { failure, unchecked, type Check, type Finding, type Need, type Verdict } from './check.js';
import { GROUPS } from './checks.js';
import { NoAnswerError } from './http.js';
import { Prober, TwoModesError, type Settings } from './prober.js';

/**
 * Drives a proxy through the contract, and tells of each check as soon as it is known.
 * @throws {NoAnswerError} when there is no proxy to check
 * @throws {LiveKeyError} when it says that it holds a Live key and `live` is not set
 */
export async function* checkProxy(settings: Settings): AsyncGenerator<Finding, Prober> {
  const probe = new Prober(settings);
  await probe.meet();
  let isPaid = false;
  for (const group of GROUPS) {
    for (const check of group.checks) {
      const verdict: Verdict | undefined = obstacle(check, probe, isPaid) ?? (await runOne(check, probe));
      if (check.id === 'payment') isPaid = !verdict;
      const { id, proves, mend } = check;
      yield {
        group: group.name,
        id,
        proves,
        result: verdict?.result ?? 'pass',
        ...(verdict && { found: verdict.found }),
        ...(verdict && verdict.result !== 'unchecked' && { mend: verdict.mend ?? mend }),
        ...(verdict?.missing && { missing: verdict.missing }),
      };
    }
  }
  return probe;
}

async function runOne(check: Check, probe: Prober): Promise<Verdict | undefined> {
  try {
    return await check.run(probe);
  } catch (error) {
    if (error instanceof TwoModesError) return unchecked(TWO_MODES);
    if (!(error instanceof NoAnswerError)) throw error;
    if (error === probe.silence) return unchecked('It sends what is not answered: see "payment".');
    return failure(
      error.message,
      'Answer every request. The log of the proxy, or of a server in front of it, may say why it did not.',
    );
  }
}

/** Why a check cannot be run. */
function obstacle(check: Check, probe: Prober, isPaid: boolean): Verdict | undefined {
  const { settings } = probe;
  const { needs = [], harmless } = check;
  if (!probe.isProxy) return { ...unchecked('What answers is no proxy.'), missing: 'payment' };
  if (probe.hasTwoModes && !harmless) return unchecked(TWO_MODES);
  if (settings.live && probe.mode !== 'test' && !harmless)
    return unchecked('It sends a payment, and the key may be a Live key.');
  return needs.map((need) => lackOf(need, probe, isPaid)).find((verdict) => verdict !== undefined);
}

/** What a check lacks of what it needs. Short: many lack the same. */
function lackOf(need: Need, probe: Prober, isPaid: boolean): Verdict | undefined {
  const { settings, config, reachesService } = probe;
  const lack = (missing: Need, found: string): Verdict => ({ ...unchecked(found), missing });
  switch (need) {
    case 'payment':
      return isPaid ? undefined : lack(need, 'It needs a payment that is accepted.');
    case 'service':
      if (!settings.service) return lackOf('stand-in', probe, isPaid);
      return reachesService ? undefined : lack(need, 'Nothing came to the stand-in of the service.');
    case 'stand-in':
      return settings.service ? undefined : lack(need, 'It needs the stand-in of the service.');
    case 'origin':
      return settings.origin ? undefined : lack(need, 'It needs an origin that may use the proxy.');
    case 'idempotency':
    case 'recovery':
      return config[need] ? undefined : lack(need, `/config does not say "${need}": true.`);
  }
}

const TWO_MODES = 'It sends a payment, and the proxy says that its key is a Test key, and that it is a Live key.';
