/** Where a command writes. */
export interface Streams {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  readonly isColoured: boolean;
}

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Invalid arguments. The message says what was expected. */
export class UsageError extends Error {}
