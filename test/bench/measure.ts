import type { Visit } from './visits/visit.js';

/** What is reported of every contender, and how it is come by. */
export interface Measure {
  readonly id: string;
  readonly name: string;
  readonly unit: 'kB' | 'ms' | 'µs' | 'MB' | 'B' | '';
  /** One sentence for whoever doubts it. */
  readonly how: string;
  readonly goal?: Goal;
  /** Whether what the empty page has of it is taken off. */
  readonly aboveEmpty?: boolean;
  readonly visit: Visit<unknown>;
  readonly read: (result: unknown) => number;
}

/** What our widget may have: so many times what the floor has, or so much. */
export type Goal = { readonly times: number } | { readonly atMost: number };

type Data<Result> = Omit<Measure, 'visit' | 'read'> & {
  readonly visit: Visit<Result>;
  readonly read: (result: Result) => number;
};

/** Holds the result of the visit and what is read of it to one type. */
export const measure = <Result>(data: Data<Result>): Measure => data as unknown as Measure;
