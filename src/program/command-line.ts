export interface Streams {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  readonly isColoured: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export class UsageError extends Error {}
