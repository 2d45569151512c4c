/** What names an attempt. */
interface Names {
  readonly key: string;
  readonly reference?: string | undefined;
}

/** A few megabytes. */
const MAX_NAMES = 20_000;

/**
 * The attempts that this process has sent last and that did not fail. When the store cannot be asked, it knows for which
 * of them "not charged" would be a wrong word.
 */
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

  /** Whether this attempt, or another for the same order, was sent. */
  has(names: Names): boolean {
    return list(names).some((name) => this.#names.has(name));
  }
}

function list({ key, reference }: Names): string[] {
  return [`key:${key}`, ...(reference ? [`reference:${reference}`] : [])];
}
