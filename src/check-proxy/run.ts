import { WITHOUT_STAND_IN, type Check, type Finding, type Need, type Verdict } from './check.js';
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
        ...(verdict && verdict.result !== 'unchecked' && { mend }),
      };
    }
  }
  return probe;
}

async function runOne(check: Check, probe: Prober): Promise<Verdict | undefined> {
  try {
    return await check.run(probe);
  } catch (error) {
    if (error instanceof TwoModesError) return unmet(TWO_MODES);
    if (!(error instanceof NoAnswerError)) throw error;
    return { result: 'failure', found: error.message };
  }
}

/** Why a check cannot be run. */
function obstacle(check: Check, probe: Prober, isPaid: boolean): Verdict | undefined {
  const { settings, config, reachesService } = probe;
  const { needs = [], harmless } = check;
  if (probe.hasTwoModes && !harmless) return unmet(TWO_MODES);
  if (settings.live && probe.mode !== 'test' && !harmless)
    return unmet('It sends a payment, and the key may be a Live key.');
  const missing: Readonly<Record<Need, string | false>> = {
    payment: !isPaid && 'It needs a payment that is accepted.',
    service: !settings.service
      ? WITHOUT_STAND_IN
      : !reachesService && `The proxy does not send to ${settings.service.url}.`,
    idempotency: !config.idempotency && '/config does not say "idempotency": true.',
    recovery: !config.recovery && '/config does not say "recovery": true.',
    origin: !settings.origin && 'It needs an origin that may use the proxy: --origin https://shop.example.',
  };
  const reason = needs.map((need) => missing[need]).find((text) => text !== false);
  return reason === undefined ? undefined : unmet(reason);
}

const TWO_MODES = 'It sends a payment, and the proxy says that its key is a Test key, and that it is a Live key.';

const unmet = (found: string): Verdict => ({ result: 'unchecked', found });
