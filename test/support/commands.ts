import { executeServerCommand } from '@web/test-runner-commands';

/**
 * What people and their systems do that the test runner has no command for. Each engine has means of its own, in the
 * folder `engines`; where it has none the command fails, and engines/limits.ts says which tests that concerns.
 */
export interface Commands {
  /** Media features for the whole page, as the system of the person has them; without any, those of the machine. */
  emulateMedia(features: Readonly<Record<string, string>>): Promise<void>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  /** Text that an input method still works on. */
  compose(text: string): Promise<void>;
  /** What the input method puts in its place in the end. */
  commit(text: string): Promise<void>;
  /** A touch with one finger. */
  touch(at: Point): Promise<void>;
  /** A click, as the first or the second of a quick row on one spot. */
  clickOfRow(click: Point & { readonly count: 1 | 2 }): Promise<void>;
  /** The key goes down, or says once more that it still is. */
  hold(key: 'Enter'): Promise<void>;
}

/** A place on the page, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export async function command<Name extends keyof Commands>(
  name: Name,
  ...[argument]: Parameters<Commands[Name]>
): Promise<void> {
  await executeServerCommand<true, Record<string, unknown>>(name, { argument });
}
