/** Maximum lengths, in characters. */
export const MAX_REFERENCE = 255;
export const MAX_DESCRIPTION = 1000;
export const MAX_ORDER_TOKEN = 4096;
export const MAX_METADATA_KEY = 64;
export const MAX_METADATA_VALUE = 1000;
/** Default limit for an attempt, in milliseconds. */
export const DEFAULT_TIMEOUT = 55_000;
