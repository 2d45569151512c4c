import { createHash } from 'node:crypto';
import type { Clock } from 'payment-widget/contract/clock';

/** One way in which a step may happen. */
export interface Way {
  readonly label: string;
  readonly run: () => void;
}

/** Something that will happen: a message arrives, the store executes an operation, a shopper presses Pay. */
export interface Step {
  /** In whose course it happens. All that it causes belongs to the same course. */
  readonly course: string;
  /** The usual one first. */
  readonly ways: readonly [Way, ...Way[]];
  /** Time does not pass beyond it before the step has happened. */
  readonly deadline?: number | undefined;
}

interface Timer {
  readonly at: number;
  readonly course: string;
  readonly machine: Machine;
  readonly wake: () => void;
}

/** A process or a page. No timer wakes it up once it is dead. */
export interface Machine {
  readonly name: string;
  /** How far its clock is ahead, in ms. */
  ahead: number;
  isDead: boolean;
}

/** One of the next events. Those that are not usual cost one. */
export interface Option extends Way {
  readonly course: string;
  readonly cost: 0 | 1;
}

/** What may happen in addition at any time. */
export interface Event extends Way {
  /** How often at most. */
  left: number;
  readonly isPossible: () => boolean;
}

const START = Date.UTC(2026, 10, 21);
/** Beyond all limits of time of page and proxy, but the ten minutes in which a page asks. */
const LONGEST_LIMIT_MS = 100_000;

/** All that is going to happen. Nothing in it happens by itself: `options()` lists the choices, and `take()` makes one. */
export class World {
  now = START;
  /** In whose course the present step happens. */
  course = 'world';
  readonly trace: string[] = [];
  readonly violations = new Set<string>();
  events: Event[] = [];
  /** What may happen that is not usual. */
  only = /(?:)/;
  /** At the end nothing unusual happens any more. */
  isCalm = false;
  /** All that can matter later, except what the courses know. */
  describe: () => unknown = () => '';
  #disturbedAt = START;
  readonly #queue: Step[] = [];
  readonly #held: Step[] = [];
  readonly #timers = new Set<Timer>();
  readonly #drawn = new Map<string, number>();
  readonly #known = new Map<string, string>();

  /** The usual event first; none at the end. */
  options(): Option[] {
    const [head] = this.#queue;
    const released = this.#held.map((step) => this.#way(step, step.ways[0], this.#held, 0));
    const usual = head ? this.#way(head, head.ways[0], this.#queue, 0) : (this.#passTime() ?? released.shift());
    if (this.isCalm || !usual) return usual ? [usual] : [];
    const others = head?.ways.slice(1).map((way) => this.#way(head, way, this.#queue, 1)) ?? [];
    const events = this.events.filter(({ left, isPossible }) => left > 0 && isPossible());
    const late = head && this.#canWait ? [this.#hold(head)] : [];
    const unusual = [...others, ...late, ...events.map((event) => this.#happen(event))];
    return [usual, ...unusual.filter(({ label }) => this.only.test(label)), ...released];
  }

  take({ course, label, cost, run }: Option): void {
    this.course = course;
    if (cost) this.#disturbedAt = this.now;
    this.trace.push(`${cost ? '!' : ' '} ${label}`);
    this.#known.set(course, hash(`${this.#known.get(course)} ${label}@${this.now}`));
    run();
  }

  /** Whether nothing but time passes. */
  get isQuiet(): boolean {
    return this.#queue.length === 0 && this.#held.length === 0;
  }

  /** Whether pages only ask again and again. */
  get isOver(): boolean {
    return this.isQuiet && this.now > this.#disturbedAt + LONGEST_LIMIT_MS;
  }

  /**
   * @param change.isLate - then other things may happen before it
   * @returns a function that removes the step
   */
  later(ways: Step['ways'], change: Partial<Step> & { readonly isLate?: boolean } = {}): () => void {
    const step = { course: this.course, ways, ...change };
    (change.isLate ? this.#held : this.#queue).push(step);
    return () => {
      for (const list of [this.#queue, this.#held]) if (list.includes(step)) list.splice(list.indexOf(step), 1);
    };
  }

  violated(rule: string): void {
    this.violations.add(rule);
  }

  /** @returns a function that removes the timer */
  wakeAfter(ms: number, machine: Machine, wake: () => void): () => void {
    const timer = { at: this.now + Math.max(0, ms), course: this.course, machine, wake };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  clockOf(machine: Machine): Clock {
    return {
      now: () => this.now + machine.ahead,
      random: () => 0.5,
      sleep: (ms, signal, inBackground) =>
        new Promise((resolve) => {
          if (signal?.aborted) return resolve();
          if (inBackground) return signal?.addEventListener('abort', () => resolve()); // polls would go on for ever
          const remove = this.wakeAfter(ms, machine, resolve);
          signal?.addEventListener('abort', () => {
            remove();
            resolve();
          });
        }),
    };
  }

  /** Chance that depends on the course only, so that the order of steps in different courses does not change it. */
  nextBytes(): Buffer {
    const drawn = this.#drawn.get(this.course) ?? 0;
    this.#drawn.set(this.course, drawn + 1);
    return createHash('sha256').update(`${this.course} ${drawn}`).digest();
  }

  /** Equal for two histories after which the same can happen. */
  fingerprint(): string {
    const steps = (list: readonly Step[]) => list.map(({ course, ways }) => course + ways[0].label);
    const timers = Array.from(this.#timers, ({ at, course }) => `${at}${course}`);
    const events = this.events.map(({ left }) => left);
    const known = Array.from(this.#known, ([course, value]) => course + value).sort();
    const lists = [steps(this.#queue), steps(this.#held), timers, events, known];
    return hash(JSON.stringify([this.now, ...lists, this.describe()]));
  }

  /** Whether something else can happen before the next step. */
  get #canWait(): boolean {
    return this.#queue.length > 1 || this.#held.length > 0 || this.#timers.size > 0;
  }

  #way(step: Step, { label, run }: Way, list: Step[], cost: 0 | 1): Option {
    const take = () => {
      list.splice(list.indexOf(step), 1);
      run();
    };
    return { course: step.course, label: list === this.#held ? `${label}, late` : label, cost, run: take };
  }

  #hold(head: Step): Option {
    const run = () => void this.#held.push(...this.#queue.splice(0, 1));
    return { course: 'world', label: `(late: ${head.ways[0].label})`, cost: 1, run };
  }

  #happen(event: Event): Option {
    const run = () => {
      event.left--;
      event.run();
    };
    return { course: event.label, label: event.label, cost: 1, run };
  }

  #passTime(): Option | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.machine.isDead) this.#timers.delete(timer);
      else if (!next || timer.at < next.at) next = timer;
    }
    if (!next) return undefined;
    const { at, course, wake } = next;
    const urgent = this.#held.find(({ deadline = Infinity }) => deadline <= at);
    if (urgent) return this.#way(urgent, urgent.ways[0], this.#held, 0);
    const run = () => {
      this.#timers.delete(next as Timer);
      this.now = Math.max(this.now, at);
      wake();
    };
    return { course, label: `${((at - START) / 1000).toFixed(1)} s: ${next.machine.name} goes on`, cost: 0, run };
  }
}

/** Lets all code run that waits for nothing of the world. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const hash = (text: string): string => createHash('sha1').update(text).digest('base64');
