/** In ms. Longer clock steps count as this: else a corrected clock expires all records, and orders are charged again. */
export const MAX_STEP = 24 * 60 * 60 * 1000;

/** In ms. A longer step counts only beyond the highest time seen: else a clock that is reset repeatedly ages everything. */
export const SHORT_STEP = 60 * 60 * 1000;

/** How often the time of the system is recorded, in ms. */
export const SEEN_INTERVAL = 60_000;

export const STEP_TEXT =
  'The clock of payment attempts has gone forward by more than a day since the last payment: it was wrong, or nothing was paid for a day. Attempts are kept longer.';
