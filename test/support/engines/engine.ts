/** The browser engines that the element is tested in; `npm test` needs the first one only. */
export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof ENGINES)[number];

/** The engine that test/run.ts wants these tests to run in. */
export const engine: Engine = ENGINES.find((name) => name === process.env.ENGINE) ?? 'chromium';
