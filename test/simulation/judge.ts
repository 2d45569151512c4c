import type { PaymentsService } from './service.js';
import type { World } from './world.js';

type Word = 'paid' | 'not_charged';

/** What states and statuses say. Of another refusal, the page asks whether it is about the attempt. */
const SAYINGS: Readonly<Record<string, Word>> = {
  ...{ 200: 'paid', 402: 'not_charged' },
  ...{ succeeded: 'paid', failed: 'not_charged', not_found: 'not_charged' },
};

/** The promises of the project, checked while and after something happens. */
export class Judge {
  readonly #world: World;
  readonly #service: PaymentsService;
  readonly #claims: { readonly key: string; readonly word: Word; readonly who: string; readonly at: number }[] = [];
  /** When a shopper has pressed Pay, by key. */
  readonly #presses = new Map<string, number[]>();
  readonly #told = new Map<string, string[]>();

  constructor(world: World, service: PaymentsService) {
    this.#world = world;
    this.#service = service;
  }

  get claims(): unknown {
    return [this.#claims.map(({ key, word }) => key + word), [...this.#told]];
  }

  pressed(key: string): void {
    const before = this.#presses.get(key) ?? [];
    this.#presses.set(key, [...before, this.#world.trace.length]);
  }

  told(key: string, outcome: string): void {
    this.#told.set(key, [...(this.#told.get(key) ?? []), outcome]);
  }

  /** What a page or a process has said. */
  said(key: string, word: Word, who: string): void {
    if (word === 'paid' && this.#service.charges.length === 0)
      this.#world.violated(`${who} calls an uncharged order paid`);
    this.#claims.push({ key, word, who, at: this.#world.trace.length });
  }

  /** An answer of the proxy to a page. */
  answered(key: string, isQuestion: boolean, status: number, text: string): void {
    const word = SAYINGS[isQuestion ? ((JSON.parse(text) as { state?: string }).state ?? '') : status];
    if (word) this.said(key, word, 'the proxy');
  }

  /** After each step. */
  check(): void {
    const { charges } = this.#service;
    if (charges.length > 1)
      this.#world.violated(
        new Set(charges).size < charges.length ? 'a key is charged twice' : 'the order is charged twice',
      );
    for (const { key, word, who, at } of this.#claims) {
      if (word !== 'not_charged' || !charges.includes(key)) continue;
      const isUsedAgain = this.#presses.get(key)?.some((press) => press > at);
      if (!isUsedAgain) this.#world.violated(`${who} calls a charged attempt not charged`);
    }
    for (const [key, outcomes] of this.#told) {
      const wrong = charges.includes(key) ? 'failed' : 'paid';
      if (outcomes.includes(wrong)) this.#world.violated(`the shop is told ${wrong}, and it is wrong`);
    }
  }

  /** When nothing can happen any more, and an operator has settled what was unknown. */
  checkEnd(records: readonly { readonly key: string; readonly record: { readonly state: string } }[]): void {
    this.check();
    const { charges } = this.#service;
    for (const key of charges) {
      const state = records.find((each) => each.key === key)?.record.state;
      if (state !== 'succeeded') this.#world.violated(`a charge is recorded as ${state}`);
      if (this.#told.get(key)?.at(-1) !== 'paid') this.#world.violated('the shop is not told of a charge');
    }
    for (const { key, record } of records) {
      if (record.state === 'succeeded' && !charges.includes(key))
        this.#world.violated('an uncharged attempt is recorded as succeeded');
      if (record.state === 'sent' || record.state === 'unknown')
        this.#world.violated(`an attempt stays ${record.state}`);
    }
  }
}
