import type { Code } from './bundle.js';
import { Judge } from './judge.js';
import { ORDER, Processes, SECRET } from './processes.js';
import type { Scenario } from './scenarios.js';
import { PaymentsService } from './service.js';
import { SharedStore } from './store.js';
import { Browser, Tab } from './tabs.js';
import { settle, World, type Machine, type Option } from './world.js';

/** Chooses the next event: its index, or `undefined` to give up the schedule. */
export type Choose = (options: readonly Option[], world: World) => number | undefined;

export interface Schedule {
  readonly violations: readonly string[];
  readonly trace: readonly string[];
  readonly steps: number;
}

const HOUR = 3_600_000;
/** Beyond all leases. A page remembers its attempt for a day. */
const LATER = 2 * HOUR;
/** Only a program that never ends takes so many. */
const MAX_STEPS = 3000;

/** Runs one schedule to its end, and checks the promises. The second release, if any, is that of every second process. */
export async function simulate(
  scenario: Scenario,
  [code, other = code]: readonly [Code, Code?],
  choose: Choose,
): Promise<Schedule> {
  const world = new World();
  code.enter(world);
  other.enter(world);
  const store = new SharedStore(world);
  const service = new PaymentsService(world, scenario.knowsKeys ?? false);
  const judge = new Judge(world, service);
  store.entries.set('test:secret', { value: 'secret', expires: Infinity });
  store.entries.set('test:outbox', { value: 'used', expires: Infinity });
  const processes = new Processes(world, scenario, [code.proxy, other.proxy], { store, service, judge });
  const { tokens = true } = scenario;
  const token = tokens ? await code.proxy.createOrderToken({ ...ORDER, expiresIn: 10 * 24 * 3600 }, SECRET) : undefined;
  await settle();
  const browsers = new Map<string, Browser>();
  const openTab = (name: string, presses: number, browser: string) => {
    const shared = browsers.get(browser) ?? new Browser();
    browsers.set(browser, shared);
    return new Tab(name, presses, shared, { world, code, processes, judge, token });
  };
  const tabs = scenario.tabs.map(({ presses, browser }, index) =>
    openTab(`T${index + 1}`, presses, browser ?? `browser ${index + 1}`),
  );
  await settle();
  let steps = 0;

  const act = async (option: Option) => {
    world.take(option);
    await settle();
    for (const tab of tabs) tab.act();
    judge.check();
    if (++steps > MAX_STEPS) world.violated('it never ends');
  };
  const run = async (next: Choose) => {
    for (;;) {
      const options = world.options();
      if (options.length === 0 || world.violations.size > 0 || (!world.isCalm && world.isOver)) return true;
      const choice = options.length === 1 ? 0 : next(options, world);
      if (choice === undefined) return false;
      await act(options[choice] as Option);
    }
  };
  const end = () => run(() => 0);
  for (const tab of tabs) tab.act();
  service.declines = scenario.declines ?? 0;
  if (scenario.only) world.only = scenario.only;
  world.events = eventsOf(scenario, world, processes, tabs, store);
  world.describe = () => [
    [...store.entries],
    service.charges,
    judge.claims,
    tabs.map((tab) => tab.storage),
    processes.price,
    processes.machines.map(({ ahead }) => ahead),
  ];
  const isComplete = await run(choose);

  if (isComplete && world.violations.size === 0) {
    world.isCalm = true;
    service.declines = 0;
    world.trace.push('  At the end:');
    const hasProxy = (scenario.processes ?? 2) > 0;
    if (hasProxy) {
      world.now += LATER;
      processes.repair();
      processes.resolve(0);
      await end();
      processes.deliver(0);
      await end();
    }
    const shownPaid = tabs.filter(({ state }) => state === 'paid');
    const own = tabs.filter((tab) => tab.hasCharge((key) => service.isCharged(key)));
    for (const tab of tabs) tab.open();
    for (const tab of tabs) tab.rest();
    await end();
    const shows = (tab: Tab) => tab.state === 'idle' || tab.state === 'failed';
    if (hasProxy && shownPaid.some(shows))
      world.violated('after a reload, Pay appears for an order that was shown as paid');
    if (own.some(shows)) world.violated('after a reload, Pay appears for a charge of one’s own');
    if (hasProxy) {
      judge.checkEnd(store.records);
      if (service.charges.length === 0) {
        processes.price = ORDER.amount;
        const last = openTab('the last tab', 1, 'another browser');
        tabs.push(last);
        await settle();
        last.act();
        await end();
        if (service.charges.length === 0) world.violated('an unpaid order cannot be paid any more');
      }
    }
    judge.check();
  }
  return { violations: [...world.violations], trace: world.trace, steps };
}

function eventsOf(
  { events = {} }: Scenario,
  world: World,
  processes: Processes,
  tabs: readonly Tab[],
  store: SharedStore,
) {
  const isOpen = () => store.records.some(({ record: { state } }) => state === 'sent' || state === 'unknown');
  const passHour = () => (world.now += HOUR);
  const jump = (index: number) => {
    const machine = processes.machines[index] as Machine;
    machine.ahead = machine.ahead > 0 ? -60_000 : 120_000;
  };
  const ofProcesses = [
    ['crash', 'crashes and starts again', (index: number) => processes.crash(index), () => true],
    ['close', 'is shutting down', (index: number) => processes.close(index), () => true],
    ['operator', 'settles open attempts for an operator', (index: number) => processes.resolve(index), isOpen],
    ['deliver', 'looks for outcomes to tell', (index: number) => processes.deliver(index), () => true],
    ['jump', 'has a clock that jumps', jump, () => true],
  ] as const;
  const of = (left: number | undefined, label: string, run: () => void, isPossible = () => true) =>
    left ? [{ left, label, run, isPossible }] : [];
  return [
    ...tabs.flatMap((tab) => of(events.reload, `${tab.name} is reloaded`, () => tab.open())),
    ...ofProcesses.flatMap(([kind, what, run, isPossible]) =>
      processes.machines.flatMap(({ name }, index) =>
        of(events[kind], `${name} ${what}`, () => run(index), isPossible),
      ),
    ),
    ...of(events.price, 'the price of the order changes', () => (processes.price = 5999)),
    ...of(events.price, 'the shop does not find the order', () => (processes.price = undefined)),
    ...of(events.hour, 'an hour passes', passHour, () => world.isQuiet),
  ];
}
