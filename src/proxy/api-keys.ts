const MASKED = '[API key]';

/** An API key that no log shows: whatever prints it, or an object that holds it, gets a mask. */
export class ApiKey {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The value of the `Authorization` header. */
  authorize(): string {
    return `Bearer ${this.#text}`;
  }

  toString(): string {
    return MASKED;
  }

  toJSON(): string {
    return MASKED;
  }

  /** What Node prints. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return MASKED;
  }
}

/** The key of a proxy, or two of them while one takes the place of the other. */
export class ApiKeys {
  readonly #keys: readonly ApiKey[];
  #preferred: ApiKey;

  constructor([first, second]: readonly [string, string?]) {
    this.#preferred = new ApiKey(first);
    this.#keys = second === undefined ? [this.#preferred] : [this.#preferred, new ApiKey(second)];
  }

  /** The one that the service took last. */
  get preferred(): ApiKey {
    return this.#preferred;
  }

  otherThan(key: ApiKey): ApiKey | undefined {
    return this.#keys.find((other) => other !== key);
  }

  /** Says that the service takes this one. */
  prefer(key: ApiKey): void {
    this.#preferred = key;
  }
}

/** The keys of the option, one or two. */
export const toPair = (apiKey: string | readonly [string, string]): readonly [string, string?] =>
  typeof apiKey === 'string' ? [apiKey] : apiKey;
