export const MAX_WAITING = 100;

/** One request with its key. */
export interface Turn {
  readonly key: string;
  /** When the request arrived, in ms since 1970. */
  readonly startedAt: number;
  /** Whether it may wait for the response of another request. Who comes first decides, not who asks first. */
  readonly mayWait: boolean;
}

/** The requests of this process by the key of their attempt. */
export class SameKey {
  readonly #present = new Map<string, number>();
  readonly #holders = new Map<string, Turn>();

  enter(key: string, startedAt: number): Turn {
    const present = this.#count(key) + 1;
    this.#present.set(key, present);
    return { key, startedAt, mayWait: present <= MAX_WAITING + 1 }; // the first one does not wait
  }

  leave(turn: Turn): void {
    const { key } = turn;
    if (this.#holders.get(key) === turn) this.#holders.delete(key);
    const left = this.#count(key) - 1;
    if (left > 0) this.#present.set(key, left);
    else this.#present.delete(key);
  }

  hasOther({ key }: Turn): boolean {
    return this.#count(key) > 1;
  }

  /** @returns whether this request may claim the attempt: then no other one may until this one leaves */
  hold(turn: Turn): boolean {
    const holder = this.#holders.get(turn.key) ?? turn;
    this.#holders.set(turn.key, holder);
    return holder === turn;
  }

  #count(key: string): number {
    return this.#present.get(key) ?? 0;
  }
}
