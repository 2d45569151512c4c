/** How long a whole run may take. It is the only limit: no test and no file has one of its own. */
export const RUN_LIMIT_MS = 80 * 60_000;
