/**
 * A small stand-in for Cypress in the page of the tests: it queues commands, retries queries and assertions, and shows the shop in a
 * frame. It has what the example in demo/testing/cypress and the commands of the package use.
 */

import { until } from '../until.js';

type Chainer = string | ((subject: never) => void);
type Query = (subject?: unknown) => unknown;

/** A query is asked again while an assertion after it fails; a command runs once. */
interface Step {
  readonly query?: Query;
  readonly command?: (subject: unknown) => unknown;
  readonly assertion?: (subject: unknown) => void;
}

interface Chain {
  should(chainer: Chainer, ...values: unknown[]): Chain;
  its(name: string): Chain;
  check(): Chain;
  then(options: object, use: (subject: never) => unknown): Chain;
}

let frame: HTMLIFrameElement;
/** The steps of the present test. */
let target: Step[] = [];

const shop = (): Window => frame.contentWindow as Window;

const asElement = (subject: unknown) => Array.from(subject as ArrayLike<HTMLElement>)[0];

const CHAINERS: Readonly<Record<string, (subject: unknown, value: unknown) => boolean>> = {
  equal: (subject, value) => subject === value,
  'be.visible': (subject) => asElement(subject)?.checkVisibility() ?? false,
  'have.value': (subject, value) => (asElement(subject) as HTMLInputElement | undefined)?.value === value,
  'contain.text': (subject, value) => asElement(subject)?.textContent.includes(String(value)) ?? false,
};

function assertionOf(chainer: Chainer, values: readonly unknown[]): (subject: unknown) => void {
  if (typeof chainer === 'function') return chainer as (subject: unknown) => void;
  const holds = CHAINERS[chainer];
  if (!holds) throw new Error(`The stand-in has no chainer "${chainer}".`);
  return (subject) => {
    if (!holds(subject, values[0])) throw new Error(`Expected ${String(subject)} to ${chainer} ${String(values[0])}.`);
  };
}

const chain: Chain = {
  should: (chainer, ...values) => push({ assertion: assertionOf(chainer, values) }),
  its: (name) => push({ query: (subject) => Reflect.get(Object(subject), name) as unknown }),
  check: () => push({ command: (subject) => asElement(subject)?.click() }),
  then: (_options, use) => push({ command: use as (subject: unknown) => unknown }),
};

function push(step: Step): Chain {
  target.push(step);
  return chain;
}

const get = (selector: string) => () => [...shop().document.querySelectorAll(selector)];

const cy: Record<string, (...args: never[]) => unknown> = {
  visit: (path: string) =>
    push({
      command: async () => {
        const loaded = new Promise((resolve) => {
          frame.addEventListener('load', resolve, { once: true });
        });
        frame.src = path;
        await loaded;
      },
    }),
  get: (selector: string) => push({ query: get(selector) }),
  window: () => push({ query: shop }),
  now: (_command: 'get', selector: string) => get(selector),
};

const Cypress = {
  $: (elements: readonly Element[]) => elements,
  Commands: {
    add(name: string, command: (...args: never[]) => unknown) {
      cy[name] = (...args) => {
        command(...args); // adds its own steps
        return chain;
      };
    },
    addQuery(name: string, create: (...args: never[]) => Query) {
      cy[name] = (...args) => push({ query: create(...args) });
    },
  },
};

/** Runs the steps of a test. Assertions belong to the query before them. */
async function run(steps: readonly Step[]): Promise<void> {
  let subject: unknown;
  for (let index = 0; index < steps.length;) {
    const { query, command } = steps[index++] as Step;
    const assertions: ((subject: unknown) => void)[] = [];
    for (let next = steps[index]; next?.assertion; next = steps[++index]) assertions.push(next.assertion);
    if (command) subject = (await command(subject)) ?? subject;
    const before = subject;
    await until(() => {
      try {
        if (query) subject = query(before);
        if (query && Array.isArray(subject) && subject.length === 0) return false;
        for (const assertion of assertions) assertion(subject);
        return true;
      } catch {
        return false;
      }
    });
  }
}

const hooks: (() => void)[] = [];
const tests: { readonly title: string; readonly declare: () => void }[] = [];

Object.assign(globalThis, {
  cy,
  Cypress,
  describe: (_title: string, declare: () => void) => {
    declare();
  },
  beforeEach: (hook: () => void) => hooks.push(hook),
  it: (title: string, declare: () => void) => tests.push({ title, declare }),
});

/** Runs all tests. @returns the message of the error by title; empty for a test that passed */
export async function runTests(): Promise<Record<string, string>> {
  frame = document.body.appendChild(document.createElement('iframe'));
  frame.style.cssText = 'width: 1000px; height: 800px';
  const results: Record<string, string> = {};
  for (const { title, declare } of tests) {
    target = [];
    for (const hook of hooks) hook();
    declare();
    results[title] = await run(target).then(
      () => '',
      (error: unknown) => String(error),
    );
  }
  return results;
}
