import { executeServerCommand } from '@web/test-runner-commands';

/**
 * User actions for which the test runner has no command. Each engine implements them in the folder `engines`. An
 * action that it cannot perform fails; `itExcept` skips the tests that need it.
 */
export interface Commands {
  /** Emulates media features for the page; without any, ends all emulation. */
  emulateMedia(features: Readonly<Record<string, string>>): Promise<void>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  /** Sets the text that an input method is composing. */
  compose(text: string): Promise<void>;
  /** Ends the composition with this text. */
  commit(text: string): Promise<void>;
  /** Taps with one finger. */
  touch(at: Point): Promise<void>;
  /** The first or second click of a double click. */
  multiClick(click: Point & { readonly count: 1 | 2 }): Promise<void>;
  /** Presses a key, or repeats it while it is down. */
  hold(key: 'Enter'): Promise<void>;
}

/**
 * Sends a command of the DevTools protocol, in Chromium only. Emulation lasts until the end of the test file.
 * @throws when the browser does not know the command
 */
export async function cdp(method: string, params: object = {}): Promise<object> {
  const result = await executeServerCommand<object, object>('cdp', { method, params });
  if ('error' in result) throw new Error(String(result.error));
  return result;
}

/** A point on the page, in CSS pixels. */
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
