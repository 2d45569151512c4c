import { openPage, type Scenario } from './scenario.js';
import { FIRST_FIELD, FIRST_FRAME, record } from './trace.js';

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
        const trace = await end(FIRST_FIELD, ...(contender.isFrameServed ? [FIRST_FRAME] : []));
        const origins = [server.url, server.paymentOrigin];
        return {
          untilFirstField: trace.scriptTime(origins, { until: FIRST_FIELD }),
          whole: trace.scriptTime(origins),
        };
      }),
    ),
};
