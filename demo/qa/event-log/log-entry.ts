/** What an entry is about; what the log is filtered by. */
export const KINDS = {
  event: 'Events',
  state: 'State',
  page: 'Proxy',
  service: 'Service',
  ledger: 'Ledger',
  problem: 'Problems',
  note: 'Tester',
} as const;

export type Kind = keyof typeof KINDS;

export type Tone = 'positive' | 'warning' | 'negative' | 'accent';

/** A part of an entry that is shown when it is opened. */
export interface Detail {
  readonly label: string;
  /** Pairs are a table, a text is code. */
  readonly content: string | readonly (readonly [name: string, value: string])[];
}

/** One thing that happened, without a secret in it. */
export interface LogEntry {
  /** Stays when the entry changes. */
  readonly id: string;
  readonly kind: Kind;
  /** The order that was being paid. */
  readonly reference: string;
  /** In ms since 1970, by the clock that `clock` names. */
  readonly at: number;
  readonly clock: 'page' | 'server';
  /** Who did it, or in which direction it went: `→ proxy`. */
  readonly source: string;
  readonly title: string;
  readonly note?: string;
  readonly tone?: Tone;
  /** In ms. */
  readonly duration?: number | undefined;
  readonly details: readonly Detail[];
}
