/** A small world. */
export interface Scenario {
  /** Of the proxy. None: another proxy, which knows no keys. Default: 2 */
  readonly processes?: number;
  /** How far their clocks are ahead, in ms. */
  readonly ahead?: readonly number[];
  /** Else the shop says what an order costs. Default: true */
  readonly tokens?: boolean;
  /** Whether the service recognizes a key. Default: false */
  readonly knowsKeys?: boolean;
  /** Each with how often the shopper presses Pay. Tabs of one browser name it. */
  readonly tabs: readonly { readonly presses: number; readonly browser?: string }[];
  /** What may happen that is not usual. Default: all */
  readonly only?: RegExp;
  /** Whether every second process has another release, whose schema lists the members of a payment in another order. */
  readonly hasOtherRelease?: boolean;
  /** How many payments the service declines before it charges. Default: 0 */
  readonly declines?: number;
  /** How often something happens at most, at or by each of those whom it may happen to. */
  readonly events?: Partial<
    Record<'reload' | 'crash' | 'close' | 'operator' | 'deliver' | 'jump' | 'price' | 'hour', number>
  >;
}

const SHOPPER = { presses: 2 };
const HASTY = { presses: 1 };

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'one shopper': { tabs: [SHOPPER], events: { reload: 1, crash: 1 } },
  'two shoppers of one order': { tabs: [SHOPPER, HASTY], events: { reload: 1, hour: 1 } },
  'two shoppers, a decline and a late copy': {
    ...{ processes: 1, declines: 1, tabs: [HASTY, HASTY] },
    only: /repeats it|late: the answer of the service/,
  },
  'processes that shut down': {
    ...{ tabs: [HASTY], events: { close: 1 } },
    only: /shutting down|repeats it|question .* is lost/,
  },
  'a price that changes': { tokens: false, tabs: [SHOPPER], events: { price: 1, reload: 1 } },
  'two shoppers without tokens': { tokens: false, tabs: [SHOPPER, HASTY], events: { crash: 1, hour: 1 } },
  'a clock that is ahead, and an operator': {
    ahead: [60_000, 0],
    tabs: [SHOPPER, { presses: 1 }],
    events: { operator: 1 },
  },
  'clocks that jump, and an operator': {
    tabs: [SHOPPER, { presses: 1 }],
    events: { operator: 1, jump: 1, deliver: 1, crash: 1 },
  },
  'two releases side by side': { hasOtherRelease: true, tabs: [SHOPPER, HASTY], events: { crash: 1 } },
  'a service that knows keys': { knowsKeys: true, tabs: [SHOPPER], events: { operator: 1, crash: 1, reload: 1 } },
  'another proxy, and two tabs of one browser': {
    processes: 0,
    tabs: [
      { presses: 2, browser: 'A' },
      { presses: 2, browser: 'A' },
    ],
    events: { reload: 1 },
  },
};
