/** Engines in which the element is tested. */
export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof ENGINES)[number];

/** What can differ by engine: Firefox and WebKit run only these tests of the element. */
export const BY_ENGINE = ['typing', 'filling', 'focus', 'paying'].map((name) => `test/element/${name}.test.ts`);
