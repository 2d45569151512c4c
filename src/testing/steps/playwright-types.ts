/**
 * The parts of Playwright's types that the steps use, so that they accept those of `@playwright/test`, `playwright` and
 * `playwright-core`, and return them. Functions for the page are checked where they are written.
 */

interface Limit {
  readonly timeout?: number;
}

/** A `Locator`. */
export interface LocatorLike<Locator> {
  locator(selector: string): Locator;
  frameLocator(selector: string): TargetLike<Locator>;
  getByRole(role: 'button' | 'textbox' | 'combobox'): Locator;
  and(locator: Locator): Locator;
  or(locator: Locator): Locator;
  nth(index: number): Locator;
  click(options?: Limit & { readonly noWaitAfter?: boolean }): Promise<void>;
  fill(value: string, options?: Limit): Promise<void>;
  selectOption(value: string, options?: Limit): Promise<unknown>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Playwright's overloads
  evaluate(pageFunction: any, arg: any, options?: Limit): Promise<any>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  evaluateAll(pageFunction: any, arg?: any): Promise<any>;
  page(): PageLike & TargetLike<Locator>;
}

/** A `Page`. */
export interface PageLike {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- its first parameter names page and frame
  exposeBinding(name: string, callback: (source: any, ...args: any[]) => unknown): Promise<unknown>;
  isClosed(): boolean;
}

/** What contains the element: a `Page`, a `Frame`, a `FrameLocator`, or the `Locator` of a part of the page. */
export interface TargetLike<Locator> {
  locator(selector: string): Locator;
}
