import type { Prober } from './prober.js';

/** What a check that does not pass has come to. `unchecked`: nobody can tell from here. */
export interface Verdict {
  readonly result: 'failure' | 'warning' | 'unchecked';
  /** One sentence: what was seen, never a secret. */
  readonly found: string;
  /** What to change, where what was seen tells more than the check's own `mend`. */
  readonly mend?: string;
  /** What is not there, so that the check was not run. */
  readonly missing?: Need;
}

/** What has to be there for a check to say anything; without it, it is not run. */
export type Need =
  /** A payment that was accepted. */
  | 'payment'
  /** The stand-in of the payments service. */
  | 'stand-in'
  /** The stand-in, with the proxy pointed at it. */
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
  /** How to mend it. */
  readonly mend?: string;
  readonly missing?: Need;
}

export const failure = (found: string, mend?: string): Verdict => ({ result: 'failure', found, ...(mend && { mend }) });
export const warning = (found: string): Verdict => ({ result: 'warning', found });
export const unchecked = (found: string): Verdict => ({ result: 'unchecked', found });
