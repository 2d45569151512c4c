const REDACTED = '[API key]';

/** An API key that does not show when it, or an object with it, is printed or serialized. */
export class ApiKey {
  readonly #text: string;
  /** Its place in the option `apiKey`. */
  readonly place: 'first' | 'second';

  constructor(text: string, place: 'first' | 'second' = 'first') {
    this.#text = text;
    this.place = place;
  }

  /** The value of the `Authorization` header. */
  authorize(): string {
    return `Bearer ${this.#text}`;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  /** Used by `console.log` in Node. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return REDACTED;
  }
}
