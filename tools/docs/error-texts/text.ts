/** The documentation of an error code, in Markdown. `docs/errors.md` links are relative to `docs`. */
export interface ErrorText {
  /** What happened. */
  readonly what: string;
  /** Why. Omitted if `what` says so. Several causes are listed. */
  readonly cause?: string | readonly string[];
  /** What the developer or merchant does. */
  readonly fix: string;
}
