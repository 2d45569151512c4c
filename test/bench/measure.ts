import type { Scenario } from './scenarios/scenario.js';

/** One row of the report: how to measure a contender. */
export interface Measure {
  readonly id: string;
  readonly name: string;
  readonly unit: 'kB' | 'ms' | 'µs' | 'MB' | 'B' | '';
  /** Method, in one or two sentences. */
  readonly how: string;
  readonly goal?: Goal;
  /** Whether the report shows values in the measure's unit, because the baseline's value is near 0. */
  readonly isAbsolute?: boolean;
  /** Whether to subtract the value of the empty page. */
  readonly subtractEmptyPage?: boolean;
  readonly scenario: Scenario<unknown>;
  readonly read: (result: unknown) => number;
}

/** Upper limit for the widget: relative to the baseline or to the Lit form, or absolute in the measure's unit. */
export type Goal =
  | { readonly times: number }
  | { readonly timesLit: number }
  /** `contender`: the id of the contender that has the goal. Default: the widget. */
  | { readonly atMost: number; readonly contender?: string };

type Data<Result> = Omit<Measure, 'scenario' | 'read'> & {
  readonly scenario: Scenario<Result>;
  readonly read: (result: Result) => number;
};

/** Type-checks `read` against the result of `scenario`. */
export const measure = <Result>(data: Data<Result>): Measure => data as unknown as Measure;
