/**
 * Values expire by a clock of the store, which follows the system's. A step of the system's clock counts as a day at most, in ms: a
 * clock that was behind and is set right would else expire all that was written meanwhile, and orders would be charged again.
 */
export const MAX_STEP = 24 * 60 * 60 * 1000;

/**
 * A longer step, in ms, counts only as far as it passes the highest time that the system has shown: a clock that goes back and is set
 * right again and again would else age everything by a day each time.
 */
export const SHORT_STEP = 60 * 60 * 1000;

/** How often the time of the system is recorded, in ms. */
export const SEEN_INTERVAL = 60_000;

export const STEP_TEXT =
  'The clock of payment attempts has gone forward by more than a day since the last payment: it was wrong, or nothing was paid for a day. Attempts are kept longer.';
