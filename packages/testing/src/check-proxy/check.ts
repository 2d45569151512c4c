import { describe, isSuccess, outcomeOf } from './http.js';
import type { PaymentOptions, Prober } from './prober.js';

/** The result of a check that does not pass. `unchecked`: the check cannot decide. */
export interface Verdict {
  readonly result: 'failure' | 'warning' | 'unchecked';
  /** What the check observed, in one sentence. Never contains a secret. */
  readonly found: string;
  /** How to fix it, if more specific than the check's own `fix`. */
  readonly fix?: string;
  /** The missing requirement that prevented the check. */
  readonly missing?: Requirement;
}

/** `service`: the proxy sends to the fake service. */
export type Requirement = 'payment' | 'stand-in' | 'service' | 'idempotency' | 'recovery' | 'origin' | 'tokens';

export interface Check {
  /** A short, stable name for scripts. */
  readonly id: string;
  readonly proves: string;
  readonly fix: string;
  readonly needs?: readonly Requirement[];
  /** Sends nothing that can be charged, so it also runs with a Live key. */
  readonly harmless?: boolean;
  /** @returns `undefined` if the check passes */
  readonly run: (probe: Prober) => Promise<Verdict | undefined> | Verdict | undefined;
}

/** What it says holds for its checks, unless they say otherwise. A harmless check needs nothing. */
export interface Group extends Pick<Check, 'needs' | 'harmless'> {
  readonly name: string;
  readonly checks: readonly Check[];
}

export interface Finding extends Pick<Check, 'id' | 'proves'> {
  readonly group: string;
  readonly result: 'pass' | Verdict['result'];
  readonly found?: string;
  readonly fix?: string;
  readonly missing?: Requirement;
}

export const failure = (found: string, fix?: string): Verdict => ({ result: 'failure', found, ...(fix && { fix }) });
export const warning = (found: string): Verdict => ({ result: 'warning', found });
export const unchecked = (found: string): Verdict => ({ result: 'unchecked', found });

export async function checkRefused(
  probe: Prober,
  payments: readonly (readonly [what: string, payment: PaymentOptions])[],
  verdict: (found: string) => Verdict,
): Promise<Verdict | undefined> {
  const accepted: string[] = [];
  for (const [what, payment] of payments) {
    const { response, received } = await probe.pay(payment);
    if (received.length > 0 && !isSuccess(response)) {
      return failure('The proxy refused the payment but sent it to the service: the card may be charged.');
    }
    if (outcomeOf(response) !== 'not_charged') accepted.push(`${what} returned ${describe(response)}`);
  }
  return accepted.length > 0 ? verdict(`${accepted.join('; ')}.`) : undefined;
}
