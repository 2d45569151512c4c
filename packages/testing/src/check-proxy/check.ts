import type { PaymentOptions, Prober } from './prober.js';
import { inWords, isSuccess, meaningOf } from './responses.js';

type Need = readonly [what: string, isMet: (probe: Prober) => boolean];

/** What a check may need. */
export const REQUIREMENTS = {
  payment: ['an accepted payment, see "payment"', ({ isPaid, settings }) => isPaid || settings.live],
  service: ['the fake service: add --service 4299, see --help', ({ settings }) => !!settings.service],
  tokens: ['ORDER_TOKEN_SECRET in the environment', ({ settings }) => !!settings.orderTokenSecret],
  idempotency: ['"idempotency": true in /config', ({ config }) => config.idempotency === true],
  recovery: ['"recovery": true in /config', ({ config }) => config.recovery === true],
  binding: ['"binding": true in /config', ({ config }) => config.binding === true],
} as const satisfies Readonly<Record<string, Need>>;

/** The result of a check that does not pass. `unchecked`: the check cannot decide. */
export interface Verdict {
  readonly result: 'failure' | 'warning' | 'unchecked';
  /** What the check observed, in one sentence without a secret. */
  readonly found: string;
  /** How to fix it, if more specific than the check's own `fix`. */
  readonly fix?: string | undefined;
}

export interface ProxyCheck {
  /** The rule that the proxy follows. */
  readonly proves: string;
  /** How to follow it. */
  readonly fix: string;
  readonly needs?: readonly (keyof typeof REQUIREMENTS)[];
  /** Whether the check sends nothing that can be charged, so that it also runs with a Live key. */
  readonly harmless?: boolean;
  /** @returns `undefined` if the check passes */
  readonly run: (probe: Prober) => Promise<Verdict | undefined> | Verdict | undefined;
}

/** A group of checks. What it says holds for its checks, unless they say otherwise. */
export interface Group extends Pick<ProxyCheck, 'needs' | 'harmless'> {
  readonly name: string;
  /** The checks by short, stable ids for scripts. */
  readonly checks: Readonly<Record<string, ProxyCheck>>;
}

export interface CheckFinding extends Pick<ProxyCheck, 'proves'>, Partial<Omit<Verdict, 'result'>> {
  readonly group: string;
  readonly id: string;
  readonly result: 'pass' | Verdict['result'];
}

export const failure = (found: string, fix?: string): Verdict => ({ result: 'failure', found, fix });
export const warning = (found: string): Verdict => ({ result: 'warning', found });
export const unchecked = (found: string): Verdict => ({ result: 'unchecked', found });

type Payments = readonly (readonly [what: string, payment: PaymentOptions])[];

export async function checkRefused(
  probe: Prober,
  verdict: (found: string) => Verdict,
  payments: Payments,
): Promise<Verdict | undefined> {
  const accepted: string[] = [];
  for (const [what, payment] of payments) {
    const { response, received } = await probe.pay(payment);
    if (received.length > 0 && !isSuccess(response)) {
      return failure('The proxy refused the payment but sent it to the service: the card may be charged.');
    }
    if (meaningOf(response) !== 'not_charged') accepted.push(`${what} returned ${inWords(response)}`);
  }
  return accepted.length > 0 ? verdict(`${accepted.join('; ')}.`) : undefined;
}
