import { openPage, type Scenario } from './scenario.js';
import { FIRST_FIELD, record } from './trace.js';

/** CPU time for compiling and running scripts, in ms. */
export interface Evaluation {
  readonly untilFirstField: number;
  readonly whole: number;
}

/** Traces the page load. */
export const evaluationAt4: Scenario<Evaluation> = {
  name: 'evaluation at 4×',
  appliesTo: () => true,
  run: ({ browser, server }, contender) =>
    record(browser, ({ start, end }) =>
      openPage({ browser, server }, contender, { throttle: 4, onReady: start }, async ({ idle }) => {
        await idle();
        const trace = await end(FIRST_FIELD);
        return {
          untilFirstField: trace.scriptTime(server.url, { until: FIRST_FIELD }),
          whole: trace.scriptTime(server.url),
        };
      }),
    ),
};
