/** Engines in which the element is tested; `npm test` uses the first one. */
export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof ENGINES)[number];

/** The engine to test, from the environment variable `ENGINE`. */
export const engine: Engine = ENGINES.find((name) => name === process.env.ENGINE) ?? 'chromium';

/** What can differ by engine: Firefox and WebKit run only these tests of the element. */
export const BY_ENGINE = ['typing', 'filling', 'focus', 'paying'].map((name) => `test/element/${name}.test.ts`);

/** A file that runs for so long hangs. No test, page or command has a limit of its own. */
export const HANG_MS = 30 * 60_000;

/** Puppeteer's options for a browser that may be slow. */
export const UNLIMITED = { timeout: 0, protocolTimeout: 0 };
