/** A test or a file that runs for so long hangs. Nothing else has a limit, since machines can be slow. */
export const HANG_MS = 30 * 60_000;

/** Puppeteer's options for a browser that may be slow. */
export const UNLIMITED = { timeout: 0, protocolTimeout: 0 };
