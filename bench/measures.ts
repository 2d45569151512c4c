import type { Scenario } from './page.js';
import { loadAt4, slowLoad } from './scenarios/load.js';
import { hundredForms } from './scenarios/mounting.js';
import { paymentAt4, typingAt4 } from './scenarios/paying.js';

export interface Measure {
  readonly id: string;
  readonly name: string;
  readonly unit: 'kB' | 'ms' | 'MB' | '';
  /** Method, in one or two sentences. */
  readonly how: string;
  readonly goal?: Goal;
  /** Whether the report shows values in the measure's unit, because the baseline's value is near 0. */
  readonly isAbsolute?: boolean;
  readonly subtractEmptyPage?: boolean;
  readonly scenario: Scenario<unknown>;
  readonly read: (result: unknown) => number;
}

/** Upper limit for the widget: relative to the baseline or to the Lit form, or absolute in the measure's unit. */
export type Goal = { readonly times: number } | { readonly timesLit: number } | { readonly atMost: number };

type Data<Result> = Omit<Measure, 'scenario' | 'read'> & {
  readonly scenario: Scenario<Result>;
  readonly read: (result: Result) => number;
};

const measure = <Result>(data: Data<Result>): Measure => data as unknown as Measure;

const bodies = 'Bodies of scripts and stylesheets, compressed with Brotli at the highest level, from an empty cache';
const navigation =
  'From the start of the navigation to the first animation frame in which the card number field is rendered and focusable.';
export const MEASURES: readonly Measure[] = [
  measure({
    id: 'bytes-typable',
    name: 'Script and CSS transferred until the form can be typed into',
    unit: 'kB',
    goal: { atMost: 12 },
    isAbsolute: true,
    how: `${bodies} until the first field is focusable. Counts the files received by then on the slow network. Excludes the HTML of the page, which may contain the form.`,
    scenario: slowLoad,
    read: ({ firstField }) => firstField.bytes / 1000,
  }),
  measure({
    id: 'bytes',
    name: 'Script and CSS transferred until payment',
    unit: 'kB',
    goal: { atMost: 31 },
    how: `${bodies} to the click on Pay. Includes lazily loaded files, excludes the HTML of the page.`,
    scenario: paymentAt4,
    read: ({ files }) => files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
  }),
  measure({
    id: 'first-field-4x',
    name: 'Navigation to first focusable field, 4× CPU slowdown',
    unit: 'ms',
    goal: { timesLit: 1.05 },
    how: navigation,
    scenario: loadAt4,
    read: ({ firstField }) => firstField.timeMs,
  }),
  measure({
    id: 'first-field-slow',
    name: 'Navigation to first focusable field, 150 ms round trip, 1.6 Mbit/s',
    unit: 'ms',
    goal: { times: 1.2 },
    how: `${navigation} Chromium delays each request by 150 ms and limits the throughput.`,
    scenario: slowLoad,
    read: ({ firstField }) => firstField.timeMs,
  }),
  measure({
    id: 'load-work-4x',
    name: 'Main-thread CPU time of page load, minus empty page, 4× CPU slowdown',
    unit: 'ms',
    goal: { timesLit: 1.3 },
    subtractEmptyPage: true,
    how: 'Main-thread CPU time from the navigation until the form works and the network has been idle for 0.5 s, minus that of a page with a single text field.',
    scenario: loadAt4,
    read: ({ mainThreadMs }) => mainThreadMs,
  }),
  measure({
    id: 'key-work-4x',
    name: 'Typing: main-thread CPU time per key, 4× CPU slowdown',
    unit: 'ms',
    goal: { times: 1.1 },
    how: 'Main-thread CPU time per digit of the same number, including layout and painting.',
    scenario: typingAt4,
    read: ({ mainThreadMs }) => mainThreadMs,
  }),
  measure({
    id: 'key-styles',
    name: 'Typing: style recalculations per key',
    unit: '',
    goal: { atMost: 1.5 },
    isAbsolute: true,
    how: 'Per digit of the same number.',
    scenario: typingAt4,
    read: ({ recalculations }) => recalculations,
  }),
  measure({
    id: 'click-to-request-4x',
    name: 'Click on Pay until the request arrives, 4× CPU slowdown',
    unit: 'ms',
    goal: { times: 1.4 },
    how: 'From the timestamp of the click event until the server has received the headers of the POST. Both run on one machine and share its clock. The card has been typed, and the network is idle.',
    scenario: paymentAt4,
    read: ({ clickToRequestMs }) => clickToRequestMs,
  }),
  measure({
    id: 'heap',
    name: 'Memory after page load, V8 and Blink, minus empty page',
    unit: 'MB',
    goal: { times: 2.5 },
    subtractEmptyPage: true,
    how: 'Used heap of V8 and Blink after three garbage collections, once the form works and the network is idle, minus that of a page with a single text field.',
    scenario: loadAt4,
    read: ({ heapBytes }) => heapBytes / 1e6,
  }),
  measure({
    id: 'instances-100-painted',
    name: 'Mounting 100 forms, CPU time until painted',
    unit: 'ms',
    goal: { times: 1.8 },
    how: 'Main-thread CPU time on a page with loaded scripts: from the first call until the frame that shows all forms. Code that a contender loads later is not counted.',
    scenario: hundredForms,
    read: ({ untilPaintedMs }) => untilPaintedMs,
  }),
  measure({
    id: 'instances-100-working',
    name: 'Mounting 100 forms, CPU time until all work',
    unit: 'ms',
    how: 'The same, until each form works and the network has been idle for 0.5 s.',
    scenario: hundredForms,
    read: ({ untilWorkingMs }) => untilWorkingMs,
  }),
];
