/** The only limit of a test run. Whatever still waits then hangs; no test, file or command has a limit of its own. */
export const RUN_LIMIT_MS = 80 * 60_000;
