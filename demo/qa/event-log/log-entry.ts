/** Kinds of entries, for the filter. */
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

/** A part of an expanded entry. */
export interface Detail {
  readonly label: string;
  /** Pairs become a table, text becomes code. */
  readonly content: string | readonly (readonly [name: string, value: string])[];
}

/** One event in the log, without secrets. */
export interface LogEntry {
  /** Stable across updates. */
  readonly id: string;
  readonly kind: Kind;
  /** The reference of the order. */
  readonly reference: string;
  /** Time in ms since 1970, by `clock`. */
  readonly at: number;
  readonly clock: 'page' | 'server';
  /** Who did it, or the direction: `→ proxy`. */
  readonly source: string;
  readonly title: string;
  readonly note?: string;
  readonly tone?: Tone;
  /** Duration in ms. */
  readonly duration?: number | undefined;
  readonly details: readonly Detail[];
}
