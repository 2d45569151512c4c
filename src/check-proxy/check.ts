import type { Prober } from './prober.js';

/** What a check that does not pass has come to. `unchecked`: nobody can tell from here. */
export interface Verdict {
  readonly result: 'failure' | 'warning' | 'unchecked';
  /** One sentence: what was seen, never a secret. */
  readonly found: string;
}

/** What has to be there for a check to say anything; without it, it is not run. */
export type Need =
  /** A payment that was accepted. */
  | 'payment'
  /** The stand-in of the payments service, with the proxy pointed at it. */
  | 'service'
  /** `"idempotency": true` in `/config`. */
  | 'idempotency'
  /** `"recovery": true` in `/config`. */
  | 'recovery'
  /** Another origin that may use the proxy. */
  | 'origin';

/** One thing that a proxy has to do, or better does. */
export interface Check {
  /** A short name that stays, for scripts. */
  readonly id: string;
  /** What is so if it passes. */
  readonly proves: string;
  /** One sentence: what to change. */
  readonly mend: string;
  readonly needs?: readonly Need[];
  /** Sends nothing that anybody could charge, so that it can be run with a Live key, too. */
  readonly harmless?: true;
  /** @returns nothing when all is well */
  readonly run: (probe: Prober) => Promise<Verdict | undefined>;
}

export interface Group {
  readonly name: string;
  readonly checks: readonly Check[];
}

/** What is known of one check in the end. */
export interface Finding extends Pick<Check, 'id' | 'proves'> {
  readonly group: string;
  readonly result: 'pass' | Verdict['result'];
  readonly found?: string;
  /** How to mend it, or how to have it checked. */
  readonly mend?: string;
}

export const failure = (found: string): Verdict => ({ result: 'failure', found });
export const warning = (found: string): Verdict => ({ result: 'warning', found });
export const unchecked = (found: string): Verdict => ({ result: 'unchecked', found });

/** How to have those rows checked that need the stand-in. */
export const WITHOUT_STAND_IN =
  'It needs the stand-in of the service: --service 4299, and a proxy that has http://127.0.0.1:4299 as the service.';
