interface Names {
  readonly key: string;
  readonly reference?: string | undefined;
}

/** Limits memory to a few megabytes. */
const MAX_NAMES = 20_000;

/** Attempts that this process sent and that did not fail. While the store is down, they are not reported as not charged. */
export class RecentlySent {
  readonly #names = new Set<string>();

  add(names: Names): void {
    for (const name of list(names)) {
      this.#names.delete(name);
      this.#names.add(name);
    }
    for (const oldest of this.#names) {
      if (this.#names.size <= MAX_NAMES) break;
      this.#names.delete(oldest);
    }
  }

  remove(names: Names): void {
    for (const name of list(names)) this.#names.delete(name);
  }

  /** Whether this attempt, or another one for its order, was sent. */
  has(names: Names): boolean {
    return list(names).some((name) => this.#names.has(name));
  }
}

function list({ key, reference }: Names): string[] {
  return [`key:${key}`, ...(reference ? [`reference:${reference}`] : [])];
}
